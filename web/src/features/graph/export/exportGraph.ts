// Exports the graph as it is shown: as a bitmap, as vectors, or on paper.
import { localDay } from '../../../lib/relativeTime.ts'
import { fileName, saveFile } from '../../../lib/saveFile.ts'
import { inSlices } from './inSlices.ts'
import { bitmapZoom, type Picture, PNG_SCALE, pictureSize, pictureSteps } from './picture.ts'
import { printSheets } from './printSheets.ts'
import { svgOf } from './svgOf.ts'

export type ExportFormat = 'png' | 'svg' | 'print'

/** Saves or prints the picture. Returns the zoom, below 1 if a bitmap of it would be too large. */
export async function exportGraph(format: ExportFormat, picture: Picture): Promise<number> {
  const name = `${fileName(picture.title, 'plan')}-${localDay()}`
  if (format === 'print') {
    await printSheets(picture)
    return 1
  }
  if (format === 'svg') {
    const { svg } = await inSlices(svgOf(picture, 1, { x: 0, y: 0, ...pictureSize(picture, 1) }))
    saveFile(new Blob([svg], { type: 'image/svg+xml' }), `${name}.svg`)
    return 1
  }
  const zoom = bitmapZoom(picture)
  saveFile(await pngOf(picture, zoom), `${name}.png`)
  return zoom
}

async function pngOf(picture: Picture, zoom: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const size = pictureSize(picture, zoom)
  canvas.width = size.width * PNG_SCALE
  canvas.height = size.height * PNG_SCALE
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('The browser ran out of memory for the image')
  await inSlices(pictureSteps(pen, picture, { zoom, ratio: PNG_SCALE, part: { x: 0, y: 0, ...size } }))
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The browser ran out of memory for the image')
  return blob
}
