import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPace } from './webhooks.pace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('lets steps begin in order, fewer at a time while the process is busy, and all when it is over', async () => {
  let [isOver, isBusy] = [false, true]
  const pace = createPace(
    () => isOver,
    () => isBusy,
  )
  const begun: number[] = []
  const steps = Array.from({ length: 50 }, async (_, i) => {
    await pace()
    begun.push(i)
  })
  const begunIn = async (ms: number) => {
    const before = begun.length
    await vi.advanceTimersByTimeAsync(ms)
    return begun.length - before
  }

  const busy = await begunIn(10)
  isBusy = false
  const idle = await begunIn(10)
  expect(busy).toBeGreaterThan(0)
  expect(idle).toBeGreaterThan(2 * busy)
  expect(begun.length).toBeLessThan(50)

  isOver = true
  await begunIn(10)
  await Promise.all(steps)
  expect(begun).toEqual(Array.from({ length: 50 }, (_, i) => i))
})
