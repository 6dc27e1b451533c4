import { allEndpoints } from '@cairn/contract/api/all'
import type { ConnectedApp } from '@cairn/contract/api/apps'
import * as oauth from 'oauth4webapi'
import { expect, it, vi } from 'vitest'
import {
  allowApp,
  authorizationQuery,
  CALLBACK,
  connectApp,
  registerApp,
  sendForm,
  type Tokens,
  VERIFIER,
} from '../../../test/apps.ts'
import { PASSWORD, type TestApp, type TestUser, testApp } from '../../../test/factory.ts'
import { mailTo, tokenIn } from '../../../test/mails.ts'

const DAY_MS = 24 * 3_600_000
const movable = () => {
  let now = Date.now()
  const pass = (ms: number) => {
    now += ms
  }
  return { clock: () => new Date(now), pass }
}
const ask = (app: TestApp, me: TestUser, query: string) => app.as(me)('POST', '/auth/apps/requests', { query })
const listApps = async (app: TestApp, me: TestUser) => (await app.as(me)('GET', '/auth/apps')).json<ConnectedApp[]>()
const redeem = (app: TestApp, form: Record<string, string>) =>
  sendForm(app, '/oauth/token', { grant_type: 'authorization_code', code_verifier: VERIFIER, ...form })
const refresh = (app: TestApp, { client_id, refresh_token }: Tokens, more: Record<string, string> = {}) =>
  sendForm(app, '/oauth/token', { grant_type: 'refresh_token', client_id, refresh_token, ...more })
const status = async (app: TestApp, token: string, path = '/plans') => (await app.as(token)('GET', path)).statusCode
const kindsOf = async (app: TestApp) =>
  (
    await app.store.reader
      .selectFrom('security_events')
      .select('kind')
      .where('kind', 'in', ['app.connected', 'app.disconnected', 'app.token_reused'])
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)

it('lets a client library discover, register, authorize, use, refresh and revoke', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const send: typeof fetch = async (input, init) => {
    const { url, method, headers, body } = { method: 'GET', headers: {}, ...init, url: String(input), body: init?.body }
    const reply = await app.app.inject({
      method: method as 'GET' | 'POST',
      url: new URL(url).pathname,
      headers: Object.fromEntries(new Headers(headers)),
      payload: body === undefined || body === null ? undefined : String(body),
    })
    const noBody = reply.statusCode === 204
    return new Response(noBody ? null : reply.rawPayload, {
      status: reply.statusCode,
      headers: reply.headers as Record<string, string>,
    })
  }
  const options = { [oauth.customFetch]: send, [oauth.allowInsecureRequests]: true }
  const resource = new URL('http://cairn.test/api')
  const described = await oauth.resourceDiscoveryRequest(resource, options)
  const { authorization_servers = [] } = await oauth.processResourceDiscoveryResponse(resource, described)
  const issuer = new URL(authorization_servers[0] ?? '')
  const found = await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' })
  const server = await oauth.processDiscoveryResponse(issuer, found)
  const metadata = { client_name: 'Library', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' }
  const registered = await oauth.dynamicClientRegistrationRequest(server, metadata, options)
  const client = await oauth.processDynamicClientRegistrationResponse(registered)
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const query = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'plans:read plans:write',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource: resource.href,
    state,
  })

  const { request } = (await ask(app, me, query.toString())).json()
  const decided = await app.as(me)('POST', '/auth/apps/decisions', { request, allow: true, scope: 'write' })
  const callback = oauth.validateAuthResponse(server, client, new URL(decided.json().redirect_to), state)
  const additionalParameters = { resource: resource.href }
  const grant = await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), callback, CALLBACK, verifier, {
    ...options,
    additionalParameters,
  })
  const first = await oauth.processAuthorizationCodeResponse(server, client, grant)
  const protectedReply = await oauth.protectedResourceRequest(
    first.access_token,
    'GET',
    new URL('http://cairn.test/api/plans'),
    undefined,
    undefined,
    options,
  )
  const again = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), first.refresh_token ?? '', options)
  const second = await oauth.processRefreshTokenResponse(server, client, again)
  const ended = await oauth.revocationRequest(server, client, oauth.None(), second.refresh_token ?? '', options)
  await oauth.processRevocationResponse(ended)

  expect(first).toMatchObject({ expires_in: 3600, scope: 'plans:read plans:write', token_type: 'bearer' })
  expect(protectedReply.status).toBe(200)
  expect(second.refresh_token).not.toBe(first.refresh_token)
  expect([await status(app, first.access_token), await status(app, second.access_token)]).toEqual([401, 401])
  expect(await listApps(app, me)).toEqual([])
  expect(await kindsOf(app)).toEqual(['app.connected', 'app.disconnected'])
})

