import type { Palette } from '../features/graph/paint/palette.ts'

/** Colors named after themselves. */
export const PALETTE: Palette = {
  surface: 'surface',
  line: 'line',
  ink: 'ink',
  muted: 'muted',
  regionFill: 'region',
  accent: 'accent',
  accentSoft: 'accent-soft',
  status: {
    not_started: { fill: 'idle', soft: 'idle-soft' },
    in_progress: { fill: 'progress', soft: 'progress-soft' },
    completed: { fill: 'done', soft: 'done-soft' },
    blocked: { fill: 'blocked', soft: 'blocked-soft' },
  },
  edge: { hierarchical: 'grey', dependency: 'blue', reference: 'green', sequence: 'amber' },
}

/** A drawing operation with its style. */
export interface Drawn {
  did: 'fill' | 'stroke' | 'text'
  style: string
  /** Of shapes: left, top, width, height. */
  boxes: number[][]
  /** Of lines that are not shapes. */
  points: number
  dash: readonly number[]
  text?: string
  /** Of text. */
  font: string
  alpha: number
}

/** A 2D context that draws nothing and records every call. */
export class RecordingPen {
  drawn: Drawn[] = []
  /** Number of times it was cleared, which is once per painting. */
  cleared = 0
  transform: number[] = []
  fillStyle = ''
  font = ''
  strokeStyle = ''
  globalAlpha = 1
  #boxes: number[][] = []
  #points = 0
  #dash: readonly number[] = []

  /** For functions that require a real context. */
  get context(): CanvasRenderingContext2D {
    return this as unknown as CanvasRenderingContext2D
  }
  /** The boxes filled with a style. */
  filled(style: string): number[][] {
    return this.drawn.filter((one) => one.did === 'fill' && one.style === style).flatMap(({ boxes }) => boxes)
  }

  setTransform(...transform: number[]) {
    this.transform = transform
  }
  clearRect() {
    this.cleared += 1
    this.drawn = []
  }
  setLineDash(dash: readonly number[]) {
    this.#dash = dash
  }
  beginPath() {
    this.#boxes = []
    this.#points = 0
  }
  moveTo() {}
  arc() {}
  lineTo() {
    this.#points += 1
  }
  bezierCurveTo() {
    this.#points += 1
  }
  roundRect(...box: number[]) {
    this.#boxes.push(box.slice(0, 4))
  }
  fillRect(...box: number[]) {
    this.#record('fill', this.fillStyle, [box])
  }
  fill() {
    this.#record('fill', this.fillStyle, this.#boxes)
  }
  stroke() {
    this.#record('stroke', this.strokeStyle, this.#boxes)
  }
  measureText(text: string) {
    return { width: text.length * 7 }
  }
  fillText(text: string) {
    const { fillStyle: style, font, globalAlpha: alpha } = this
    this.drawn.push({ did: 'text', style, boxes: [], points: 0, dash: [], text, font, alpha })
  }

  #record(did: Drawn['did'], style: string, boxes: number[][]) {
    this.drawn.push({
      did,
      style,
      boxes,
      points: this.#points,
      dash: this.#dash,
      font: this.font,
      alpha: this.globalAlpha,
    })
  }
}
