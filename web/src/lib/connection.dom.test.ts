import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  getOffline,
  probeWhenQuiet,
  reportReached,
  reportUnreachable,
  suspectIfSlow,
  useConnection,
  watchConnection,
} from './connection.ts'

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

describe('a server that does not respond', () => {
  /** Requests to it end with their timeouts. */
  const paused = () =>
    vi.fn(
      (_url: string, { signal }: { signal: AbortSignal }) =>
        new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    )
  const never = new Promise<never>(() => {})
  const shown = () => renderHook(useConnection).result.current

  beforeEach(() => {
    // The timeouts of the browser do not follow the test's clock.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(), ms)
      return controller.signal
    })
  })
  afterEach(() => vi.restoreAllMocks())

  it('is silent once a slow request and a probe get no reply, and reached when it continues', async () => {
    vi.stubGlobal('fetch', paused())
    void suspectIfSlow(never)

    await vi.advanceTimersByTimeAsync(9_900)
    expect(shown()).toBe('reached')
    await vi.advanceTimersByTimeAsync(100)
    expect([shown(), getOffline()]).toEqual(['silent', true])

    vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response('{}')))
    await vi.advanceTimersByTimeAsync(10_000)
    expect([shown(), getOffline()]).toEqual(['reached', false])
  })

  it('is not silent because of one slow request', async () => {
    vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response('{}')))
    void suspectIfSlow(never)

    await vi.advanceTimersByTimeAsync(60_000)

    expect(shown()).toBe('reached')
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it('is noticed on a page without requests', async () => {
    const fetch = paused()
    vi.stubGlobal('fetch', fetch)
    onTestFinished(probeWhenQuiet())

    await vi.advanceTimersByTimeAsync(20_000)
    reportReached()
    await vi.advanceTimersByTimeAsync(29_000)
    expect(fetch).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(6_000)

    expect(shown()).toBe('silent')
  })

  it('is offline when a probe cannot reach it', async () => {
    vi.stubGlobal('fetch', paused())
    void suspectIfSlow(never)
    await vi.advanceTimersByTimeAsync(10_000)
    vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('Failed to fetch')))

    await vi.advanceTimersByTimeAsync(10_000)

    expect(shown()).toBe('offline')
  })
})
