import { afterEach, expect, it, vi } from 'vitest'
import { newId } from './ids.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('makes different ids that sort in the order they were made', () => {
  const ids = Array.from({ length: 5_000 }, newId)

  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})

it('keeps the order when the clock is set back', () => {
  const before = newId()
  vi.useFakeTimers({ now: Date.now() - 3_600_000 })
  const after = newId()

  expect(after > before).toBe(true)
})
