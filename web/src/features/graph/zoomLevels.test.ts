import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LEVELS, levelAt } from './zoomLevels.ts'

it('draws no title smaller than 11 px on the screen', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.1, max: 2, noNaN: true }), (zoom) => {
      const { title } = levelAt(zoom)
      expect(title === 0 || title * zoom >= 10.99).toBe(true)
      expect(LEVELS).toContain(levelAt(zoom))
    }),
  )
})

it('shows whole cards from 0.7, titles of cards from 0.4, and no titles where a card has no room for them', () => {
  expect([2, 0.7, 0.69, 0.4, 0.39, 0.25, 0.1].map((zoom) => levelAt(zoom))).toEqual([
    { name: 'close', title: 16 },
    { name: 'close', title: 16 },
    { name: 'middle', title: 20 },
    { name: 'middle', title: 28 },
    { name: 'far', title: 32 },
    { name: 'far', title: 44 },
    { name: 'far', title: 0 },
  ])
})