it('describes the server and both resources to every page', async () => {
  const { app } = await testApp()
  const get = (url: string) => app.inject({ method: 'GET', url })

  const server = await get('/.well-known/oauth-authorization-server')
  expect(server.json()).toMatchObject({
    issuer: 'http://cairn.test',
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  })
  expect(server.headers['access-control-allow-origin']).toBe('*')
  const mcp = (await get('/.well-known/oauth-protected-resource/mcp')).json()
  expect(mcp).toMatchObject({ resource: 'http://cairn.test/mcp', scopes_supported: ['plans:read', 'plans:write'] })
  expect((await get('/.well-known/oauth-protected-resource/api')).json().resource).toBe('http://cairn.test/api')
  expect((await get('/.well-known/oauth-protected-resource')).statusCode).toBe(404)
  const preflight = await app.inject({
    method: 'OPTIONS',
    url: '/oauth/token',
    headers: { origin: 'https://any.test' },
  })
  expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, '*'])
  expect((await get('/oauth/token')).statusCode).toBe(404)
})

it('says who asks for what, and where the answer is sent', async () => {
  const app = await testApp()
  const client_id = await registerApp(app, { client_name: 'Evil\u202E\n\u200Bname 👩\u200D💻' })

  const reply = await ask(app, await app.make.user(), await authorizationQuery(app, { client_id }))

  expect(reply.json()).toEqual({
    request: expect.any(String),
    name: 'Evil name 👩\u200D💻',
    host: null,
    icon_url: null,
    scope: 'write',
    redirect_host: 'assistant.test',
    local: false,
  })
})

it('sends the decision back with the state and the issuer', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const { request } = (await ask(app, me, await authorizationQuery(app))).json()
  const decide = async (allow: boolean) =>
    new URL((await app.as(me)('POST', '/auth/apps/decisions', { request, allow })).json().redirect_to)

  const [denied, allowed] = [await decide(false), await decide(true)]

  expect(denied.origin + denied.pathname).toBe(CALLBACK)
  expect(Object.fromEntries(denied.searchParams)).toMatchObject({
    error: 'access_denied',
    state: 'the state',
    iss: 'http://cairn.test',
  })
  expect(Object.fromEntries(allowed.searchParams)).toEqual({
    code: expect.any(String),
    state: 'the state',
    iss: 'http://cairn.test',
  })
})

it.each([
  [{ response_type: 'token' }, 'unsupported_response_type'],
  [{ code_challenge: null }, 'invalid_request'],
  [{ code_challenge_method: 'plain' }, 'invalid_request'],
  [{ code_challenge_method: null }, 'invalid_request'],
  [{ code_challenge: 'short' }, 'invalid_request'],
  [{ scope: 'everything' }, 'invalid_scope'],
  [{ resource: 'https://elsewhere.test/mcp' }, 'invalid_target'],
  [{ response_mode: 'fragment' }, 'invalid_request'],
] as const)('refuses the request %o and offers the way back', async (overrides, error) => {
  const app = await testApp()

  const reply = await ask(app, await app.make.user(), await authorizationQuery(app, overrides))

  expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_app_request'])
  const back = new URL(reply.json().details.redirect_to)
  expect(back.origin + back.pathname).toBe(CALLBACK)
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error, state: 'the state', iss: 'http://cairn.test' })
})

