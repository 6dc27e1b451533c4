import { expect, it } from 'vitest'
import { expiresAt, isExpired } from './expiry.ts'

const NOW = new Date(2026, 2, 4, 14, 5)

it.each([
  ['never', '', null],
  ['7', '', new Date(2026, 2, 11, 14, 5)],
  ['30', '', new Date(2026, 3, 3, 14, 5)],
  ['90', '', new Date(2026, 5, 2, 14, 5)],
  ['year', '', new Date(2027, 2, 4, 14, 5)],
  ['day', '2026-05-06', new Date(2026, 4, 6, 23, 59, 59)],
  ['day', '2026-03-04', new Date(2026, 2, 4, 23, 59, 59)],
] as const)('converts %s %s to %s', (choice, day, end) => {
  expect(expiresAt(choice, day, NOW)).toBe(end?.toISOString() ?? null)
})

it.each(['', '2026-03-03', '2026-02-31x', 'soon'])('rejects the day %j', (day) => {
  expect(expiresAt('day', day, NOW)).toBe('')
})

it.each([
  [null, false],
  ['2026-03-04T10:00:00.000Z', true],
  ['2999-03-04T10:00:00.000Z', false],
])('returns whether %s is past: %s', (at, past) => {
  expect(isExpired(at)).toBe(past)
})
