import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bitmapZoom, PNG_SCALE, pictureSize } from './picture.ts'
import { SHEET, sheetsOf } from './printSheets.ts'
import { SvgPen } from './SvgPen.ts'

const size = fc.record({ width: fc.integer({ min: 1, max: 400_000 }), height: fc.integer({ min: 1, max: 400_000 }) })

const parse = (content: string) =>
  new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`, 'image/svg+xml')

const makePen = () => new SvgPen({ measureText: () => ({ width: 10 }) } as unknown as CanvasRenderingContext2D)

it('makes bitmaps that browsers can hold, at full size if possible', () => {
  fc.assert(
    fc.property(size, (extent) => {
      const zoom = bitmapZoom(extent)
      const { width, height } = pictureSize(extent, zoom)
      expect(Math.max(width, height) * PNG_SCALE).toBeLessThanOrEqual(16_384)
      expect(width * height * PNG_SCALE ** 2).toBeLessThanOrEqual(64_000_000)
    }),
  )
  expect(bitmapZoom({ width: 3_000, height: 2_000 })).toBe(1)
})

it('cuts a picture into sheets that cover all of it, at most 24', () => {
  fc.assert(
    fc.property(size, (picture) => {
      const { zoom, columns, rows } = sheetsOf(picture)
      expect(columns * rows).toBeLessThanOrEqual(24)
      expect(columns * SHEET.width).toBeGreaterThanOrEqual(picture.width * zoom - 0.01)
      expect(rows * SHEET.height).toBeGreaterThanOrEqual(picture.height * zoom - 0.01)
    }),
  )
  expect(sheetsOf({ width: 1_200, height: 800 })).toMatchObject({ columns: 1, rows: 1 })
  expect(sheetsOf({ width: 4_000, height: 800 })).toMatchObject({ zoom: 0.58, columns: 3, rows: 1 })
})

it('writes any text as text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const pen = makePen()
      pen.fillText(text, 1, 2)
      const document = parse(pen.content)
      expect(document.querySelector('parsererror')).toBeNull()
      expect(document.documentElement.children).toHaveLength(1)
    }),
  )
  const pen = makePen()
  pen.fillText('<script>alert("1 & 2")</script>', 1, 2)
  expect(parse(pen.content).querySelector('text')?.textContent).toBe('<script>alert("1 & 2")</script>')
})

it('applies scale and translation, and forgets them with what it saved', () => {
  const pen = makePen()
  pen.setTransform(2, 0, 0, 2, 10, 20)
  pen.save()
  pen.translate(5, 5)
  pen.fillStyle = 'red'
  pen.globalAlpha = 0.5
  pen.fillRect(1, 2, 3, 4)
  pen.restore()
  pen.beginPath()
  pen.moveTo(0, 0)
  pen.lineTo(1, 1)
  pen.stroke()

  const [rect, path] = parse(pen.content).documentElement.children
  const attributes = (names: string[]) => names.map((name) => rect?.getAttribute(name))
  expect(attributes(['x', 'y', 'width', 'height', 'fill', 'opacity'])).toEqual(['22', '34', '6', '8', 'red', '0.5'])
  expect(path?.getAttribute('d')).toBe('M10 20L12 22')
  expect(path?.getAttribute('stroke-width')).toBe('2')
  expect(path?.hasAttribute('opacity')).toBe(false)
})