it.each([
  'https://assistant.test/callback/',
  'https://assistant.test/callback?next=1',
  'https://assistant.test.evil.test/callback',
  'https://assistant.test@evil.test/callback',
  'https://evil.test/callback',
  'http://assistant.test/callback',
  'javascript:alert(1)',
  '/callback',
])('never offers a way back to %s, which the app has not registered', async (redirect_uri) => {
  const app = await testApp()

  const reply = await ask(app, await app.make.user(), await authorizationQuery(app, { redirect_uri, scope: 'no' }))

  expect(reply.statusCode).toBe(400)
  expect(reply.json().details).toEqual({ reason: 'invalid_request' })
})

it('refuses an unknown app, repeated parameters and a changed, foreign or expired question', async () => {
  const { clock, pass } = movable()
  const app = await testApp({ clock })
  const me = await app.make.user()
  const decide = async (request: string, who = me, more: object = {}) =>
    (await app.as(who)('POST', '/auth/apps/decisions', { request, allow: true, ...more })).json().details?.reason

  const unknown = await ask(app, me, await authorizationQuery(app, { client_id: 'app_unknown' }))
  expect(unknown.json().details).toEqual({ reason: 'invalid_client' })
  const twice = await ask(app, me, `${await authorizationQuery(app)}&state=other`)
  expect(twice.json().details.reason).toBe('invalid_request')
  const query = await authorizationQuery(app, { scope: 'plans:read' })
  const { request } = (await ask(app, me, query)).json<{ request: string }>()
  expect(await decide(`${request.slice(0, 20)}A${request.slice(21)}`)).toBe('expired')
  expect(await decide('nothing')).toBe('expired')
  expect(await decide(request, await app.make.user())).toBe('expired')
  expect(await decide(request, me, { scope: 'write' })).toBe('invalid_scope')
  pass(10 * 60_000)
  expect(await decide(request)).toBe('expired')
})

it('stores no secret', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const { code, client_id, redirect_uri } = await allowApp(app, me)
  const tokens = (await redeem(app, { code, client_id, redirect_uri })).json<Tokens>()

  const tables = await Promise.all(
    (['oauth_codes', 'oauth_tokens', 'oauth_grants', 'security_events'] as const).map((table) =>
      app.store.reader.selectFrom(table).selectAll().execute(),
    ),
  )

  for (const secret of [code, tokens.access_token, tokens.refresh_token])
    expect(JSON.stringify(tables)).not.toContain(secret.slice(-20))
})

it('redeems a code only with its verifier, redirect URI, client and resource, and within 5 minutes', async () => {
  const { clock, pass } = movable()
  const app = await testApp({ clock })
  const me = await app.make.user()
  const { code, client_id, redirect_uri } = await allowApp(app, me)
  const right = { code, client_id, redirect_uri }
  const errorOf = async (form: Record<string, string>) => (await redeem(app, { ...right, ...form })).json().error

  expect(await errorOf({ code_verifier: `${VERIFIER}x` })).toBe('invalid_grant')
  expect(await errorOf({ code_verifier: '' })).toBe('invalid_request')
  expect(await errorOf({ redirect_uri: `${redirect_uri}/` })).toBe('invalid_grant')
  expect(await errorOf({ client_id: await registerApp(app) })).toBe('invalid_grant')
  expect(await errorOf({ code: 'unknown' })).toBe('invalid_grant')
  expect(await errorOf({ resource: 'http://cairn.test/mcp' })).toBe('invalid_target')
  expect(await errorOf({ grant_type: 'password' })).toBe('unsupported_grant_type')
  pass(5 * 60_000)
  expect(await errorOf({})).toBe('invalid_grant')
  expect(await listApps(app, me)).toEqual([])
})

it('redeems a code without a redirect URI, which the verifier replaces', async () => {
  const app = await testApp()
  const { code, client_id } = await allowApp(app, await app.make.user())
  expect((await redeem(app, { code, client_id })).json()).toMatchObject({ token_type: 'Bearer' })
})

