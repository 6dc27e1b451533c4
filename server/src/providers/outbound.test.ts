import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { fetchOutside, keepConnection, type OutboundDeps, OutboundError } from './outbound.ts'

const LIMITS = { max_bytes: 1_000, timeout_ms: 30_000 }
const GUARDED: OutboundDeps = { allow_loopback: false }
const LOCAL: OutboundDeps = { allow_loopback: true }
const resolvesTo =
  (...addresses: string[]): OutboundDeps['resolve'] =>
  (_, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

async function serve(
  handler: RequestListener,
): Promise<{ url: string; requests: () => number; connections: () => number }> {
  let [requests, connections] = [0, 0]
  const server = createServer((request, reply) => {
    requests++
    handler(request, reply)
  })
  server.on('connection', () => connections++)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests: () => requests,
    connections: () => connections,
  }
}

it.each([
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'https://user:word@example.com/',
  'not a url',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f.0.0.1/',
  'https://017700000001/',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[64:ff9b::127.0.0.1]/',
  'https://[fd00::1]/',
])('never sends to %s', async (url) => {
  await expect(fetchOutside(url, LIMITS, GUARDED)).rejects.toBeInstanceOf(OutboundError)
})

it.each([['10.0.0.1'], ['::1'], ['::ffff:192.168.0.1'], ['93.184.216.34', '127.0.0.1']])(
  'never connects to a name that resolves to %s',
  async (...addresses) => {
    const resolve = resolvesTo(...addresses)

    await expect(fetchOutside('https://rebound.test/', LIMITS, { ...GUARDED, resolve })).rejects.toThrow(/not public/)
  },
)

it('resolves a name once and connects to the address that was checked', async () => {
  const { url } = await serve((_, reply) => reply.end('hello'))
  let lookups = 0
  const resolve: OutboundDeps['resolve'] = (host, done) => {
    lookups++
    // A second answer would be private.
    resolvesTo(lookups === 1 ? '127.0.0.1' : '10.0.0.1')?.(host, done)
  }

  const reply = await fetchOutside(url.replace('127.0.0.1', 'name.test'), LIMITS, { ...LOCAL, resolve })

  expect([reply.status, reply.body.toString(), lookups]).toEqual([200, 'hello', 1])
})

it('allows this machine, and nothing else that is private, where tests allow it', async () => {
  const { url } = await serve((_, reply) => reply.end('hello'))

  expect((await fetchOutside(url, LIMITS, LOCAL)).status).toBe(200)
  await expect(fetchOutside('http://10.0.0.1/', LIMITS, LOCAL)).rejects.toThrow(/not public/)
  await expect(fetchOutside(url, LIMITS, GUARDED)).rejects.toThrow(/https/)
})

it('follows no redirect', async () => {
  const { url, requests } = await serve((_, reply) => reply.writeHead(302, { location: '/' }).end())

  expect((await fetchOutside(url, LIMITS, LOCAL)).status).toBe(302)
  expect(requests()).toBe(1)
})

it('stops at the size limit, announced or not', async () => {
  const announced = await serve((_, reply) => reply.writeHead(200, { 'content-length': '5000' }).end('x'.repeat(5000)))
  const endless = await serve((_, reply) => {
    const more = () => {
      while (reply.write('x'.repeat(500)));
      reply.once('drain', more)
    }
    more()
  })

  for (const { url } of [announced, endless])
    await expect(fetchOutside(url, LIMITS, LOCAL)).rejects.toThrow(/longer than 1000 bytes/)
})

it('stops at the time limit, before and within the reply', async () => {
  const silent = await serve(() => {})
  const stuck = await serve((_, reply) => reply.write('x'))

  for (const { url } of [silent, stuck])
    await expect(fetchOutside(url, { ...LIMITS, timeout_ms: 100 }, LOCAL)).rejects.toThrow(/within 0.1 seconds/)
})

it('takes the status of a reply whose body is cut, because it is too long or does not end', async () => {
  const long = await serve((_, reply) => reply.writeHead(200).end('x'.repeat(500_000)))
  const stuck = await serve((_, reply) => reply.writeHead(202).write('x'))
  const broken = await serve((_, reply) => reply.writeHead(201).write('x', () => reply.destroy()))

  const read = ({ url }: { url: string }, timeout_ms = LIMITS.timeout_ms) =>
    fetchOutside(url, { ...LIMITS, timeout_ms, cuts_body: true }, LOCAL)

  const replies = await Promise.all([read(long), read(stuck, 2_000), read(broken)])

  expect(replies.map(({ status, body }) => [status, body.length])).toEqual([
    [200, 1_000],
    [202, 1],
    [201, 1],
  ])
})

it('sends a body with its length', async () => {
  const { url } = await serve((request, reply) => {
    request.setEncoding('utf8').on('data', (body) => reply.end(`${request.headers['content-length']} ${body}`))
  })

  const { body } = await fetchOutside(url, { ...LIMITS, method: 'POST', body: 'añb' }, LOCAL)

  expect(body.toString()).toBe('4 añb')
})

it('shares a kept connection, and sends again on another one when it breaks', async () => {
  let isBroken = false
  const { url, connections } = await serve((request, reply) => {
    if (isBroken) request.socket.resetAndDestroy()
    else reply.end('hello')
    isBroken = false
  })
  const kept = keepConnection()
  onTestFinished(() => kept.close())
  const ask = async () => (await fetchOutside(url, { ...LIMITS, kept }, LOCAL)).status

  expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 200])
  expect(connections()).toBe(1)
  isBroken = true
  expect(await ask()).toBe(200)
  expect(connections()).toBe(2)
})
