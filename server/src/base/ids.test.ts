import { afterEach, expect, it, vi } from 'vitest'
import { continueAfter, newId } from './ids.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('creates unique ids that sort by creation', () => {
  const ids = Array.from({ length: 5_000 }, newId)

  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})

it('preserves the order when the clock is set back', () => {
  const before = newId()
  vi.useFakeTimers({ now: Date.now() - 3_600_000 })
  const after = newId()

  expect(after > before).toBe(true)
})

it('creates ids that sort after one from a clock that was ahead', () => {
  const before = newId()
  // Counted from the last id and not from the clock, which a test before this one may have been far ahead of.
  const msecs = Number.parseInt(before.replace('-', '').slice(0, 12), 16)
  const tomorrow = `${(msecs + 86_400_000)
    .toString(16)
    .padStart(12, '0')
    .replace(/(.{8})/, '$1-')}-7fff-bfff-ffffffffffff`

  continueAfter(tomorrow)
  const made = Array.from({ length: 100 }, newId)

  expect([before, tomorrow, ...made]).toEqual([before, tomorrow, ...made].sort())
})