it('takes only forms at the token endpoint', async () => {
  const app = await testApp()

  const reply = await app.app.inject({ method: 'POST', url: '/oauth/token', payload: { grant_type: 'refresh_token' } })

  expect([reply.statusCode, reply.json().error]).toEqual([400, 'invalid_request'])
  expect(reply.headers['cache-control']).toBe('no-store')
})

it('ends the access when a code is used twice', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const { code, client_id, redirect_uri } = await allowApp(app, me)
  const { access_token } = (await redeem(app, { code, client_id, redirect_uri })).json<Tokens>()
  expect(await status(app, access_token)).toBe(200)

  const replayed = await redeem(app, { code, client_id, redirect_uri })

  expect(replayed.json().error).toBe('invalid_grant')
  expect(await status(app, access_token)).toBe(401)
  expect(await kindsOf(app)).toEqual(['app.connected', 'app.token_reused'])
})

it('gives tokens to one of many who redeem a code at the same time', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const { code, client_id, redirect_uri } = await allowApp(app, me)

  const replies = await Promise.all([1, 2, 3, 4].map(() => redeem(app, { code, client_id, redirect_uri })))

  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(await listApps(app, me)).toEqual([])
})

it('refreshes with a new token each time, repeats within 30 minutes, and ends everything after', async () => {
  const { clock, pass } = movable()
  const app = await testApp({ clock })
  const me = await app.make.user()
  const first = await connectApp(app, me)

  pass(3_600_000)
  expect(await status(app, first.access_token)).toBe(401)
  const second = (await refresh(app, first)).json<Tokens>()
  expect(await status(app, second.access_token)).toBe(200)
  pass(29 * 60_000)
  const lost = (await refresh(app, first)).json<Tokens>()
  expect(await status(app, lost.access_token)).toBe(200)
  pass(2 * 60_000)
  const reused = await refresh(app, first)

  expect(reused.json().error).toBe('invalid_grant')
  expect([await status(app, second.access_token), await status(app, lost.access_token)]).toEqual([401, 401])
  expect((await refresh(app, { ...second, client_id: first.client_id })).json().error).toBe('invalid_grant')
  expect(await kindsOf(app)).toEqual(['app.connected', 'app.token_reused'])
})

it('refreshes many times at once without an error', async () => {
  const app = await testApp()
  const tokens = await connectApp(app, await app.make.user())

  const replies = await Promise.all([1, 2, 3, 4].map(() => refresh(app, tokens)))

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
})

it('refreshes only for the same app and resource, within the scope, for 90 days', async () => {
  const { clock, pass } = movable()
  const app = await testApp({ clock })
  const me = await app.make.user()
  const tokens = await connectApp(app, me)
  const errorOf = async (more: Record<string, string>) => (await refresh(app, tokens, more)).json().error

  expect(await errorOf({ client_id: await registerApp(app) })).toBe('invalid_grant')
  expect(await errorOf({ resource: 'http://cairn.test/mcp' })).toBe('invalid_target')
  expect(await errorOf({ scope: 'plans:admin' })).toBe('invalid_scope')
  expect(await errorOf({ refresh_token: tokens.access_token })).toBe('invalid_grant')
  const narrow = (await refresh(app, tokens, { scope: 'plans:read' })).json<Tokens & { scope: string }>()
  expect(narrow.scope).toBe('plans:read')
  expect((await app.as(narrow.access_token)('POST', '/plans', { title: 'x' })).statusCode).toBe(403)
  const wide = (await refresh(app, { ...narrow, client_id: tokens.client_id })).json<{ scope: string }>()
  expect(wide.scope).toBe('plans:read plans:write')
  pass(90 * DAY_MS)
  expect(await errorOf({})).toBe('invalid_grant')
})

it('refuses a token for the other resource', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const mcp = await connectApp(app, me, { query: { resource: 'http://cairn.test/mcp' } })
  const unnamed = await connectApp(app, me, { query: { resource: null } })

  expect([await status(app, mcp.access_token), await status(app, unnamed.access_token)]).toEqual([401, 401])
})

it('never takes a refresh token as a credential', async () => {
  const app = await testApp()
  const { refresh_token } = await connectApp(app, await app.make.user())

  expect(await status(app, refresh_token)).toBe(401)
})

