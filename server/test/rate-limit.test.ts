// The general limit: what it counts by, and what it says.
import { connect as openTcp } from 'node:net'
import { text } from 'node:stream/consumers'
import type { LightMyRequestResponse } from 'fastify'
import { expect, it, test } from 'vitest'
import { createRateLimit } from '../src/core/rate-limit.ts'
import { type TestApp, testApp } from './factory.ts'
import { liveAddress } from './live-client.ts'

const FIVE = { CAIRN_RATE_LIMITS: '5' }

const get = ({ app }: TestApp, authorization?: string, remoteAddress = '192.0.2.1', url = '/api/plans') =>
  app.inject({ method: 'GET', url, remoteAddress, headers: { ...(authorization && { authorization }) } })
const statuses = (replies: LightMyRequestResponse[]) => replies.map(({ statusCode }) => statusCode)
const inTurn = async <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> => {
  const made: T[] = []
  for (let index = 0; index < count; index++) made.push(await make(index))
  return made
}

it('counts a credential once, however it is written', async () => {
  const server = await testApp({ env: FIVE })
  const { token } = await server.make.user()
  const ways = [`Bearer ${token}`, `bEaReR ${token}`, `BEARER  ${token}`, `bearer   ${token}`, `Bearer ${token}`]

  const first = await inTurn(5, (index) => get(server, ways[index]))
  const more = await inTurn(5, (index) => get(server, ways[index], `198.51.100.${index}`))

  expect(statuses(first)).toEqual([200, 200, 200, 200, 200])
  expect(statuses(more)).toEqual([429, 429, 429, 429, 429])
  expect((await get(server, `ApiKey ${await server.make.apiToken(await server.make.user(), 'read')}`)).statusCode).toBe(
    200,
  )
})

test.each([
  ['random values', (index: number) => `Bearer ${'x'.repeat(40)}${index}`],
  ['random API keys', (index: number) => `ApiKey cairn_${index}${'y'.repeat(40)}`],
  ['schemes in all cases', (index: number) => ['bEaReR a', 'BEARER a', 'Basic a', 'ApiKey a', 'bearer  a'][index % 5]],
  ['other headers', () => 'Negotiate abc'],
  ['no header', () => undefined],
])('counts %s against the address', async (_, header) => {
  const server = await testApp({ env: FIVE })

  const replies = await inTurn(8, (index) => get(server, header(index)))

  expect(statuses(replies)).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  expect((await get(server, header(9), '192.0.2.2')).statusCode).toBe(401)
})

it('counts an IPv6 network as one address, but not callers who are signed in', async () => {
  const server = await testApp({ env: FIVE })
  const me = await server.make.user()

  const replies = await inTurn(7, (index) => get(server, undefined, `2001:db8:1:2::${index}`))

  expect(statuses(replies)).toEqual([401, 401, 401, 401, 401, 429, 429])
  expect((await get(server, undefined, '2001:db8:1:3::1')).statusCode).toBe(401)
  expect((await get(server, `Bearer ${me.token}`, '2001:db8:1:2::1')).statusCode).toBe(200)
})

it('limits the look-ups of unknown credentials per address, but not of accepted ones', async () => {
  let now = Date.UTC(2026, 0, 1, 12, 0, 20)
  const server = await testApp({ env: FIVE, clock: () => new Date(now) })
  const [known, unknown] = [await server.make.user(), await server.make.user()]
  const as = (token: string, address?: string) => get(server, `Bearer ${token}`, address).then((r) => r.statusCode)

  expect(await as(known.token)).toBe(200)
  const wrong = await inTurn(6, (index) => as(`wrong${index}`))

  expect(wrong).toEqual([401, 401, 401, 401, 429, 429])
  expect(await as(known.token)).toBe(200)
  expect(await as(unknown.token)).toBe(429)
  expect(await as(unknown.token, '192.0.2.2')).toBe(200)
  now += 60_000
  expect(await as((await server.make.user()).token)).toBe(200)
})

it('returns the remaining requests on every reply, also on errors and unknown paths, and Retry-After', async () => {
  const now = Date.UTC(2026, 0, 1, 12, 0, 20)
  const server = await testApp({ env: FIVE, clock: () => new Date(now) })
  const paths = ['/api/config', '/api/nothing', '/api/plans', '/api/plans/x', '/api/auth/sessions', '/api/config']

  const replies = await inTurn(6, (index) => get(server, undefined, undefined, paths[index]))

  expect(statuses(replies)).toEqual([200, 404, 401, 401, 401, 429])
  expect(
    replies.map(({ headers }) => [
      headers['ratelimit-limit'],
      headers['ratelimit-remaining'],
      headers['ratelimit-reset'],
    ]),
  ).toEqual([5, 4, 3, 2, 1, 0].map((_, index) => ['5', String(Math.max(0, 4 - index)), '40']))
  expect(replies.at(-1)?.headers['retry-after']).toBe('40')
  expect(replies.at(-1)?.json()).toEqual({ error: expect.any(String), code: 'rate_limited' })
})

it('resets each minute, and sends no headers when it is off', async () => {
  let now = Date.UTC(2026, 0, 1, 12, 0, 59)
  const server = await testApp({ env: { CAIRN_RATE_LIMITS: '1' }, clock: () => new Date(now) })
  const off = await testApp()

  expect(statuses(await inTurn(2, () => get(server)))).toEqual([401, 429])
  now += 1_000
  expect(statuses(await inTurn(2, () => get(server)))).toEqual([401, 429])
  expect(Object.keys((await get(off)).headers).filter((name) => name.startsWith('ratelimit'))).toEqual([])
})

it('limits the number of callers in memory', () => {
  const limit = createRateLimit(2, () => 0)
  for (let index = 0; index < 200_000; index++) limit.count(`a${index}`)

  expect([limit.count('new'), limit.count('newer'), limit.count('newest'), limit.count('a7')]).toEqual([1, 2, 3, 2])
})

async function upgrade(port: number, path: string): Promise<string> {
  const socket = openTcp(port, '127.0.0.1')
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: cairn.test\r\nOrigin: http://cairn.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  )
  const head = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
  const line = (await Promise.race([head, text(socket)])).split('\r\n')[0] ?? ''
  socket.destroy()
  return line
}

it('answers an upgrade to an invalid URL with 400', async () => {
  const { app } = await testApp()
  const port = Number(new URL(await liveAddress(app)).port)

  for (const path of ['//', '///', '//:x', '/\\'])
    expect(await upgrade(port, path), path).toMatch(/^HTTP\/1\.1 40[04] /)
  expect(await upgrade(port, '//')).toBe('HTTP/1.1 400 Bad Request')
})

it('limits the upgrades of an address, and writes nothing for an unknown ticket', async () => {
  let writes = 0
  const { app, store } = await testApp({
    env: { CAIRN_ABUSE_LIMITS: 'on' },
    clock: () => new Date(Date.UTC(2026, 0, 1)),
  })
  const port = Number(new URL(await liveAddress(app)).port)
  const { write } = store
  store.write = (work) => {
    writes++
    return write(work)
  }

  const lines = await inTurn(302, () => upgrade(port, '/api/live?ticket=bogus'))

  expect(lines.filter((line) => line.includes(' 101 '))).toHaveLength(300)
  expect(lines.slice(-2)).toEqual(['HTTP/1.1 429 Too Many Requests', 'HTTP/1.1 429 Too Many Requests'])
  // The server's background work writes now and then; a write for each ticket would be 300.
  expect(writes).toBeLessThan(100)
})
