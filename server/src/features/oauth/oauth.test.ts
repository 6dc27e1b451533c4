import { allEndpoints } from '@cairn/contract/api/all'
import * as oauth from 'oauth4webapi'
import { expect, it } from 'vitest'
import { allowApp, CALLBACK, connectApp, type Tokens } from '../../../test/apps.ts'
import { testApp } from '../../../test/factory.ts'
import { ask, kindsOf, listApps, redeem, status } from '../../../test/oauth.ts'

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