it('reads and does not write with the scope read, also where the app asked for more', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const plan = await app.make.plan(me)
  const { access_token } = await connectApp(app, me, { scope: 'read' })

  expect(await status(app, access_token, `/plans/${plan.id}`)).toBe(200)
  for (const [method, path] of [
    ['POST', '/plans'],
    ['PUT', `/plans/${plan.id}`],
    ['DELETE', `/plans/${plan.id}`],
    ['PUT', '/users/profile'],
  ] as const)
    expect((await app.as(access_token)(method, path, { title: 'x', name: 'x' })).statusCode).toBe(403)
})

it('names the app in what it changes, and cannot manage credentials', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const plan = await app.make.plan(me)
  const { access_token } = await connectApp(app, me)

  await app.as(access_token)('POST', `/plans/${plan.id}/nodes`, { title: 'By the app', node_type: 'task' })

  const { data } = (await app.as(me)('GET', `/activity/plans/${plan.id}/activity`)).json()
  expect(data[0].via).toEqual({ kind: 'connector', name: 'Helper' })
  await app.as(access_token)('GET', '/plans')
  expect((await listApps(app, me))[0]?.changes).toBe(1)
  for (const { endpoint } of allEndpoints.filter(({ endpoint }) => endpoint.access === 'account.secure'))
    if (!endpoint.path.includes(':'))
      expect((await app.as(access_token)(endpoint.method, endpoint.path)).statusCode, endpoint.path).toBe(403)
})

it('lists apps for their person alone, with their last use, and disconnects them immediately', async () => {
  const { clock, pass } = movable()
  const app = await testApp({ clock })
  const me = await app.make.user()
  const stranger = await app.make.user()
  const { access_token } = await connectApp(app, me)
  const [shown] = await listApps(app, me)
  const id = shown?.id ?? ''

  expect(shown).toMatchObject({
    name: 'Helper',
    host: null,
    redirect_host: 'assistant.test',
    scope: 'write',
    plan: null,
  })
  expect(await listApps(app, stranger)).toEqual([])
  await app.as(access_token)('GET', '/plans')
  await vi.waitFor(async () => expect((await listApps(app, me))[0]?.last_used).not.toBeNull(), 30_000)
  pass(1_000)
  expect((await app.as(stranger)('DELETE', `/auth/apps/${id}`)).statusCode).toBe(404)
  expect(await status(app, access_token)).toBe(200)
  expect((await app.as(me)('DELETE', `/auth/apps/${id}`)).statusCode).toBe(204)
  expect(await status(app, access_token)).toBe(401)
  expect((await app.as(me)('DELETE', `/auth/apps/${id}`)).json().code).toBe('app_not_found')
})

it('ends only the access token that is revoked, and nothing for another app', async () => {
  const app = await testApp()
  const tokens = await connectApp(app, await app.make.user())
  const revoke = (form: Record<string, string>) => sendForm(app, '/oauth/revoke', form)

  expect((await revoke({ token: tokens.access_token, client_id: await registerApp(app) })).statusCode).toBe(200)
  expect(await status(app, tokens.access_token)).toBe(200)
  expect((await revoke({ token: 'unknown' })).statusCode).toBe(200)
  expect((await revoke({ token: tokens.access_token, client_id: tokens.client_id })).statusCode).toBe(200)
  expect(await status(app, tokens.access_token)).toBe(401)
  expect((await refresh(app, tokens)).statusCode).toBe(200)
})

it('stays connected when the password changes, like API tokens', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const { access_token } = await connectApp(app, me)

  const body = { currentPassword: PASSWORD, newPassword: 'An0ther-passw0rd' }
  expect((await app.as(me)('POST', '/users/change-password', body)).statusCode).toBe(200)

  expect(await status(app, access_token)).toBe(200)
})

