import type { Size } from '../layout/geometry.ts'
import { inSlices } from './inSlices.ts'
import { type Outline, type Picture, pictureSize } from './picture.ts'
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
  columns: number
  rows: number
}

/** How a picture is cut into sheets: with all details at a readable scale, or else zoomed out. */
export function sheetsOf(outline: Outline): Sheets {
  const whole = pictureSize(outline, 1)
  const fitting = Math.min(1, SHEET.width / whole.width, SHEET.height / whole.height)
  if (fitting >= READABLE) return { zoom: 1, scale: fitting, columns: 1, rows: 1 }
  const detailed = { zoom: 1, scale: READABLE, ...gridOf(whole, READABLE) }
  if (detailed.columns * detailed.rows <= SHEETS_MAX) return detailed
  for (let zoom = READABLE; ; zoom *= 0.95) {
    const grid = gridOf(pictureSize(outline, zoom), 1)
    if (grid.columns * grid.rows <= SHEETS_MAX) return { zoom, scale: 1, ...grid }
  }
}

const gridOf = ({ width, height }: Size, scale: number) => ({
  columns: Math.ceil((width * scale) / SHEET.width),
  rows: Math.ceil((height * scale) / SHEET.height),
})

const HOLDER = 'print-sheets'

/** Prints the picture, and nothing else of the page. Sheets without nodes are left out. */
export async function printSheets(picture: Picture): Promise<void> {
  const { zoom, scale, columns, rows } = sheetsOf(picture)
  const [width, height] = [SHEET.width / scale, SHEET.height / scale]
  const holder = document.createElement('div')
  // Seen on paper only: styles.css hides it on the screen and everything else in print.
  holder.className = HOLDER
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const part = { x: column * width, y: row * height, width, height }
      const { svg, hasNodes } = await inSlices(svgOf(picture, zoom, part))
      const isFirst = row === 0 && column === 0
      if (isFirst || hasNodes) holder.append(sheetOf(svg))
    }
  // Browsers that do not say when printing ends leave the sheets of the last time.
  for (const old of document.querySelectorAll(`body > .${HOLDER}`)) old.remove()
  document.body.append(holder)
  window.addEventListener('afterprint', () => holder.remove(), { once: true })
  window.print()
}

function sheetOf(svg: string): Element {
  const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml')
  const sheet = document.importNode(documentElement, true)
  sheet.setAttribute('class', 'print-sheet')
  sheet.setAttribute('preserveAspectRatio', 'xMinYMin')
  return sheet
}
