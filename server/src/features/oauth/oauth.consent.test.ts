import { expect, it } from 'vitest'
import { authorizationQuery, CALLBACK, registerApp } from '../../../test/apps.ts'
import { PASSWORD, testApp } from '../../../test/factory.ts'
import { ask, movable } from '../../../test/oauth.ts'

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
