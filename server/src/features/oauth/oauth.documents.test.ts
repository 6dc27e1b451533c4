import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { authorizationQuery, connectApp } from '../../../test/apps.ts'
import { type TestApp, testApp } from '../../../test/factory.ts'

const LOOPBACK = { CAIRN_OUTBOUND_LOOPBACK: 'on' }

/** Serves a description of an app at its own URL. */
async function serveDocument(change: (document: Record<string, unknown>) => unknown = (document) => document) {
  let reads = 0
  const state = { change }
  const handler: RequestListener = (request, reply) => {
    reads++
    const url = `http://${request.headers.host}${request.url}`
    const document = { client_id: url, client_name: 'Documented', redirect_uris: ['https://documented.test/cb'] }
    reply.writeHead(request.url === '/moved' ? 302 : 200, { location: '/app' })
    reply.end(JSON.stringify(state.change(document)))
  }
  const server = createServer(handler)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/app`, reads: () => reads, state }
}

const ask = async (app: TestApp, client_id: string, redirect_uri = 'https://documented.test/cb') => {
  const query = await authorizationQuery(app, { client_id, redirect_uri })
  return app.as(await app.make.user())('POST', '/auth/apps/requests', { query })
}

it('lets in an app that is described at its own URL, and names its host', async () => {
  const app = await testApp({ env: LOOPBACK })
  const { url, reads } = await serveDocument()
  const me = await app.make.user()

  expect((await ask(app, url)).json()).toMatchObject({ name: 'Documented', host: new URL(url).host })
  const query = { client_id: url, redirect_uri: 'https://documented.test/cb' }
  const { access_token } = await connectApp(app, me, { query })

  expect((await app.as(access_token)('GET', '/plans')).statusCode).toBe(200)
  expect((await app.as(me)('GET', '/auth/apps')).json()[0]).toMatchObject({ host: new URL(url).host })
  expect(reads()).toBe(1)
})

it('reads the document again after an hour', async () => {
  let now = Date.now()
  const app = await testApp({ env: LOOPBACK, clock: () => new Date(now) })
  const { url, reads, state } = await serveDocument()
  await ask(app, url)
  state.change = (document) => ({ ...document, redirect_uris: ['https://new.test/cb'] })

  now += 60 * 60_000

  expect((await ask(app, url)).json().details).toEqual({ reason: 'invalid_request' })
  expect((await ask(app, url, 'https://new.test/cb')).statusCode).toBe(200)
  expect(reads()).toBe(2)
})

it.each([
  ['another client_id', (document: object) => ({ ...document, client_id: 'https://other.test/app' })],
  ['no client_id', () => ({ client_name: 'x', redirect_uris: ['https://documented.test/cb'] })],
  ['no redirect URIs', (document: object) => ({ ...document, redirect_uris: [] })],
  ['a client secret', (document: object) => ({ ...document, token_endpoint_auth_method: 'client_secret_basic' })],
  ['no keys to check', (document: object) => ({ ...document, token_endpoint_auth_method: 'private_key_jwt' })],
  [
    'a private key',
    (document: object) => ({
      ...document,
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [{ kty: 'OKP', d: 'x' }] },
    }),
  ],
  [
    'keys at a file',
    (document: object) => ({
      ...document,
      token_endpoint_auth_method: 'private_key_jwt',
      jwks_uri: 'file:///etc/passwd',
    }),
  ],
  ['a list', () => []],
  ['null', () => null],
  ['more than 64 kB', (document: object) => ({ ...document, more: 'x'.repeat(70_000) })],
])('refuses a document with %s', async (_, change) => {
  const app = await testApp({ env: LOOPBACK })
  const { url } = await serveDocument(change)

  const reply = await ask(app, url)

  expect(reply.statusCode).toBe(400)
  expect(reply.json().details.redirect_to).toBeUndefined()
})

it('refuses redirects, and URLs that are not plain', async () => {
  const app = await testApp({ env: LOOPBACK })
  const { url, reads } = await serveDocument()
  const { origin, host } = new URL(url)

  expect((await ask(app, `${origin}/moved`)).json().error).toContain('status 302')
  for (const bad of [`${origin}/`, origin, `${url}?x=1`, `${url}#x`, `${origin}/a/../app`, `http://me@${host}/app`])
    expect((await ask(app, bad)).json().details, bad).toEqual({ reason: 'invalid_client' })
  expect(reads()).toBe(1)
})

it('fetches nothing that is not on the public internet', async () => {
  const app = await testApp()
  const { url, reads } = await serveDocument()

  for (const id of [url, url.replace('http:', 'https:'), 'https://[::1]/app', 'https://169.254.169.254/app'])
    expect((await ask(app, id)).json().details, id).toEqual({ reason: 'invalid_client' })
  expect(reads()).toBe(0)
})

it('limits the documents that one person makes it fetch', async () => {
  const app = await testApp({ env: { ...LOOPBACK, CAIRN_ABUSE_LIMITS: 'on' } })
  const { url } = await serveDocument()
  const me = await app.make.user()
  const statuses = new Set<number>()

  for (let i = 0; i <= 30; i++) {
    const query = await authorizationQuery(app, { client_id: `${url}${i}` })
    statuses.add((await app.as(me)('POST', '/auth/apps/requests', { query })).statusCode)
  }

  expect([...statuses]).toEqual([400, 429])
})
