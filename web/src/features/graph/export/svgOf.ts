import type { Box } from '../layout/geometry.ts'
import { type Picture, pictureSteps } from './picture.ts'
import { SvgPen } from './SvgPen.ts'

/** Writes an SVG document with a part of the picture at a zoom, and says whether the part shows any nodes. */
export function* svgOf(picture: Picture, zoom: number, part: Box): Generator<void, { svg: string; hasNodes: boolean }> {
  const measuring = document.createElement('canvas').getContext('2d')
  if (!measuring) throw new Error('The browser can’t draw images')
  const pen = new SvgPen(measuring)
  // It has every method that the painting calls.
  const context = pen as unknown as CanvasRenderingContext2D
  const hasNodes = yield* pictureSteps(context, picture, { zoom, ratio: 1, part })
  const { width, height } = part
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  return { svg: `<svg xmlns="http://www.w3.org/2000/svg" ${size}>\n${pen.content}\n</svg>\n`, hasNodes }
}
