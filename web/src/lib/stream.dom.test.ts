import { aiApi } from '@cairn/contract/api/ai'
import { beforeEach, expect, it, vi } from 'vitest'
import { FakeApi } from '../test/fakeApi.ts'
import { FakeStream } from '../test/fakeStream.ts'
import { makeId, makeSession } from '../test/make.ts'
import { getSession, saveSession } from './session.ts'
import { type StreamEvent, stream } from './stream.ts'

type Heard = StreamEvent<typeof aiApi.createPlan>

beforeEach(() => saveSession(makeSession()))

const body = { prompt: 'A bakery' }

/** Reads a stream until it ends. The events so far stay readable. */
function listen(signal = new AbortController().signal) {
  const heard: Heard[] = []
  const ended = (async () => {
    for await (const event of stream(aiApi.createPlan, { body, signal, idempotencyKey: 'key' })) heard.push(event)
  })()
  ended.catch(() => undefined)
  return { heard, ended }
}

function serve() {
  const server = new FakeStream(aiApi.createPlan)
  const api = new FakeApi().on(aiApi.createPlan, () => server)
  return { api, server }
}

it('yields the events in order, and sends the session and the key', async () => {
  const { api, server } = serve()
  const { heard, ended } = listen()
  const done = { plan_id: makeId(), is_ai: false }

  server.say('step', { step: 0 }).beat().say('step', { step: 1 }).say('done', done).end()
  await ended

  expect(heard).toEqual([
    { name: 'step', data: { step: 0 } },
    { name: 'step', data: { step: 1 } },
    { name: 'done', data: done },
  ])
  expect(api.requests[0]).toMatchObject({ body, token: 'session-token', idempotencyKey: 'key' })
})

it('throws an error event as an ApiError', async () => {
  const { server } = serve()
  const { ended } = listen()

  server.say('error', { error: 'Invalid JSON response from AI', code: 'ai_failed' })

  await expect(ended).rejects.toMatchObject({
    name: 'ApiError',
    code: 'ai_failed',
    message: 'Invalid JSON response from AI',
  })
})

it('rejects an event that is not JSON', async () => {
  vi.stubGlobal('fetch', async () => new Response('event: step\ndata: <html>\n\n'))

  await expect(listen().ended).rejects.toMatchObject({ code: 'invalid_reply' })
})

it('throws an error status before the stream', async () => {
  new FakeApi().on(aiApi.createPlan, () => ({ status: 429, error: 'Too many plans', code: 'rate_limited' }))

  await expect(listen().ended).rejects.toMatchObject({ status: 429, message: 'Too many plans' })
})

it('clears the session on a 401', async () => {
  new FakeApi().on(aiApi.createPlan, () => ({ status: 401, error: 'Sign in', code: 'unauthorized' }))

  await expect(listen().ended).rejects.toThrow('Sign in')

  expect(getSession()).toBeNull()
})

it('reports the server as unreachable when the connection is lost', async () => {
  const { server } = serve()
  const { heard, ended } = listen()
  server.say('step', { step: 0 })
  await vi.waitFor(() => expect(heard.length).toBe(1), 30_000)

  server.breakOff()

  await expect(ended).rejects.toMatchObject({ status: 0, code: 'network' })
})

it('closes the connection when it is canceled', async () => {
  const { server } = serve()
  const cancel = new AbortController()
  const { heard, ended } = listen(cancel.signal)
  server.say('step', { step: 0 })
  await vi.waitFor(() => expect(heard.length).toBe(1), 30_000)

  cancel.abort()

  await expect(ended).rejects.toMatchObject({ name: 'AbortError' })
  expect(server.isClosed).toBe(true)
})

it('closes the connection when the loop is left', async () => {
  const { server } = serve()
  server.say('step', { step: 0 })

  for await (const event of stream(aiApi.createPlan, {
    body,
    signal: new AbortController().signal,
    idempotencyKey: 'key',
  }))
    if (event.name === 'step') break

  expect(server.isClosed).toBe(true)
})

it('times out after 30 seconds without data, and heartbeats count as data', async () => {
  vi.useFakeTimers()
  const { server } = serve()
  const { ended } = listen()
  await vi.advanceTimersByTimeAsync(20_000)

  server.beat()
  await vi.advanceTimersByTimeAsync(29_000)
  expect(server.isClosed).toBe(false)
  await vi.advanceTimersByTimeAsync(1_001)

  await expect(ended).rejects.toMatchObject({ status: 0, code: 'timeout' })
  expect(server.isClosed).toBe(true)
})