it('is disconnected when the password is reset or the account deleted', async () => {
  const app = await testApp()
  const [forgetful, leaving] = [await app.make.user(), await app.make.user()]
  const tokens = [await connectApp(app, forgetful), await connectApp(app, leaving)]
  const pending = await allowApp(app, leaving)

  await app.as(null)('POST', '/auth/forgot-password', { email: forgetful.email })
  const token = tokenIn(await mailTo(app.dataDir, forgetful.email, /Reset/), 'reset-password')
  await app.as(null)('POST', '/auth/reset-password', { token, password: 'An0ther-passw0rd' })
  expect((await app.as(leaving)('DELETE', '/users/profile', { password: PASSWORD })).statusCode).toBe(204)

  for (const one of tokens) {
    expect(await status(app, one.access_token)).toBe(401)
    expect((await refresh(app, one)).json().error).toBe('invalid_grant')
  }
  const { code, client_id, redirect_uri } = pending
  expect((await redeem(app, { code, client_id, redirect_uri })).json().error).toBe('invalid_grant')
})

it('asks for the password before an app may share and delete plans, in an older session', async () => {
  const { clock, pass } = movable()
  const app = await testApp({ clock })
  const me = await app.make.user()
  pass(16 * 60_000)
  const { request } = (await ask(app, me, await authorizationQuery(app, { scope: 'plans:admin' }))).json()
  const decide = (more: object) =>
    app.as(me)('POST', '/auth/apps/decisions', { request, allow: true, scope: 'admin', ...more })

  expect((await decide({})).json().code).toBe('password_required')
  expect((await decide({ password: 'wrong' })).json().code).toBe('wrong_password')
  expect((await decide({ password: PASSWORD })).json().redirect_to).toContain('code=')
  expect((await decide({ scope: 'write' })).json().redirect_to).toContain('code=')
})

it('is announced by email', async () => {
  const app = await testApp()
  const me = await app.make.user()

  await connectApp(app, me)

  const mail = await mailTo(app.dataDir, me.email, /^App connected$/)
  expect(mail).toContain('"Helper"')
})

it.each([
  [{ redirect_uris: [] }, 'invalid_redirect_uri'],
  [{ redirect_uris: 'https://assistant.test' }, 'invalid_redirect_uri'],
  [{ redirect_uris: ['http://assistant.test/cb'] }, 'invalid_redirect_uri'],
  [{ redirect_uris: ['https://assistant.test/cb#part'] }, 'invalid_redirect_uri'],
  [{ redirect_uris: ['javascript://assistant.test/%0aalert(1)'] }, 'invalid_redirect_uri'],
  [{ redirect_uris: ['data:text/html,x'] }, 'invalid_redirect_uri'],
  [{ grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
  [{ response_types: ['token'] }, 'invalid_client_metadata'],
  [{ client_name: 5 }, 'invalid_client_metadata'],
])('does not register %o', async (metadata, error) => {
  const { app } = await testApp()
  const payload = { client_name: 'Helper', redirect_uris: [CALLBACK], ...metadata }

  const reply = await app.inject({ method: 'POST', url: '/oauth/register', payload })

  expect([reply.statusCode, reply.json().error]).toEqual([400, error])
})

it('limits registrations, and forgets unused ones after a day', async () => {
  const { clock, pass } = movable()
  const app = await testApp({ clock, env: { CAIRN_ABUSE_LIMITS: 'on' } })
  const me = await app.make.user()
  const used = await connectApp(app, me)
  for (let i = 0; i < 99; i++) await registerApp(app)
  const refused = await app.app.inject({
    method: 'POST',
    url: '/oauth/register',
    payload: { redirect_uris: [CALLBACK] },
  })
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  const { cleanUpOauth } = await import('./oauth.apps.ts')
  const clients = async () =>
    (await app.store.reader.selectFrom('oauth_clients').select('id').execute()).map(({ id }) => id)

  pass(DAY_MS + 1_000)
  await cleanUpOauth({ store: app.store, clock })

  expect(await clients()).toEqual([used.client_id])
  pass(181 * DAY_MS)
  await cleanUpOauth({ store: app.store, clock })
  await cleanUpOauth({ store: app.store, clock })
  expect(await clients()).toEqual([])
  expect(await app.store.reader.selectFrom('oauth_grants').select('id').execute()).toEqual([])
})
