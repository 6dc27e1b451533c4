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

it('gives the response to one call, and none to the next', async () => {
  requestEarly(URL)

  expect(await takeEarly(URL, token())).toBeInstanceOf(Response)
  expect(takeEarly(URL, token())).toBeUndefined()
})

it('gives no response that another session has asked for', () => {
  requestEarly(URL)

  expect(takeEarly(URL, 'another')).toBeUndefined()
})

it('gives no response after five seconds', () => {
  requestEarly(URL)
  vi.advanceTimersByTime(5_000)

  expect(takeEarly(URL, token())).toBeUndefined()
})

it('sends nothing with a session that seems to have ended', () => {
  saveSession({ ...makeSession(), expires_at: 1 })

  requestEarly(URL)

  expect(sent).not.toHaveBeenCalled()
})
