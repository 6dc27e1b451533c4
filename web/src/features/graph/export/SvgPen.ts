// A pen with the methods of a canvas context that the graph's painting uses. It writes SVG instead of pixels.

interface State {
  fillStyle: string
  strokeStyle: string
  lineWidth: number
  lineCap: string
  lineJoin: string
  globalAlpha: number
  font: string
  textBaseline: string
  dash: readonly number[]
  /** Scale and translation; the painting never rotates. */
  matrix: readonly [number, number, number]
}

const START: State = {
  fillStyle: '#000',
  strokeStyle: '#000',
  lineWidth: 1,
  lineCap: 'butt',
  lineJoin: 'miter',
  globalAlpha: 1,
  font: '400 12px sans-serif',
  textBaseline: 'alphabetic',
  dash: [],
  matrix: [1, 0, 0],
}

export class SvgPen {
  fillStyle = START.fillStyle
  strokeStyle = START.strokeStyle
  lineWidth = START.lineWidth
  lineCap = START.lineCap
  lineJoin = START.lineJoin
  globalAlpha = START.globalAlpha
  font = START.font
  textBaseline = START.textBaseline
  readonly #measuring: CanvasRenderingContext2D
  readonly #parts: string[] = []
  readonly #saved: State[] = []
  #dash = START.dash
  #matrix = START.matrix
  #path = ''

  /** `measuring` measures texts. */
  constructor(measuring: CanvasRenderingContext2D) {
    this.#measuring = measuring
  }

  /** The elements drawn so far. */
  get content(): string {
    return this.#parts.join('\n')
  }

  save(): void {
    const { fillStyle, strokeStyle, lineWidth, lineCap, lineJoin, globalAlpha, font, textBaseline } = this
    this.#saved.push({
      ...{ fillStyle, strokeStyle, lineWidth, lineCap, lineJoin, globalAlpha, font, textBaseline },
      ...{ dash: this.#dash, matrix: this.#matrix },
    })
  }

  restore(): void {
    const { dash, matrix, ...styles } = this.#saved.pop() ?? START
    Object.assign(this, styles)
    this.#dash = dash
    this.#matrix = matrix
  }

  setTransform(scale: number, _b: number, _c: number, _d: number, x: number, y: number): void {
    this.#matrix = [scale, x, y]
  }

  translate(x: number, y: number): void {
    const [scale, left, top] = this.#matrix
    this.#matrix = [scale, left + x * scale, top + y * scale]
  }

  scale(by: number): void {
    const [scale, left, top] = this.#matrix
    this.#matrix = [scale * by, left, top]
  }

  /** A new picture is empty. */
  clearRect(): void {}

  setLineDash(dash: readonly number[]): void {
    this.#dash = dash
  }

  beginPath(): void {
    this.#path = ''
  }

  moveTo(x: number, y: number): void {
    this.#path += `M${this.#at(x, y)}`
  }

  lineTo(x: number, y: number): void {
    this.#path += `L${this.#at(x, y)}`
  }

  bezierCurveTo(ax: number, ay: number, bx: number, by: number, x: number, y: number): void {
    this.#path += `C${this.#at(ax, ay)} ${this.#at(bx, by)} ${this.#at(x, y)}`
  }

  roundRect(x: number, y: number, width: number, height: number, radius: number): void {
    const r = Math.min(radius, width / 2, height / 2)
    const [right, bottom] = [x + width, y + height]
    const arc = (toX: number, toY: number) => `A${this.#by(r)} ${this.#by(r)} 0 0 1 ${this.#at(toX, toY)}`
    this.#path +=
      `M${this.#at(x + r, y)}L${this.#at(right - r, y)}${arc(right, y + r)}L${this.#at(right, bottom - r)}` +
      `${arc(right - r, bottom)}L${this.#at(x + r, bottom)}${arc(x, bottom - r)}L${this.#at(x, y + r)}${arc(x + r, y)}Z`
  }

  fill(): void {
    if (this.#path !== '') this.#add(`<path d="${this.#path}" fill="${escaped(this.fillStyle)}"`)
  }

  stroke(): void {
    if (this.#path !== '') this.#add(`<path d="${this.#path}" fill="none" ${this.#strokeAttributes()}`)
  }

  /** Strokes a path of SVG, for which a canvas needs a `Path2D`. */
  strokeShape(shape: string): void {
    const [scale, x, y] = this.#matrix
    const place = `transform="translate(${rounded(x)} ${rounded(y)}) scale(${rounded(scale)})"`
    this.#add(`<path d="${shape}" ${place} fill="none" ${this.#strokeAttributes(1)}`)
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    const [left, top] = this.#at(x, y).split(' ')
    const size = `width="${this.#by(width)}" height="${this.#by(height)}"`
    this.#add(`<rect x="${left}" y="${top}" ${size} fill="${escaped(this.fillStyle)}"`)
  }

  fillText(text: string, x: number, y: number): void {
    const [, weight = '400', size = '12', family = 'sans-serif'] = /^(\d+) ([\d.]+)px (.+)$/.exec(this.font) ?? []
    const [left, top] = this.#at(x, y).split(' ')
    const middle = this.textBaseline === 'middle' ? ' dominant-baseline="central"' : ''
    const font = `font-family="${escaped(family)}" font-size="${this.#by(Number(size))}" font-weight="${weight}"`
    this.#parts.push(
      `<text x="${left}" y="${top}"${middle} ${font} fill="${escaped(this.fillStyle)}"${this.#opacity()}>${escaped(text)}</text>`,
    )
  }

  measureText(text: string): TextMetrics {
    this.#measuring.font = this.font
    return this.#measuring.measureText(text)
  }

  #strokeAttributes(scale = this.#matrix[0]): string {
    const dash =
      this.#dash.length > 0 ? ` stroke-dasharray="${this.#dash.map((one) => rounded(one * scale)).join(' ')}"` : ''
    return (
      `stroke="${escaped(this.strokeStyle)}" stroke-width="${rounded(this.lineWidth * scale)}"` +
      ` stroke-linecap="${this.lineCap}" stroke-linejoin="${this.lineJoin}"${dash}`
    )
  }

  #add(start: string): void {
    this.#parts.push(`${start}${this.#opacity()}/>`)
  }

  #opacity(): string {
    return this.globalAlpha < 1 ? ` opacity="${rounded(this.globalAlpha)}"` : ''
  }

  #at(x: number, y: number): string {
    const [scale, left, top] = this.#matrix
    return `${rounded(x * scale + left)} ${rounded(y * scale + top)}`
  }

  #by(length: number): string {
    return rounded(length * this.#matrix[0])
  }
}

const rounded = (value: number): string => String(Math.round(value * 100) / 100)

/** XML allows neither these control characters nor half of a pair, not even as references. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/gu
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escaped = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (one) => ENTITIES[one] ?? one)
