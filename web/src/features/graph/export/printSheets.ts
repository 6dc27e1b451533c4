import type { Size } from '../layout/geometry.ts'

/** The printable part of an A4 sheet in landscape with margins of 10 mm, in CSS px. */
export const SHEET = { width: 1046, height: 718 } as const
/** The zoom at which the title of a task is 7 pt high. */
const READABLE = 0.58
/** More sheets than this are no better than a smaller print. */
const SHEETS_MAX = 24

/** How a picture is cut into sheets: at a readable zoom, or smaller if that would take too many sheets. */
export function sheetsOf({ width, height }: Size): { zoom: number; columns: number; rows: number } {
  const whole = Math.min(1, SHEET.width / width, SHEET.height / height)
  if (whole >= READABLE) return { zoom: whole, columns: 1, rows: 1 }
  for (let zoom = READABLE; zoom > whole; zoom *= 0.95) {
    const columns = Math.ceil((width * zoom) / SHEET.width)
    const rows = Math.ceil((height * zoom) / SHEET.height)
    if (columns * rows <= SHEETS_MAX) return { zoom, columns, rows }
  }
  return { zoom: whole, columns: 1, rows: 1 }
}

const SVG = 'http://www.w3.org/2000/svg'
const ID = 'printed-graph'

/** Prints an SVG document of this size, and nothing else of the page. Resolves when the print dialog is closed. */
export async function printSheets(svg: string, size: Size): Promise<void> {
  const { zoom, columns, rows } = sheetsOf(size)
  const [width, height] = [SHEET.width / zoom, SHEET.height / zoom]
  const graph = document.createElementNS(SVG, 'g')
  graph.id = ID
  const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml')
  graph.append(...document.importNode(documentElement, true).childNodes)
  const holder = document.createElement('div')
  // Seen on paper only: styles.css hides it on the screen and everything else in print.
  holder.className = 'print-sheets'
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const isFirst = row === 0 && column === 0
      holder.append(sheetOf(isFirst ? graph : copyOf(ID), [column * width, row * height, width, height]))
    }
  document.body.append(holder)
  try {
    await new Promise((resolve) => {
      window.addEventListener('afterprint', resolve, { once: true })
      window.print()
    })
  } finally {
    holder.remove()
  }
}

function copyOf(id: string): SVGElement {
  const copy = document.createElementNS(SVG, 'use')
  copy.setAttribute('href', `#${id}`)
  return copy
}

/** A sheet with the part of the picture inside `viewBox`. */
function sheetOf(content: SVGElement, viewBox: readonly number[]): SVGElement {
  const sheet = document.createElementNS(SVG, 'svg')
  sheet.setAttribute('class', 'print-sheet')
  sheet.setAttribute('viewBox', viewBox.join(' '))
  sheet.setAttribute('preserveAspectRatio', 'xMinYMin')
  sheet.append(content)
  return sheet
}
