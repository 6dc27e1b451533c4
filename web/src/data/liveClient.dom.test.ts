import { LIVE_CLOSE, type ServerMessage } from '@cairn/contract/api/live'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../lib/api.ts'
import { getOffline, watchConnection } from '../lib/connection.ts'
import { makeEvent, makeId } from '../test/make.ts'
import { LiveClient } from './liveClient.ts'
import type { LiveState } from './liveConnection.ts'

/** A socket whose other end is the test. */
class FakeSocket {
  readyState: number = WebSocket.OPEN
  readonly sent: unknown[] = []
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  close = vi.fn(() => {
    this.readyState = WebSocket.CLOSED
  })
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  say(message: ServerMessage) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  end(code: number) {
    this.readyState = WebSocket.CLOSED
    this.onclose?.({ code })
  }
}

const PLAN = makeId()

function follow() {
  const sockets: FakeSocket[] = []
  const states: LiveState[] = []
  const calls = { onEvent: vi.fn(), onReload: vi.fn(), onPeople: vi.fn(), onRevoked: vi.fn() }
  const getTicket = vi.fn(async () => 'ticket')
  let revision = 7
  const client = new LiveClient({
    planId: PLAN,
    revision: () => revision,
    epoch: () => 'first',
    onEpoch: vi.fn(),
    getTicket,
    openSocket: () => {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket as unknown as WebSocket
    },
    onState: (state) => states.push(state),
    random: () => 1,
    ...calls,
  })
  client.start()
  const settle = () => vi.advanceTimersByTimeAsync(0)
  /** The newest socket. */
  const socket = () => sockets.at(-1) as FakeSocket
  const connect = async () => {
    await settle()
    socket().say({ type: 'hello', protocol: 1, epoch: 'first' })
    socket().say({ type: 'subscribed', plan_id: PLAN, revision, people: [] })
  }
  return {
    client,
    sockets,
    socket,
    states,
    calls,
    getTicket,
    connect,
    settle,
    setRevision: (next: number) => (revision = next),
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})

it('subscribes from its revision and goes live', async () => {
  const { connect, socket, states } = follow()

  await connect()

  expect(socket().sent).toEqual([{ type: 'subscribe', plan_id: PLAN, since: 7, epoch: 'first' }])
  expect(states).toEqual(['connecting', 'live'])
})

it('reports the plan’s events, presence and reloads', async () => {
  const { connect, socket, calls } = follow()
  await connect()
  const event = makeEvent('plan.deleted', { before: { title: 'x' }, after: null }, { revision: 8, plan_id: PLAN })
  const people = [{ id: makeId(), name: 'Ben', avatar_url: null, node_id: null }]

  socket().say({ type: 'event', event })
  socket().say({ type: 'event', event: { ...event, plan_id: makeId() } })
  socket().say({ type: 'presence', plan_id: PLAN, people })
  socket().say({ type: 'reload', plan_id: PLAN, revision: 9 })

  expect(calls.onEvent.mock.calls).toEqual([[event]])
  expect(calls.onPeople).toHaveBeenLastCalledWith(people)
  expect(calls.onReload).toHaveBeenCalledOnce()
})

it('reconnects with a new ticket after growing delays, and catches up from its revision', async () => {
  const { connect, socket, sockets, states, setRevision } = follow()
  await connect()
  setRevision(12)

  socket().end(1006)
  expect(states.at(-1)).toBe('offline')
  await vi.advanceTimersByTimeAsync(499)
  expect(sockets.length).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(sockets.length).toBe(2)
  socket().end(1006)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sockets.length).toBe(3)
  await connect()

  expect(socket().sent).toEqual([{ type: 'subscribe', plan_id: PLAN, since: 12, epoch: 'first' }])
  // A successful connection resets the delays.
  socket().end(LIVE_CLOSE.restarting)
  await vi.advanceTimersByTimeAsync(500)
  expect(sockets.length).toBe(4)
})

it('reports the server as unreachable when no ticket arrives within ten seconds', async () => {
  const stop = watchConnection(() => {})
  const { connect, socket, getTicket } = follow()
  await connect()
  getTicket.mockReturnValue(new Promise(() => {}))

  socket().end(LIVE_CLOSE.restarting)
  await vi.advanceTimersByTimeAsync(9_000)
  expect([getTicket.mock.calls.length, getOffline()]).toEqual([2, false])
  await vi.advanceTimersByTimeAsync(1_500)
  expect(getOffline()).toBe(true)
  stop()
})

it('never waits longer than 30 seconds', async () => {
  const { getTicket, settle } = follow()
  getTicket.mockRejectedValue(new ApiError(0, 'network', 'offline'))
  await settle()

  for (let tries = 0; tries < 12; tries++) await vi.advanceTimersByTimeAsync(30_000)
  const before = getTicket.mock.calls.length
  await vi.advanceTimersByTimeAsync(30_000)

  expect(getTicket.mock.calls.length).toBeGreaterThan(before)
})

it.each([LIVE_CLOSE.not_signed_in, LIVE_CLOSE.too_slow])('requests a new ticket after close code %i', async (code) => {
  const { connect, socket, getTicket } = follow()
  await connect()

  socket().end(code)
  await vi.advanceTimersByTimeAsync(500)

  expect(getTicket).toHaveBeenCalledTimes(2)
})

it('waits before it reconnects after too many messages', async () => {
  const { connect, socket, sockets } = follow()
  await connect()

  socket().end(LIVE_CLOSE.too_many_messages)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sockets.length).toBe(1)
  await vi.advanceTimersByTimeAsync(500)

  expect(sockets.length).toBe(2)
})

