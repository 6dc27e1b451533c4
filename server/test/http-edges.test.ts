// Requests as they really arrive: over a socket, too large, broken, or not quite HTTP.
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { testApp } from './factory.ts'
import { uploadAs } from './forms.ts'

const MIB = 1024 * 1024

async function listening() {
  const server = await testApp()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  return { ...server, port, url: `http://127.0.0.1:${port}/api` }
}

/** Sends the text as it is; resolves to all that comes back when the connection closes. */
async function raw(port: number, request: string): Promise<{ status: number; body: string }> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(request)
  const reply = await text(socket)
  const [head = '', body = ''] = reply.split('\r\n\r\n', 2)
  return { status: Number(head.split(' ')[1]), body }
}
const LOGIN = 'POST /api/auth/login HTTP/1.1\r\nHost: cairn\r\nContent-Type: application/json\r\nConnection: close\r\n'

const NO_REQUESTS: [string, string, number][] = [
  ['a line that is no HTTP', 'HELLO\r\n\r\n', 400],
  ['a method that does not exist', 'FROB /api/plans HTTP/1.1\r\nHost: cairn\r\n\r\n', 400],
  ['two lengths', `${LOGIN}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
  ['a length and chunks at once', `${LOGIN}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ['a negative length', `${LOGIN}Content-Length: -2\r\n\r\n{}`, 400],
  ['a broken chunk', `${LOGIN}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`, 400],
  ['a line break in a header', 'GET /api/config HTTP/1.1\r\nHost: cairn\r\nX-A: b\n\rc\r\n\r\n', 400],
  ['a header of 20 KB', `GET /api/config HTTP/1.1\r\nHost: cairn\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ['an address of 20 KB', `GET /api/plans?a=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: cairn\r\n\r\n`, 431],
  [
    'a token of 20 KB',
    `GET /api/plans HTTP/1.1\r\nHost: cairn\r\nAuthorization: Bearer ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
  ],
]

it('answers invalid HTTP with one clear sentence', async () => {
  const { port } = await listening()

  for (const [name, request, status] of NO_REQUESTS) {
    const reply = await raw(port, request)
    expect(reply.status, name).toBe(status)
    expect(JSON.parse(reply.body), name).toMatchObject({ error: expect.stringMatching(/\w+ \w+/) })
  }
})

it('rejects bodies beyond 1 MB with 413, which the client receives although it still sends', async () => {
  const { as, make, url } = await listening()
  const me = await make.user()
  const headers = { authorization: `Bearer ${me.token}`, 'content-type': 'application/json' }
  const post = (init: RequestInit) => fetch(`${url}/plans`, { method: 'POST', headers, ...init })
  const chunks = () =>
    new ReadableStream({
      start(stream) {
        for (let i = 0; i < 10; i++) stream.enqueue(new Uint8Array(MIB).fill(0x61))
        stream.close()
      },
    })

  const replies = [
    await post({ body: `{"title":"${'a'.repeat(50 * MIB)}"}` }),
    await post({ body: `{"title":"${'a'.repeat(MIB)}"}` }),
    await post({ body: chunks(), duplex: 'half' }),
    await fetch(`${url}/auth/login`, { method: 'POST', headers, body: `{"email":"${'a'.repeat(50 * MIB)}"}` }),
  ]

  for (const reply of replies) {
    expect(reply.status).toBe(413)
    expect(await reply.json()).toEqual({ error: 'The request is too large.', code: 'too_large' })
  }
  expect((await as(me)('GET', '/plans')).json()).toEqual([])
  expect((await post({ body: '{"title":"A plan"}' })).status).toBe(201)
})

it('answers HEAD like GET without a body, and a method it does not know with 405', async () => {
  const { app, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const headers = { authorization: `Bearer ${me.token}` }
  const ask = (method: 'HEAD' | 'OPTIONS' | 'PATCH' | 'GET', url: string) => app.inject({ method, url, headers })

  const head = await ask('HEAD', `/api/plans/${plan.id}`)
  expect([head.statusCode, head.body]).toEqual([200, ''])
  for (const method of ['OPTIONS', 'PATCH'] as const) {
    const reply = await ask(method, `/api/plans/${plan.id}`)
    expect([reply.statusCode, reply.json().code]).toEqual([405, 'method_not_allowed'])
  }
  for (const path of ['/api', '/api/', '/api/plans/', '/api//plans', '/api/Plans'])
    expect((await ask('GET', path)).statusCode, path).toBe(404)
})

it('reads no body on GET, and a body on DELETE where one is allowed', async () => {
  const { app, as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)
  const url = `/plans/${plan.id}/nodes/${node.id}`
  await as(me)('POST', `${url}/assign`, { user_id: me.id })

  const read = await app.inject({
    method: 'GET',
    url: `/api${url}`,
    headers: { authorization: `Bearer ${me.token}`, 'content-type': 'application/json' },
    payload: '{broken',
  })
  const unassigned = await as(me)('DELETE', `${url}/unassign`, { user_id: me.id })
  const broken = await as(me)('DELETE', url, '{broken')
  const deleted = await as(me)('DELETE', url, { anything: 'at all' })

  expect([read, unassigned, broken, deleted].map(({ statusCode }) => statusCode)).toEqual([200, 204, 400, 204])
})

it('answers 304 to If-None-Match with the tag, a list that contains it, or *, and 200 with any other', async () => {
  const { app, as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)
  const files = `/plans/${plan.id}/nodes/${node.id}/artifacts`
  const uploaded = await uploadAs(app, me, files, { content: 'hello' })
  const calendar = (await as(me)('PUT', '/users/me/calendars', {})).json()
  const authorization = `Bearer ${me.token}`
  const urls = [
    '/api/plans',
    `/api/plans/${plan.id}/nodes`,
    `/api/plans/${plan.id}/nodes?status=not_started`,
    uploaded.json().url,
    new URL(calendar.url).pathname,
  ]

  for (const url of urls) {
    const get = async (tag?: string) =>
      app.inject({ url, headers: { authorization, ...(tag !== undefined && { 'if-none-match': tag }) } })
    const etag = String((await get()).headers.etag)
    const statuses = [await get('*'), await get(etag), await get(`"other", W/${etag}`), await get('"other"')]
    expect([url, ...statuses.map(({ statusCode }) => statusCode)]).toEqual([url, 304, 304, 304, 200])
    expect([url, statuses[0]?.headers.etag]).toEqual([url, etag])
  }
  const wrong = await app.inject({
    url: `/api/plans/${plan.id}/nodes?format=tree&status=blocked`,
    headers: { authorization, 'if-none-match': '*' },
  })
  expect(wrong.statusCode).toBe(400)
})

it('ignores offers of other protocols than WebSocket, and reads the body and the next request', async () => {
  const { port } = await listening()
  const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAAB\r\n'
  const body = '{"email":"ana@example.test","password":"wrong"}'
  const requests = [
    `GET /healthz HTTP/1.1\r\nHost: cairn.test\r\n${offer}\r\n`,
    `POST /api/auth/login HTTP/1.1\r\nHost: cairn.test\r\n${offer}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    'GET /healthz HTTP/1.1\r\nHost: cairn.test\r\nConnection: close\r\n\r\n',
  ]

  const socket = connect(port, '127.0.0.1')
  const lines: string[] = []
  for (const request of requests) {
    socket.write(request)
    const [reply] = await once(socket, 'data')
    lines.push(String(reply).split('\r\n')[0] ?? '')
  }
  socket.destroy()

  expect(lines).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 401 Unauthorized', 'HTTP/1.1 200 OK'])
})
