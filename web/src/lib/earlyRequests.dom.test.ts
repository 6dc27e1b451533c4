import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeSession } from '../test/make.ts'
import { requestEarly, takeEarly } from './earlyRequests.ts'
import { getSession, saveSession } from './session.ts'

const URL = '/api/plans/1'
const sent = vi.fn((_url: string) => Promise.resolve(new Response('{}')))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', sent)
  saveSession(makeSession())
})
afterEach(() => {
  vi.useRealTimers()
  sent.mockClear()
})

const token = () => getSession()?.access_token

it('returns the response to one call only', async () => {
  requestEarly(URL)

  expect(await takeEarly(URL, token())).toBeInstanceOf(Response)
  expect(takeEarly(URL, token())).toBeUndefined()
})

it('returns no response that another session requested', () => {
  requestEarly(URL)

  expect(takeEarly(URL, 'another')).toBeUndefined()
})

it('returns no response after five seconds', () => {
  requestEarly(URL)
  vi.advanceTimersByTime(5_000)

  expect(takeEarly(URL, token())).toBeUndefined()
})

it('sends nothing with a session that seems expired', () => {
  saveSession({ ...makeSession(), expires_at: 1 })

  requestEarly(URL)

  expect(sent).not.toHaveBeenCalled()
})
