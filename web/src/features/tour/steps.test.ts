import { expect, it } from 'vitest'
import { tourSteps } from './steps.ts'

const textOf = (place: Parameters<typeof tourSteps>[0]) =>
  tourSteps(place)
    .map(({ text }) => text)
    .join(' ')

it('returns the same six steps on all devices', () => {
  const titles = [true, false].map((byTouch) => tourSteps({ byTouch, hasSplit: !byTouch }).map(({ title }) => title))

  expect(titles[0]).toHaveLength(6)
  expect(titles[1]).toEqual(titles[0])
})

it.each([true, false])('mentions no keys or wheel on touch devices, with split view: %s', (hasSplit) => {
  expect(textOf({ byTouch: true, hasSplit })).not.toMatch(/\bpress\b|\bkeys?\b|keyboard|wheel|: G/i)
})

it.each([true, false])('mentions the split view only if it is available, on touch devices: %s', (byTouch) => {
  expect(textOf({ byTouch, hasSplit: true })).toContain('split view')
  expect(textOf({ byTouch, hasSplit: false })).not.toMatch(/split view|\bD\b/)
})
