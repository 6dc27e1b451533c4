import { expect, it, vi } from 'vitest'
import { lazyPage } from './lazyCode.ts'

const Page = () => null

it('returns the page of the module', async () => {
  expect(await lazyPage(async () => ({ Page }), 'Page')()).toEqual({ Component: Page })
})

it('names the chunk that failed to load, and keeps the cause', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')

  const failure = await lazyPage(() => Promise.reject<{ Page: typeof Page }>(cause), 'Page')().catch((error) => error)

  expect(failure.message).toMatch(/^Loading chunk \d+ failed$/)
  expect(failure.cause).toBe(cause)
})

it('times out after 120 seconds', async () => {
  vi.useFakeTimers()
  const load = lazyPage(() => new Promise<{ Page: typeof Page }>(() => undefined), 'Page')

  const failure = load().catch((error) => error.message)
  await vi.advanceTimersByTimeAsync(120_000)

  expect(await failure).toMatch(/^Loading chunk \d+ failed$/)
})
