import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getOffline, reportReached, reportUnreachable, watchConnection } from './connection.ts'

let stop = () => {}
const onChange = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  onChange.mockClear()
  stop = watchConnection(onChange)
})
afterEach(() => stop())

it('is offline from a call without a reply to the next reply', () => {
  reportUnreachable()
  reportUnreachable()
  expect([getOffline(), onChange.mock.calls.length]).toEqual([true, 1])
  reportReached()
  reportReached()

  expect([getOffline(), onChange.mock.calls.length]).toEqual([false, 2])
})

it('probes the server until it replies', async () => {
  const fetch = vi.fn().mockRejectedValue(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', fetch)
  window.dispatchEvent(new Event('offline'))

  await vi.advanceTimersByTimeAsync(2_000 + 4_000)
  expect([fetch.mock.calls.length, getOffline()]).toEqual([2, true])
  fetch.mockResolvedValue(new Response('{}'))
  await vi.advanceTimersByTimeAsync(8_000)

  expect([fetch.mock.calls.length, getOffline()]).toEqual([3, false])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetch).toHaveBeenCalledTimes(3)
})

it('probes immediately when the browser is online again', async () => {
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response('{}')))
  reportUnreachable()

  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)

  expect(getOffline()).toBe(false)
})
