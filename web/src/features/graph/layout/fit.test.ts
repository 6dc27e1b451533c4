import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fittedView, legendBox } from './fit.ts'

const numbers = (min: number, max: number) => fc.integer({ min, max })
const region = fc.record({
  x: numbers(-5000, 5000),
  y: numbers(-5000, 5000),
  width: numbers(200, 60_000),
  height: numbers(60, 60_000),
})
const viewport = fc.record({ width: numbers(350, 1600), height: numbers(400, 1000) })
const legend = fc.record({ width: numbers(160, 240), height: numbers(60, 200) })

it('fits a region into the viewport, above the toolbar and beside an open legend', () => {
  fc.assert(
    fc.property(region, viewport, fc.option(legend), (region, viewport, legend) => {
      const { x, y, zoom } = fittedView(region, viewport, legend)
      const [left, top] = [region.x * zoom + x, region.y * zoom + y]
      const [right, bottom] = [left + region.width * zoom, top + region.height * zoom]
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(-1e-6)
      expect(right).toBeLessThanOrEqual(viewport.width + 1e-6)
      expect(bottom).toBeLessThanOrEqual(viewport.height + 1e-6)
      expect(zoom).toBeLessThanOrEqual(1)
      if (!legend) return
      const covered = legendBox(legend, viewport)
      expect(left >= covered.x + covered.width - 1e-6 || bottom <= covered.y + 1e-6).toBe(true)
    }),
  )
})

it('does not shrink what ends before the legend', () => {
  const wide = { x: 0, y: 0, width: 2000, height: 200 }
  const viewport = { width: 1200, height: 800 }
  expect(fittedView(wide, viewport, { width: 180, height: 100 })).toEqual(fittedView(wide, viewport, null))
})

it('uses the whole viewport if a legend leaves no room', () => {
  const viewport = { width: 300, height: 240 }
  const square = { x: 0, y: 0, width: 900, height: 900 }
  expect(fittedView(square, viewport, { width: 260, height: 150 })).toEqual(fittedView(square, viewport, null))
})

it.each([300, 450, 900])('leaves the toolbar free in a view of %d px', (height) => {
  const { y, zoom } = fittedView({ x: 0, y: 0, width: 1000, height: 4000 }, { width: 1000, height }, null)

  expect(y + 4000 * zoom).toBeLessThanOrEqual(height - 68 + 0.001)
  expect(y).toBeGreaterThan(0)
})
