import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import * as oauth from 'oauth4webapi'
import { expect, it, onTestFinished } from 'vitest'
import { allowApp, sendForm, VERIFIER } from '../../../test/apps.ts'
import { type TestApp, testApp } from '../../../test/factory.ts'

const ENV = { CAIRN_OUTBOUND_LOOPBACK: 'on' }
const REDIRECT = 'https://documented.test/cb'
const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const ISSUER = 'http://cairn.test'

async function makeKey(kid = 'first') {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  return { privateKey, kid, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256' } as JWK }
}
type Key = Awaited<ReturnType<typeof makeKey>>

/** Serves an app that signs with the key; `change` alters its description. */
async function serveApp(
  change: (document: Record<string, unknown>, origin: string) => object = (document) => document,
) {
  const state = { key: await makeKey(), reads: 0, fails: false }
  const server = createServer((request, reply) => {
    const origin = `http://${request.headers.host}`
    const jwks = { keys: [state.key.jwk] }
    if (request.url === '/jwks') {
      state.reads++
      reply.statusCode = state.fails ? 500 : 200
      reply.end(JSON.stringify(jwks))
      return
    }
    const document = {
      client_id: `${origin}/app`,
      client_name: 'Signed',
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: 'private_key_jwt',
      jwks,
    }
    reply.end(JSON.stringify(change(document, origin)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/app`, state }
}
const atUri = ({ jwks: _, ...document }: Record<string, unknown>, origin: string) => ({
  ...document,
  jwks_uri: `${origin}/jwks`,
})

const codeFor = async (app: TestApp, client_id: string) =>
  (await allowApp(app, await app.make.user(), { query: { client_id, redirect_uri: REDIRECT } })).code

/** An assertion as RFC 7523 wants it, unless the claims say otherwise. */
const sign = ({ privateKey, kid }: Key, client_id: string, claims: Record<string, unknown> = {}) =>
  new SignJWT({
    iss: client_id,
    sub: client_id,
    aud: ISSUER,
    jti: crypto.randomUUID(),
    exp: Math.floor(Date.now() / 1000) + 60,
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES256', kid })
    .sign(privateKey)

const redeem = (app: TestApp, form: Record<string, string>) =>
  sendForm(app, '/oauth/token', {
    grant_type: 'authorization_code',
    redirect_uri: REDIRECT,
    code_verifier: VERIFIER,
    ...form,
  })

it.each([
  ['jwks', undefined],
  ['jwks_uri', atUri],
])('lets a client library sign in with private_key_jwt and the keys in %s', async (_, change) => {
  const app = await testApp({ env: ENV })
  const { url, state } = await serveApp(change)
  const send: typeof fetch = async (input, init) => {
    const payload = init?.body === undefined || init.body === null ? undefined : String(init.body)
    const method = (init?.method ?? 'GET') as 'GET' | 'POST'
    const headers = Object.fromEntries(new Headers(init?.headers))
    const reply = await app.app.inject({ method, url: new URL(String(input)).pathname, headers, payload })
    return new Response(reply.rawPayload, {
      status: reply.statusCode,
      headers: reply.headers as Record<string, string>,
    })
  }
  const options = { [oauth.customFetch]: send, [oauth.allowInsecureRequests]: true }
  const found = await oauth.discoveryRequest(new URL(ISSUER), { ...options, algorithm: 'oauth2' })
  const server = await oauth.processDiscoveryResponse(new URL(ISSUER), found)
  expect(server.token_endpoint_auth_methods_supported).toEqual(['none', 'private_key_jwt'])
  const client: oauth.Client = { client_id: url }
  const auth = oauth.PrivateKeyJwt({ key: state.key.privateKey, kid: state.key.kid })
  const allowed = await allowApp(app, await app.make.user(), { query: { client_id: url, redirect_uri: REDIRECT } })
  const parameters = oauth.validateAuthResponse(server, client, allowed.redirect, oauth.skipStateCheck)
  const granted = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    auth,
    parameters,
    REDIRECT,
    VERIFIER,
    options,
  )
  const first = await oauth.processAuthorizationCodeResponse(server, client, granted)
  const refreshed = await oauth.refreshTokenGrantRequest(server, client, auth, first.refresh_token ?? '', options)
  const second = await oauth.processRefreshTokenResponse(server, client, refreshed)
  expect((await app.as(second.access_token)('GET', '/plans')).statusCode).toBe(200)
  expect((await oauth.revocationRequest(server, client, auth, second.refresh_token ?? '', options)).status).toBe(200)
  expect((await app.as(second.access_token)('GET', '/plans')).statusCode).toBe(401)
})

it('refuses assertions that are missing, foreign, old, long-lived or for someone else', async () => {
  const app = await testApp({ env: ENV })
  const { url, state } = await serveApp()
  const { key } = state
  const code = await codeFor(app, url)
  const now = Math.floor(Date.now() / 1000)
  const assertions: Record<string, string | undefined> = {
    'no assertion': undefined,
    'not a JWT': 'nonsense',
    'another key': await sign({ ...(await makeKey()), kid: key.kid }, url),
    'another audience': await sign(key, url, { aud: 'https://other.test' }),
    'another issuer': await sign(key, url, { iss: 'https://other.test/app' }),
    'another subject': await sign(key, url, { sub: 'https://other.test/app' }),
    'an expired one': await sign(key, url, { exp: now - 120 }),
    'one for a day': await sign(key, url, { exp: now + 86_400 }),
    'one without jti': await sign(key, url, { jti: undefined }),
    'one without exp': await sign(key, url, { exp: undefined }),
    unsigned: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ iss: url, sub: url, aud: ISSUER, jti: 'x', exp: now + 60 })).toString('base64url')}.`,
  }
  for (const [name, assertion] of Object.entries(assertions)) {
    const signed: Record<string, string> =
      assertion === undefined ? {} : { client_assertion_type: TYPE, client_assertion: assertion }
    const reply = await redeem(app, { code, client_id: url, ...signed })
    expect([name, reply.statusCode, reply.json().error]).toEqual([name, 401, 'invalid_client'])
  }
  const good = { client_assertion_type: TYPE, client_assertion: await sign(key, url) }
  const wrongType = await redeem(app, { code, ...good, client_assertion_type: 'jwt' })
  expect([wrongType.statusCode, wrongType.json().error]).toEqual([401, 'invalid_client'])
  expect((await redeem(app, { code, ...good })).statusCode).toBe(200)
})

it('accepts an assertion once, also when two requests bring it together', async () => {
  const app = await testApp({ env: ENV })
  const { url, state } = await serveApp()
  const codes = [await codeFor(app, url), await codeFor(app, url)]
  const form = { client_id: url, client_assertion_type: TYPE, client_assertion: await sign(state.key, url) }
  const replies = await Promise.all(codes.map((code) => redeem(app, { code, ...form })))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
})

it.each([
  ['jwks', undefined],
  ['jwks_uri', atUri],
])('finds the new key in %s after a change of keys, and refuses the old one then', async (_, change) => {
  const app = await testApp({ env: ENV })
  const { url, state } = await serveApp(change)
  const before = state.key
  const first = { client_assertion_type: TYPE, client_assertion: await sign(before, url) }
  expect((await redeem(app, { code: await codeFor(app, url), ...first })).statusCode).toBe(200)
  state.key = await makeKey('second')
  const second = { client_assertion_type: TYPE, client_assertion: await sign(state.key, url) }
  expect((await redeem(app, { code: await codeFor(app, url), ...second })).statusCode).toBe(200)
  const old = { client_assertion_type: TYPE, client_assertion: await sign(before, url) }
  expect((await redeem(app, { code: await codeFor(app, url), ...old })).statusCode).toBe(401)
})

it('refuses an assertion of an app without keys, and keys at a private address', async () => {
  const app = await testApp({ env: ENV })
  const open = await serveApp(({ jwks: _, token_endpoint_auth_method: __, ...document }) => document)
  const assertion = await sign(open.state.key, open.url)
  const form = { client_assertion_type: TYPE, client_assertion: assertion, client_id: open.url }
  expect((await redeem(app, { code: await codeFor(app, open.url), ...form })).json().error).toBe('invalid_client')

  const hidden = await serveApp(({ jwks: _, ...document }) => ({ ...document, jwks_uri: 'https://10.0.0.1/jwks' }))
  const signed = { client_assertion_type: TYPE, client_assertion: await sign(hidden.state.key, hidden.url) }
  const reply = await redeem(app, { code: await codeFor(app, hidden.url), ...signed })
  expect([reply.statusCode, reply.json().error]).toEqual([401, 'invalid_client'])
})

it('finds a new key however many strangers sent unknown ones before', async () => {
  let now = Date.now()
  const app = await testApp({ env: { ...ENV, CAIRN_ABUSE_LIMITS: 'on' }, clock: () => new Date(now) })
  const { url, state } = await serveApp(atUri)
  const code = await codeFor(app, url)
  const send = async (key: Key) => {
    const client_assertion = await sign(key, url)
    return (await redeem(app, { code, client_id: url, client_assertion_type: TYPE, client_assertion })).statusCode
  }
  const stranger = await makeKey('unknown')

  for (let i = 0; i < 25; i++) expect(await send(stranger)).toBe(401)
  expect(state.reads).toBeLessThanOrEqual(2)
  state.key = await makeKey('second')
  now += 60_000

  expect(await send(state.key)).toBe(200)
})

it('reads the keys of an app once for calls that come together, and does not ask again at once when that fails', async () => {
  const app = await testApp({ env: ENV })
  const { url, state } = await serveApp(atUri)
  const code = await codeFor(app, url)
  const send = async () => {
    const client_assertion = await sign(state.key, url)
    const reply = await redeem(app, { code, client_id: url, client_assertion_type: TYPE, client_assertion })
    return [reply.statusCode, reply.json().error]
  }
  state.fails = true

  const replies = await Promise.all(Array.from({ length: 5 }, send))

  expect(replies).toEqual(Array(5).fill([401, 'invalid_client']))
  expect(await send()).toEqual([401, 'invalid_client'])
  expect(state.reads).toBe(1)
})
