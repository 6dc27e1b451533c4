import { authApi } from '@cairn/contract/api/auth'
import { plansApi } from '@cairn/contract/api/plans'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeApi } from '../test/fakeApi.ts'
import { makeId, makeLoginReply, makePlan, makeSession } from '../test/make.ts'
import { apiUrl, call, callWithHeaders, refusal } from './api.ts'
import { clearSession, getSession, saveSession } from './session.ts'

beforeEach(() => saveSession(makeSession()))

describe('call', () => {
  it('sends the session and returns the reply', async () => {
    const plan = makePlan()
    const api = new FakeApi().on(plansApi.get, () => ({ reply: plan }))

    const reply = await call(plansApi.get, { params: { planId: plan.id } })

    expect(reply).toEqual(plan)
    expect(api.requests[0]).toMatchObject({ params: { planId: plan.id }, token: 'session-token' })
  })

  it('returns nothing for an empty reply', async () => {
    new FakeApi().on(plansApi.delete, () => ({ reply: undefined }))

    expect(await call(plansApi.delete, { params: { planId: makeId() } })).toBeUndefined()
  })

  it('returns the headers of a list', async () => {
    new FakeApi().on(plansApi.list, () => ({ reply: [], headers: { 'x-total-count': '7' } }))

    const { headers } = await callWithHeaders(plansApi.list, { query: { page: 1, limit: 100 } })

    expect(headers.get('x-total-count')).toBe('7')
  })

  it('throws the error of a reply with its code and details', async () => {
    new FakeApi().on(plansApi.get, () => ({
      status: 404,
      error: 'Plan not found',
      code: 'plan_not_found',
      details: [1],
    }))

    await expect(call(plansApi.get, { params: { planId: makeId() } })).rejects.toMatchObject({
      name: 'ApiError',
      status: 404,
      code: 'plan_not_found',
      message: 'Plan not found',
      details: [1],
    })
  })

  it('clears the session on a 401', async () => {
    new FakeApi().on(plansApi.list, () => ({ status: 401, error: 'Sign in', code: 'unauthorized' }))

    await expect(call(plansApi.list, { query: {} })).rejects.toThrow('Sign in')

    expect(getSession()).toBeNull()
  })

  it('keeps a session that was renewed during a rejected call', async () => {
    new FakeApi().on(plansApi.list, () => {
      saveSession({ ...makeSession(), access_token: 'newer' })
      return { status: 401, error: 'Sign in', code: 'unauthorized' }
    })

    await expect(call(plansApi.list, { query: {} })).rejects.toThrow('Sign in')

    expect(getSession()?.access_token).toBe('newer')
  })

  it('keeps the session when a sign-in is rejected, and sends none', async () => {
    const api = new FakeApi().on(authApi.login, () => ({ status: 401, error: 'No', code: 'invalid_credentials' }))

    await expect(call(authApi.login, { body: { email: 'a@b.co', password: 'x' } })).rejects.toThrow('No')

    expect(api.requests[0]?.token).toBeNull()
    expect(getSession()).not.toBeNull()
  })

  it('sends the session that a logout ends', async () => {
    const api = new FakeApi().on(authApi.logout, () => ({ reply: { message: 'Bye' } }))

    const ended = call(authApi.logout)
    clearSession({ byChoice: true })
    await ended

    expect(api.requests[0]?.token).toBe('session-token')
  })

  it('reuses the key of a creation without a reply, and makes a new one after a reply', async () => {
    const keys: (string | null)[] = []
    let isLost = true
    const plan = makePlan()
    new FakeApi().on(plansApi.create, ({ idempotencyKey }) => {
      keys.push(idempotencyKey)
      if (isLost) throw new TypeError('Failed to fetch')
      return { reply: plan }
    })
    const create = (title: string) => call(plansApi.create, { body: { title } })

    await expect(create('Move')).rejects.toMatchObject({ code: 'network' })
    isLost = false
    await create('Another')
    await create('Move')
    await create('Move')

    const [lost, other, again, second] = keys
    expect(lost).toMatch(/^[0-9a-f]{32}$/)
    expect(again).toBe(lost)
    expect(new Set([lost, other, second]).size).toBe(3)
  })

  it('sends the same key for two concurrent identical creations', async () => {
    const api = new FakeApi().on(plansApi.create, () => ({ reply: makePlan() }))

    await Promise.all([1, 2].map(() => call(plansApi.create, { body: { title: 'Move' } })))
    await call(plansApi.create, { body: { title: 'Move' } })

    const [first, second, later] = api.requests.map(({ idempotencyKey }) => idempotencyKey)
    expect(second).toBe(first)
    expect(later).not.toBe(first)
  })

  it('throws a readable error when the server is unreachable', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))

    await expect(call(authApi.config)).rejects.toMatchObject({ status: 0, code: 'network' })
  })

  it('times out after 30 seconds', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      expect(ms).toBe(30_000)
      return AbortSignal.abort(new DOMException('late', 'TimeoutError'))
    })
    vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => Promise.reject(signal?.reason))

    await expect(call(authApi.config)).rejects.toMatchObject({ status: 0, code: 'timeout' })
  })

  it('rejects a reply that is not JSON', async () => {
    vi.stubGlobal('fetch', async () => new Response('<html>', { status: 200 }))

    await expect(call(authApi.login, { body: makeLogin() })).rejects.toMatchObject({ code: 'invalid_reply' })
  })
})

it('fills in the parameters of a URL and skips undefined ones', () => {
  expect(apiUrl(plansApi.get, { planId: 'a/b' })).toBe('/api/plans/a%2Fb')
  expect(apiUrl(plansApi.list, {}, { page: 2, q: undefined, status: 'active' })).toBe('/api/plans?page=2&status=active')
})

it.each([
  [{ error: 'E', message: 'M' }, 'E'],
  [{ message: 'M' }, 'M'],
  [{}, 'The server has a problem. Please try again later.'],
  ['<html>', 'The server has a problem. Please try again later.'],
  [undefined, 'The server has a problem. Please try again later.'],
])('takes the message from error, then message, then the status: %j', (reply, message) => {
  expect(refusal(502, reply).message).toBe(message)
})

const makeLogin = () => ({ email: makeLoginReply().user.email, password: 'x' })
