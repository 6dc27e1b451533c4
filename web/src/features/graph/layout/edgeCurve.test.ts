import { expect, it } from 'vitest'
import { edgeCurve } from './edgeCurve.ts'

const from = { x: 240, y: 40 }

it('connects neighbors in a row by a straight line', () => {
  const [a, b] = edgeCurve(from, { x: 320, y: 40 })

  expect([a.y, b.y]).toEqual([40, 40])
})

it.each([
  ['to a card further on', 960],
  ['back along the row', 0],
])('bends below the cards in between (%s)', (_name, x) => {
  const to = { x, y: 40 }
  const [a, b] = edgeCurve(from, to)

  // The middle of the curve; a phase is 120 px high.
  const middle = (from.y + 3 * a.y + 3 * b.y + to.y) / 8
  expect(middle - from.y).toBeGreaterThan(60)
})

it('starts at the right and ends at the left, wherever the other end is', () => {
  for (const to of [
    { x: 900, y: 400 },
    { x: -600, y: -300 },
    { x: 240, y: 240 },
  ]) {
    const [a, b] = edgeCurve(from, to)
    expect(a.x).toBeGreaterThan(from.x)
    expect(b.x).toBeLessThan(to.x)
  }
})
