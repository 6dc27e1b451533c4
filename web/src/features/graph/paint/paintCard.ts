// Draws a card's description on the canvas, as `CardMark` does with elements.
import { ICON_SHAPES, type NodeIconName } from '../../../display/nodeIcons.tsx'
import type { BoxMark, IconMark, Mark, TextMark } from '../cards/marks.ts'
import { fontOf } from '../cards/measureText.ts'
import type { Tone } from '../cards/tones.ts'
import type { Point } from '../layout/geometry.ts'

type Tones = Readonly<Record<Tone, string>>

export function paintMarks(pen: CanvasRenderingContext2D, marks: readonly Mark[], { x, y }: Point, tones: Tones): void {
  pen.save()
  pen.translate(x, y)
  for (const mark of marks) {
    if (mark.kind === 'box') paintBox(pen, mark, tones)
    else if (mark.kind === 'text') paintText(pen, mark, tones)
    else paintIcon(pen, mark, tones)
  }
  pen.restore()
}

function paintBox(pen: CanvasRenderingContext2D, mark: BoxMark, tones: Tones): void {
  const { x, y, width, height, radius, fill, stroke } = mark
  if (fill) {
    pen.beginPath()
    pen.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2))
    pen.fillStyle = tones[fill]
    pen.fill()
  }
  if (!stroke) return
  // The border of an element is inside its box.
  pen.beginPath()
  pen.roundRect(x + 0.5, y + 0.5, width - 1, height - 1, Math.max(0, Math.min(radius, width / 2, height / 2) - 0.5))
  pen.strokeStyle = tones[stroke]
  pen.lineWidth = 1
  pen.stroke()
}

/** Of Inter, as shares of its size. Browsers round both to whole px. */
const ASCENT = 0.96875
const DESCENT = 0.2412

/** From the top of a line to its baseline, as browsers place it. */
export function baselineOf({ size, lineHeight }: Pick<TextMark, 'size' | 'lineHeight'>): number {
  const [ascent, descent] = [Math.round(ASCENT * size), Math.round(DESCENT * size)]
  return Math.floor((lineHeight - ascent - descent) / 2) + ascent
}

function paintText(pen: CanvasRenderingContext2D, mark: TextMark, tones: Tones): void {
  const { x, y, lines, lineHeight, tone } = mark
  pen.font = fontOf(mark)
  pen.fillStyle = tones[tone]
  pen.textBaseline = 'alphabetic'
  const baseline = baselineOf(mark)
  for (const [index, line] of lines.entries()) pen.fillText(line, x, y + index * lineHeight + baseline)
}

/** A pen that writes SVG takes the shape as it is. */
function strokeShape(
  pen: CanvasRenderingContext2D & { strokeShape?: (shape: string) => void },
  icon: NodeIconName,
): void {
  if (pen.strokeShape) {
    pen.strokeShape(ICON_SHAPES[icon])
    return
  }
  const path = paths.get(icon) ?? new Path2D(ICON_SHAPES[icon])
  paths.set(icon, path)
  pen.stroke(path)
}

const ICON_SQUARE = 24
const paths = new Map<NodeIconName, Path2D>()

export function paintIcon(
  pen: CanvasRenderingContext2D,
  { icon, x, y, size, tone }: Omit<IconMark, 'kind' | 'part'>,
  tones: Tones,
): void {
  pen.save()
  pen.translate(x, y)
  pen.scale(size / ICON_SQUARE, size / ICON_SQUARE)
  pen.strokeStyle = tones[tone]
  pen.lineWidth = 2
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  strokeShape(pen, icon)
  pen.restore()
}
