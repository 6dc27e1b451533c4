// The picture of a graph that leaves the product: the whole graph under a line that says what it is.
import { type Font, fontOf, measureText } from '../cards/measureText.ts'
import type { Tone } from '../cards/tones.ts'
import type { Box, Point, Size } from '../layout/geometry.ts'
import { type Painting, paintSteps } from '../paint/paint.ts'

/** What the size of a picture depends on. */
export interface Outline {
  /** When it was made, and how many nodes it shows. */
  note: string
  legend: readonly { label: string; tone: Tone }[]
  extent: Box
}

export interface Picture extends Outline {
  title: string
  painting: Painting
}

/** Around the graph and the header. */
const MARGIN = 48
const HEADER = 72
const TITLE = { size: 22, weight: 600 }
const SMALL: Font = { size: 13, weight: 400 }
const NOTE_GAP = 28
const SWATCH = { size: 11, gap: 6, after: 18 }
const ROW_HEIGHT = 22
/** Narrower pictures have no room for the header. */
const WIDTH_MIN = 640

/** Device pixels for each pixel of the picture. */
export const PNG_SCALE = 2
const SIDE_MAX = 16_384
/** 256 MB of memory. */
const PIXELS_MAX = 64_000_000

/** The size of the picture of a graph at a zoom. */
export function pictureSize(outline: Outline, zoom: number): Size {
  const { extent } = outline
  const width = Math.max(WIDTH_MIN, Math.ceil(extent.width * zoom + 2 * MARGIN))
  return { width, height: Math.ceil(extent.height * zoom + 2 * MARGIN + headerHeight(outline, width)) }
}

/** Where the origin of the canvas is in the picture. */
export function originIn(outline: Outline, zoom: number): Point {
  const { extent } = outline
  const { width } = pictureSize(outline, zoom)
  return {
    x: (width - extent.width * zoom) / 2 - extent.x * zoom,
    y: graphTop(outline, width) - extent.y * zoom,
  }
}

/** The largest zoom up to 1 at which browsers can make a bitmap of the picture. */
export function bitmapZoom(outline: Outline): number {
  let zoom = 1
  for (let step = 0; step < 200; step++) {
    const { width, height } = pictureSize(outline, zoom)
    const fits = Math.max(width, height) * PNG_SCALE <= SIDE_MAX && width * height * PNG_SCALE ** 2 <= PIXELS_MAX
    if (fits) return zoom
    zoom *= 0.95
  }
  return zoom
}

interface Entry {
  label: string
  tone: Tone
  left: number
  row: number
}

/** Puts the entries of the legend after the note, and in further rows where the picture ends. */
function placeLegend({ note, legend }: Outline, width: number): Entry[] {
  let left = MARGIN + measureText(note, SMALL) + NOTE_GAP
  let row = 0
  return legend.map(({ label: whole, tone }) => {
    const label = shortenTo(whole, SMALL, width - 2 * MARGIN - SWATCH.size - SWATCH.gap)
    const own = SWATCH.size + SWATCH.gap + measureText(label, SMALL)
    if (left + own > width - MARGIN) {
      left = MARGIN
      row += 1
    }
    const entry = { label, tone, left, row }
    left += own + SWATCH.after
    return entry
  })
}

const headerHeight = (outline: Outline, width: number): number =>
  HEADER + (placeLegend(outline, width).at(-1)?.row ?? 0) * ROW_HEIGHT

const graphTop = (outline: Outline, width: number): number => MARGIN + headerHeight(outline, width)

/** How a picture is drawn: at a zoom of the graph, with `ratio` pixels of the pen for each pixel of the picture. */
interface Manner {
  zoom: number
  ratio: number
  /** The part to draw, at the origin of the pen. */
  part: Box
}

/** Draws a part of the picture. Can pause between its steps. Returns whether the part shows any nodes. */
export function* pictureSteps(
  pen: CanvasRenderingContext2D,
  picture: Picture,
  { zoom, ratio, part }: Manner,
): Generator<void, boolean> {
  const { painting } = picture
  const { palette } = painting
  const { width } = pictureSize(picture, zoom)
  const origin = originIn(picture, zoom)
  const view = { x: origin.x - part.x, y: origin.y - part.y, zoom, width: part.width, height: part.height }
  const hasNodes = yield* paintSteps(pen, painting, view, ratio, () => {
    pen.setTransform(ratio, 0, 0, ratio, 0, 0)
    pen.fillStyle = palette.canvas
    pen.fillRect(0, 0, part.width, part.height)
  })
  if (part.y >= graphTop(picture, width)) return hasNodes
  pen.setTransform(ratio, 0, 0, ratio, -part.x * ratio, -part.y * ratio)
  pen.globalAlpha = 1
  pen.textBaseline = 'alphabetic'
  pen.font = fontOf(TITLE)
  pen.fillStyle = palette.ink
  pen.fillText(shortenTo(picture.title, TITLE, width - 2 * MARGIN), MARGIN, MARGIN + TITLE.size)
  pen.font = fontOf(SMALL)
  pen.fillStyle = palette.muted
  const baseline = MARGIN + TITLE.size + 26
  pen.fillText(picture.note, MARGIN, baseline)
  for (const { label, tone, left, row } of placeLegend(picture, width)) {
    const y = baseline + row * ROW_HEIGHT
    pen.fillStyle = palette.tones[tone]
    pen.fillRect(left, y - SWATCH.size + 1, SWATCH.size, SWATCH.size)
    pen.fillStyle = palette.muted
    pen.fillText(label, left + SWATCH.size + SWATCH.gap, y)
  }
  return hasNodes
}

function shortenTo(text: string, font: Font, width: number): string {
  if (measureText(text, font) <= width) return text
  let end = text.length
  while (end > 1 && measureText(`${text.slice(0, end)}…`, font) > width) end -= Math.max(1, Math.floor(end / 20))
  return `${text.slice(0, end).trimEnd()}…`
}
