import type { Box } from '../layout/geometry.ts'
import { partsBetween } from './cuts.ts'
import { inSlices } from './inSlices.ts'
import { type Outline, originIn, type Picture, pictureSize } from './picture.ts'
import { svgOf } from './svgOf.ts'

/** The printable part of an A4 sheet in landscape with margins of 10 mm, in CSS px. */
export const SHEET = { width: 1046, height: 718 } as const
/** The scale at which the title of a task is 7 pt high. */
const READABLE = 0.58
/** More sheets than this are no better than a smaller print. */
const SHEETS_MAX = 24

interface Sheets {
  /** Of the graph. Below 1 it shows fewer details, in letters that can be read. */
  zoom: number
  /** Of the picture on paper. */
  scale: number
  /** The part of the picture on each sheet. */
  parts: Box[]
}

/**
 * How a picture is cut into sheets, between cards where possible: with all details at a readable scale, or else zoomed
 * out. `cards` are on the canvas.
 */
export function sheetsOf(outline: Outline, cards: readonly Box[]): Sheets {
  const whole = pictureSize(outline, 1)
  const fitting = Math.min(1, SHEET.width / whole.width, SHEET.height / whole.height)
  if (fitting >= READABLE) return { zoom: 1, scale: fitting, parts: [{ x: 0, y: 0, ...whole }] }
  const detailed = partsOf(outline, cards, { zoom: 1, scale: READABLE })
  if (detailed) return { zoom: 1, scale: READABLE, parts: detailed }
  for (let zoom = READABLE; ; zoom *= 0.95) {
    const parts = partsOf(outline, cards, { zoom, scale: 1 })
    if (parts) return { zoom, scale: 1, parts }
  }
}

/** Cuts a picture into rows, and each of them into sheets. undefined if there are too many. */
function partsOf(
  outline: Outline,
  cards: readonly Box[],
  { zoom, scale }: Pick<Sheets, 'zoom' | 'scale'>,
): Box[] | undefined {
  const { width, height } = pictureSize(outline, zoom)
  const sheet = { width: SHEET.width / scale, height: SHEET.height / scale }
  if (Math.ceil(width / sheet.width) * Math.ceil(height / sheet.height) > SHEETS_MAX) return undefined
  const { x, y } = originIn(outline, zoom)
  const boxes = cards.map((card) => ({
    ...{ left: card.x * zoom + x, right: (card.x + card.width) * zoom + x },
    ...{ start: card.y * zoom + y, end: (card.y + card.height) * zoom + y },
  }))
  const parts = partsBetween(height, sheet.height, boxes).flatMap((row) => {
    const inRow = boxes.filter(({ start, end }) => start < row.end && end > row.start)
    const columns = partsBetween(
      width,
      sheet.width,
      inRow.map(({ left, right }) => ({ start: left, end: right })),
    )
    return columns.map((column) => ({
      ...{ x: column.start, y: row.start },
      ...{ width: column.end - column.start, height: row.end - row.start },
    }))
  })
  return parts.length <= SHEETS_MAX ? parts : undefined
}

const HOLDER = 'print-sheets'

/** Prints the picture, and nothing else of the page. Sheets without nodes are left out. */
export async function printSheets(picture: Picture): Promise<void> {
  const { zoom, scale, parts } = sheetsOf(picture, [...picture.painting.scene.layout.boxes.values()])
  const holder = document.createElement('div')
  // Seen on paper only: styles.css hides it on the screen and everything else in print.
  holder.className = HOLDER
  for (const [index, part] of parts.entries()) {
    const { svg, hasNodes } = await inSlices(svgOf(picture, zoom, part))
    if (index === 0 || hasNodes) holder.append(sheetOf(svg, scale))
  }
  // Browsers that do not say when printing ends leave the sheets of the last time.
  for (const old of document.querySelectorAll(`body > .${HOLDER}`)) old.remove()
  document.body.append(holder)
  window.addEventListener('afterprint', () => holder.remove(), { once: true })
  window.print()
}

const SVG = 'http://www.w3.org/2000/svg'

/** A sheet with a part of the picture in its upper left corner. The inner element hides what reaches beyond the part. */
function sheetOf(svg: string, scale: number): Element {
  const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml')
  const sheet = document.createElementNS(SVG, 'svg')
  sheet.setAttribute('class', 'print-sheet')
  sheet.setAttribute('viewBox', `0 0 ${SHEET.width / scale} ${SHEET.height / scale}`)
  sheet.setAttribute('preserveAspectRatio', 'xMinYMin')
  sheet.append(document.importNode(documentElement, true))
  return sheet
}
