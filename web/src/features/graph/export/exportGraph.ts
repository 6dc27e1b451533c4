// Exports the graph as it is shown: as a bitmap, as vectors, or on paper.
import { localDay } from '../../../lib/relativeTime.ts'
import { fileName, saveFile } from '../../../lib/saveFile.ts'
import { bitmapZoom, type Picture, PNG_SCALE, paintPicture, pictureSize } from './picture.ts'
import { printSheets } from './printSheets.ts'
import { SvgPen } from './SvgPen.ts'

export type ExportFormat = 'png' | 'svg' | 'print'

/** Saves or prints the picture. Returns the zoom, below 1 if a bitmap of it would be too large. */
export async function exportGraph(format: ExportFormat, picture: Picture): Promise<number> {
  const name = `${fileName(picture.title, 'plan')}-${localDay()}`
  if (format === 'print') {
    await printSheets(svgOf(picture), pictureSize(picture.extent, 1))
    return 1
  }
  if (format === 'svg') {
    saveFile(new Blob([svgOf(picture)], { type: 'image/svg+xml' }), `${name}.svg`)
    return 1
  }
  const zoom = bitmapZoom(picture.extent)
  saveFile(await pngOf(picture, zoom), `${name}.png`)
  return zoom
}

async function pngOf(picture: Picture, zoom: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const { width, height } = pictureSize(picture.extent, zoom)
  canvas.width = width * PNG_SCALE
  canvas.height = height * PNG_SCALE
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('The browser has no memory left for the picture')
  paintPicture(pen, picture, zoom, PNG_SCALE)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The browser has no memory left for the picture')
  return blob
}

/** Returns an SVG document with the whole picture at zoom 1. */
export function svgOf(picture: Picture): string {
  const measuring = document.createElement('canvas').getContext('2d')
  if (!measuring) throw new Error('The browser cannot draw')
  const pen = new SvgPen(measuring)
  // It has every method that the painting calls.
  paintPicture(pen as unknown as CanvasRenderingContext2D, picture, 1, 1)
  const { width, height } = pictureSize(picture.extent, 1)
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>\n${pen.content}\n</svg>\n`
}