it('ends after the session has ended', async () => {
  const { connect, socket, states, getTicket } = follow()
  await connect()
  getTicket.mockRejectedValue(new ApiError(401, 'not_signed_in', 'Please sign in'))

  socket().end(LIVE_CLOSE.not_signed_in)
  await vi.advanceTimersByTimeAsync(60_000)

  expect(getTicket).toHaveBeenCalledTimes(2)
  expect(states.at(-1)).toBe('ended')
})

it.each([
  ['the socket is closed', (socket: FakeSocket) => socket.end(LIVE_CLOSE.access_revoked)],
  ['the plan is not found', (socket: FakeSocket) => socket.say({ type: 'error', code: 'plan_not_found' })],
])('reports revoked access when %s, and does not reconnect', async (_, lose) => {
  const { connect, socket, sockets, calls, states } = follow()
  await connect()

  lose(socket())
  await vi.advanceTimersByTimeAsync(60_000)

  expect(calls.onRevoked).toHaveBeenCalledOnce()
  expect([sockets.length, states.at(-1)]).toEqual([1, 'ended'])
})

it('reconnects when the server sends no hello', async () => {
  const { socket, sockets, settle } = follow()
  await settle()

  await vi.advanceTimersByTimeAsync(10_000)
  expect(socket().close).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(500)

  expect(sockets.length).toBe(2)
})

it('reconnects when the server says hello and then nothing', async () => {
  const { socket, sockets, settle } = follow()
  await settle()

  socket().say({ type: 'hello', protocol: 1, epoch: 'first' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(socket().close).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(500)

  expect(sockets.length).toBe(2)
})

it('subscribes from the beginning while it has no list', async () => {
  const { connect, socket, setRevision } = follow()
  setRevision(-1)

  await connect()

  expect(socket().sent).toEqual([{ type: 'subscribe', plan_id: PLAN, since: 0, epoch: 'first' }])
})

it('reconnects immediately when the network is back', async () => {
  const { connect, socket, sockets, settle } = follow()
  await connect()
  for (let tries = 0; tries < 4; tries++) {
    socket().end(1006)
    await vi.advanceTimersByTimeAsync(500 * 2 ** tries)
  }
  socket().end(1006)

  window.dispatchEvent(new Event('online'))
  await settle()

  expect(sockets.length).toBe(6)
})

it('publishes the last of several selections, and again after a reconnect', async () => {
  const { client, connect, socket } = follow()
  await connect()
  const [first, second] = [makeId(), makeId()]

  client.setPresence(first)
  client.setPresence(second)
  await vi.advanceTimersByTimeAsync(250)
  expect(socket().sent.slice(1)).toEqual([{ type: 'presence', plan_id: PLAN, node_id: second }])
  socket().end(1006)
  await vi.advanceTimersByTimeAsync(500)
  await connect()

  expect(socket().sent.at(-1)).toEqual({ type: 'presence', plan_id: PLAN, node_id: second })
})

it('reports nothing after it was stopped', async () => {
  const { client, connect, socket, sockets, states } = follow()
  await connect()

  client.stop()
  expect(socket().close).toHaveBeenCalledOnce()
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(60_000)

  expect([sockets.length, states.at(-1)]).toEqual([1, 'live'])
})

it('makes one attempt at a time, however often the page gets the focus', async () => {
  const { getTicket, sockets, settle } = follow()
  let answer = (_ticket: string) => {}
  getTicket.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
  await settle()
  answer('ticket')
  window.dispatchEvent(new Event('focus'))
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('online'))
  await settle()

  expect([getTicket.mock.calls.length, sockets.length]).toEqual([1, 1])
})

it('does not let the timers of an earlier socket end a healthy one', async () => {
  const { connect, socket, sockets, settle, states } = follow()
  await settle()
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  await connect()

  await vi.advanceTimersByTimeAsync(15_000)

  expect(sockets.map(({ close }) => close.mock.calls.length)).toEqual([1, 0])
  expect([socket().readyState, states.at(-1)]).toEqual([WebSocket.OPEN, 'live'])
})

it.each([
  ['every 25 seconds', () => vi.advanceTimersByTimeAsync(25_000)],
  ['when the page gets the focus', async () => window.dispatchEvent(new Event('focus'))],
  ['when the network is back', async () => window.dispatchEvent(new Event('online'))],
])('pings the server %s', async (_, wait) => {
  const { connect, socket } = follow()
  await connect()

  await wait()

  expect(socket().sent.slice(1)).toEqual([{ type: 'ping', plan_id: PLAN }])
})

it('reconnects after eight seconds without a pong, and keeps a connection that responds', async () => {
  const { connect, socket, sockets } = follow()
  await connect()
  await vi.advanceTimersByTimeAsync(25_000)
  socket().say({ type: 'pong', plan_id: PLAN, revision: 7 })
  await vi.advanceTimersByTimeAsync(24_999)
  expect(sockets.length).toBe(1)

  await vi.advanceTimersByTimeAsync(1 + 8_000)

  expect(sockets.length).toBe(2)
  expect(sockets[0]?.close).toHaveBeenCalledOnce()
})

it('catches up when the server has sent more than has arrived', async () => {
  const { connect, socket, sockets, setRevision } = follow()
  await connect()

  socket().say({ type: 'pong', plan_id: PLAN, revision: 9 })
  setRevision(9)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sockets.length).toBe(1)
  socket().say({ type: 'pong', plan_id: PLAN, revision: 11 })
  await vi.advanceTimersByTimeAsync(1_000)
  await connect()

  expect(socket().sent).toEqual([{ type: 'subscribe', plan_id: PLAN, since: 9, epoch: 'first' }])
})
