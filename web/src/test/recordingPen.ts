import { TONES, type Tone } from '../features/graph/cards/tones.ts'
import type { Palette } from '../features/graph/paint/palette.ts'

/** Colors named after themselves. */
export const PALETTE: Palette = {
  canvas: 'canvas',
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
  tones: Object.fromEntries(TONES.map((tone) => [tone, tone])) as Record<Tone, string>,
  edge: { hierarchical: 'grey', dependency: 'blue', reference: 'green', sequence: 'amber' },
  path: { before: 'path-before', after: 'path-after' },
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
  /** Of text: left and baseline. */
  at?: [number, number]
  /** Of a path: its commands. Its box is the square in which it is drawn. */
  path?: string
  /** Of text. */
  font: string
  alpha: number
}

/** Icons are drawn in a square of this size. */
const ICON_SQUARE = 24

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
  /** What `translate` and `scale` have done since `setTransform`. */
  #now = { x: 0, y: 0, scale: 1 }
  readonly #saved: { x: number; y: number; scale: number }[] = []
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
    this.#now = { x: 0, y: 0, scale: 1 }
  }
  save() {
    this.#saved.push(this.#now)
  }
  restore() {
    this.#now = this.#saved.pop() ?? this.#now
  }
  translate(x: number, y: number) {
    const { scale } = this.#now
    this.#now = { x: this.#now.x + x * scale, y: this.#now.y + y * scale, scale }
  }
  scale(by: number) {
    this.#now = { ...this.#now, scale: this.#now.scale * by }
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
    this.#boxes.push(this.#placed(box.slice(0, 4)))
  }
  fillRect(...box: number[]) {
    this.#record('fill', this.fillStyle, [this.#placed(box)])
  }
  fill() {
    this.#record('fill', this.fillStyle, this.#boxes)
  }
  stroke(path?: Path2D) {
    if (!path) return this.#record('stroke', this.strokeStyle, this.#boxes)
    const { x, y, scale } = this.#now
    const side = ICON_SQUARE * scale
    this.#record('stroke', this.strokeStyle, [[x, y, side, side]])
    const drawn = this.drawn.at(-1)
    if (drawn) drawn.path = String(path)
  }
  measureText(text: string) {
    return { width: text.length * 7 }
  }
  fillText(text: string, x: number, y: number) {
    const { fillStyle: style, font, globalAlpha: alpha } = this
    const at: [number, number] = [this.#now.x + x, this.#now.y + y]
    this.drawn.push({ did: 'text', style, boxes: [], points: 0, dash: [], text, at, font, alpha })
  }

  #placed([x = 0, y = 0, width = 0, height = 0]: number[]): number[] {
    const now = this.#now
    return [now.x + x * now.scale, now.y + y * now.scale, width * now.scale, height * now.scale]
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
