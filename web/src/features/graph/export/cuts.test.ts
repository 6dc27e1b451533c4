import fc from 'fast-check'
import { expect, it } from 'vitest'
import { partsBetween, type Span } from './cuts.ts'

const size = fc.integer({ min: 50, max: 1000 })
/** The start of the first part and the end of each. */
const cutsBetween = (...args: Parameters<typeof partsBetween>) => [0, ...partsBetween(...args).map(({ end }) => end)]
const crossed = (place: number, spans: readonly Span[]) =>
  spans.filter(({ start, end }) => start < place && place < end)

it('cuts a length into parts that fit, and leaves out nothing', () => {
  const spans = fc.array(
    fc.record({ start: fc.integer({ min: 0, max: 4000 }), width: fc.integer({ min: 1, max: 900 }) }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), size, spans, (length, size, spans) => {
      const all = spans.map(({ start, width }) => ({ start, end: start + width }))
      const parts = partsBetween(length, size, all)
      expect(parts.map(({ start }) => start)).toEqual([0, ...parts.slice(0, -1).map(({ end }) => end)])
      expect(parts.at(-1)?.end).toBe(length)
      for (const { start, end } of parts) {
        expect(end - start).toBeGreaterThan(0)
        expect(end - start).toBeLessThanOrEqual(size + 1e-6)
      }
      expect(parts.length).toBeLessThanOrEqual(Math.max(1, Math.ceil((2 * length) / size)))
    }),
  )
})

it('cuts nothing that stands apart and is at most half as long as a part', () => {
  const row = fc.array(fc.record({ gap: fc.integer({ min: 1, max: 300 }), width: fc.integer({ min: 1, max: 400 }) }))
  fc.assert(
    fc.property(row, fc.integer({ min: 801, max: 1500 }), (row, size) => {
      const spans: Span[] = []
      let end = 0
      for (const { gap, width } of row) {
        spans.push({ start: end + gap, end: end + gap + width })
        end += gap + width
      }
      for (const cut of cutsBetween(end + 50, size, spans)) expect(crossed(cut, spans)).toEqual([])
    }),
  )
})

it('cuts in the middle of the last gap, or where the fewest are cut', () => {
  const apart = [
    { start: 0, end: 40 },
    { start: 60, end: 80 },
    { start: 90, end: 130 },
  ]
  expect(cutsBetween(150, 100, apart)).toEqual([0, 85, 150])
  const stacked = [
    { start: 0, end: 150 },
    { start: 0, end: 70 },
    { start: 70, end: 150 },
  ]
  expect(cutsBetween(150, 100, stacked)).toEqual([0, 70, 150])
})
