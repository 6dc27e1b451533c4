import { expect, it } from 'vitest'
import { nextAttempt } from './webhooks.retries.ts'

const NOW = new Date('2026-01-01T00:00:00.000Z')
const minutesAfter = (attempts: number, random: number) => {
  const at = nextAttempt(attempts, NOW, random)
  return at === null ? null : (Date.parse(at) - NOW.getTime()) / 60_000
}

it('waits longer after each failure, and gives up after seven attempts', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map((attempts) => minutesAfter(attempts, 0.5))).toEqual([1, 5, 30, 120, 360, 1440, null])
})

it('varies the wait by a fifth', () => {
  expect([minutesAfter(2, 0), minutesAfter(2, 0.999_999)?.toFixed(2)]).toEqual([4, '6.00'])
})
