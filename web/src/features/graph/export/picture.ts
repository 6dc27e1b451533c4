// The picture of a graph that leaves the product: the whole graph under a line that says what it is.
import { fontOf } from '../cards/measureText.ts'
import type { Tone } from '../cards/tones.ts'
import type { Box, Size } from '../layout/geometry.ts'
import { type Painting, paint } from '../paint/paint.ts'

export interface Picture {
  title: string
  /** When it was made, and how many nodes it shows. */
  note: string
  legend: readonly { label: string; tone: Tone }[]
  painting: Painting
  extent: Box
}

/** Around the graph and the header. */
const MARGIN = 48
const HEADER = 72
const TITLE = { size: 22, weight: 600 }
const SMALL = { size: 13, weight: 400 }
const SWATCH = 11
/** Narrower pictures have no room for the header. */
const WIDTH_MIN = 640

/** Device pixels for each pixel of the picture. */
export const PNG_SCALE = 2
const SIDE_MAX = 16_384
/** 256 MB of memory. */
const PIXELS_MAX = 64_000_000

/** The size of the picture of a graph at a zoom. */
export const pictureSize = ({ width, height }: Size, zoom: number): Size => ({
  width: Math.max(WIDTH_MIN, Math.ceil(width * zoom + 2 * MARGIN)),
  height: Math.ceil(height * zoom + 2 * MARGIN + HEADER),
})

/** The largest zoom up to 1 at which browsers can make a bitmap of the picture. */
export function bitmapZoom(extent: Size): number {
  let zoom = 1
  for (let step = 0; step < 200; step++) {
    const { width, height } = pictureSize(extent, zoom)
    const fits = Math.max(width, height) * PNG_SCALE <= SIDE_MAX && width * height * PNG_SCALE ** 2 <= PIXELS_MAX
    if (fits) return zoom
    zoom *= 0.95
  }
  return zoom
}

/** Draws the picture; `ratio` is pixels of the pen for each pixel of the picture. */
export function paintPicture(pen: CanvasRenderingContext2D, picture: Picture, zoom: number, ratio: number): void {
  const { painting, extent } = picture
  const { palette } = painting
  const { width, height } = pictureSize(extent, zoom)
  const x = (width - extent.width * zoom) / 2 - extent.x * zoom
  const y = MARGIN + HEADER - extent.y * zoom
  paint(pen, painting, { x, y, zoom, width, height }, ratio, () => {
    pen.setTransform(ratio, 0, 0, ratio, 0, 0)
    pen.fillStyle = palette.canvas
    pen.fillRect(0, 0, width, height)
  })
  pen.setTransform(ratio, 0, 0, ratio, 0, 0)
  pen.globalAlpha = 1
  pen.textBaseline = 'alphabetic'
  const shorten = (text: string) => shortenTo(pen, text, width - 2 * MARGIN)
  pen.font = fontOf(TITLE)
  pen.fillStyle = palette.ink
  pen.fillText(shorten(picture.title), MARGIN, MARGIN + TITLE.size)
  pen.font = fontOf(SMALL)
  pen.fillStyle = palette.muted
  let left = MARGIN
  const baseline = MARGIN + TITLE.size + 26
  pen.fillText(picture.note, left, baseline)
  left += pen.measureText(picture.note).width + 28
  for (const { label, tone } of picture.legend) {
    pen.fillStyle = palette.tones[tone]
    pen.fillRect(left, baseline - SWATCH + 1, SWATCH, SWATCH)
    pen.fillStyle = palette.muted
    pen.fillText(label, left + SWATCH + 6, baseline)
    left += SWATCH + 6 + pen.measureText(label).width + 18
  }
}

function shortenTo(pen: CanvasRenderingContext2D, text: string, width: number): string {
  if (pen.measureText(text).width <= width) return text
  let end = text.length
  while (end > 1 && pen.measureText(`${text.slice(0, end)}…`).width > width) end -= Math.max(1, Math.floor(end / 20))
  return `${text.slice(0, end).trimEnd()}…`
}
