import { readdirSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import { testApp } from '../../test/factory.ts'
import { formBody } from '../../test/forms.ts'
import { acceptForms, receiveFormFile } from './form-file.ts'
import { limitSlowBodies, refuseBrokenRequest } from './slow-bodies.ts'

const TIMEOUT_MS = 200

/** A server that reads any body, and is less patient than the real one. */
async function impatientServer(timeoutMs = TIMEOUT_MS) {
  const app = Fastify({ requestTimeout: 0, clientErrorHandler: refuseBrokenRequest })
  limitSlowBodies(app, timeoutMs)
  await acceptForms(app)
  app.post('/json', async () => 'done')
  app.post('/form', (request) =>
    receiveFormFile(request, { field: 'file', maxBytes: 1_000_000 }, async ({ stream }) =>
      String(await buffer(stream)),
    ),
  )
  app.post('/refused', async (_, reply) => reply.status(403).send('no'))
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  return portOf(app)
}

const portOf = (app: FastifyInstance): number => (app.server.address() as AddressInfo).port

/** Sends the head of a request, then calls `drip` until the server closes the connection; resolves with all it said. */
async function talk(port: number, head: string[], drip: () => string): Promise<{ said: string }> {
  const socket = connect(port, '127.0.0.1')
  let said = ''
  socket.on('data', (data) => {
    said += data
  })
  // The server may close while more is on its way.
  socket.on('error', () => {})
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const timer = setInterval(() => socket.write(drip()), 20)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(timer)
  return { said }
}

const form = (path: string) => [
  `POST ${path} HTTP/1.1`,
  'Host: a.test',
  'Content-Type: multipart/form-data; boundary=x',
  'Transfer-Encoding: chunked',
]
const FILE_HEAD = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

it('ends a slow JSON body with 408', async () => {
  const port = await impatientServer()
  const head = ['POST /json HTTP/1.1', 'Host: a.test', 'Content-Type: application/json', 'Content-Length: 1000000']

  const { said } = await talk(port, head, () => ' ')

  expect(said).toContain('408 Request Timeout')
  expect(said).toContain('{"error":"The request took too long to arrive.","code":"timeout"}')
})

it('ends an upload without progress, with 408', async () => {
  const port = await impatientServer()
  let first = true

  const { said } = await talk(port, form('/form'), () => {
    const next = first ? FILE_HEAD : 'a'
    first = false
    return chunk(next)
  })

  expect(said).toContain('408 Request Timeout')
})

it('lets a steady upload take as long as it needs', async () => {
  // Long enough that a busy machine still sends in time.
  const timeoutMs = 2_000
  const port = await impatientServer(timeoutMs)
  const until = performance.now() + timeoutMs * 1.5
  let [first, last] = [true, false]

  const { said } = await talk(port, [...form('/form'), 'Connection: close'], () => {
    if (last) return ''
    last = performance.now() > until
    const text = last ? '\r\n--x--\r\n' : first ? FILE_HEAD : 'a'.repeat(4_096)
    first = false
    return last ? `${chunk(text)}0\r\n\r\n` : chunk(text)
  })

  expect(said).toContain('200 OK')
  expect(performance.now()).toBeGreaterThan(until)
})

it('closes the connection of a client that still sends after the reply', async () => {
  const port = await impatientServer()

  const { said } = await talk(port, form('/refused'), () => chunk('a'.repeat(4_096)))

  expect(said).toContain('403 Forbidden')
  expect(said).not.toContain('408')
})

it('answers invalid HTTP with the same error body', async () => {
  const port = await impatientServer()

  const { said } = await talk(port, ['nonsense'], () => '')

  expect(said).toContain('HTTP/1.1 400 Bad Request')
  expect(said).toContain('{"error":"The request is malformed.","code":"invalid_input"}')
})

it('answers 413 to every body that is too large, without breaking the connection', async () => {
  const { app } = await testApp()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${portOf(app)}/api/auth/login`
  const headers = { 'content-type': 'application/json' }

  const replies = await Promise.all(
    Array.from({ length: 5 }, () => fetch(url, { method: 'POST', headers, body: Buffer.alloc(20_000_000, 'x') })),
  )

  expect(replies.map(({ status }) => status)).toEqual([413, 413, 413, 413, 413])
})

it('leaves no temporary file of a hundred uploads that break off', async () => {
  const { app, make, dataDir } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { payload, contentType } = await formBody([{ content: 'x'.repeat(200_000) }])
  const head = [
    `POST /api/plans/${plan.id}/nodes/${node.id}/artifacts HTTP/1.1`,
    'Host: a.test',
    `Authorization: Bearer ${me.token}`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${payload.length}`,
  ]
  const temporary = () => readdirSync(join(dataDir, 'files/tmp'))

  const sockets = Array.from({ length: 100 }, () => {
    const socket = connect(portOf(app), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.write(payload.subarray(0, 100_000))
    return socket
  })
  await vi.waitFor(() => expect(temporary()).toHaveLength(100), 30_000)
  for (const socket of sockets) socket.destroy()

  await vi.waitFor(() => expect(temporary()).toEqual([]), 30_000)
  const folders = readdirSync(join(dataDir, 'files'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name)).toEqual(['tmp'])
})

it('leaves no timer of an injected request whose body is read late', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = Fastify()
  limitSlowBodies(app)
  const timers: number[] = []
  app.addHook('onRequest', async () => {
    await nextTurn()
    await nextTurn()
    timers.push(vi.getTimerCount())
  })
  app.post('/', async () => 'done')

  await app.inject({ method: 'POST', url: '/', payload: { title: 'A plan' } })

  expect([...timers, vi.getTimerCount()]).toEqual([1, 0])
})
