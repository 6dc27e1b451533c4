import { expect, it } from 'vitest'
import { duration } from './duration.ts'

it.each([
  [0, 'less than 1 s'],
  [4_200, '4 s'],
  [60_000, '1 min'],
  [200_000, '3 min 20 s'],
  [7_500_000, '2 h 5 min'],
  [90_000_000, '1 d 1 h'],
])('%d ms is %s', (ms, text) => {
  expect(duration(ms)).toBe(text)
})
