import { expect, it } from 'vitest'
import { allowApp, connectApp, registerApp, type Tokens, VERIFIER } from '../../../test/apps.ts'
import { testApp } from '../../../test/factory.ts'
import { DAY_MS, kindsOf, listApps, movable, redeem, refresh, status } from '../../../test/oauth.ts'

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
  expect(await errorOf({ client_id: 'app_unknown' })).toBe('invalid_client')
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

it('refreshes at most 60 times an hour, and still ends everything when a stolen token is used again', async () => {
  const { clock, pass } = movable()
  const app = await testApp({ clock, env: { CAIRN_ABUSE_LIMITS: 'on' } })
  const me = await app.make.user()
  const first = await connectApp(app, me)
  let latest = first
  for (let done = 0; done < 60; done++)
    latest = { ...(await refresh(app, latest)).json<Tokens>(), client_id: first.client_id }

  const refused = await refresh(app, latest)

  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect(await status(app, latest.access_token)).toBe(200)
  pass(3_600_000)
  expect((await refresh(app, latest)).statusCode).toBe(200)
  expect((await refresh(app, first)).json().error).toBe('invalid_grant')
  expect(await listApps(app, me)).toEqual([])
})

it('keeps a limited number of refresh tokens of an app, and the newest always work', async () => {
  const { clock, pass } = movable()
  const app = await testApp({ clock })
  const tokens = await connectApp(app, await app.make.user())
  const { grant_id } = await app.store.reader.selectFrom('oauth_tokens').select('grant_id').executeTakeFirstOrThrow()
  const row = (nr: number, used: boolean) => ({
    ...{ token_hash: `${used} ${nr}`, grant_id, kind: 'refresh' as const, scope: 'read' as const },
    ...{ used_at: used ? new Date(clock().getTime() - nr * 3_600_000).toISOString() : null },
    ...{ created_at: new Date(clock().getTime() - nr * 3_600_000).toISOString() },
    expires_at: new Date(clock().getTime() + 30 * DAY_MS).toISOString(),
  })
  for (const used of [false, true]) {
    const rows = Array.from({ length: used ? 2_200 : 150 }, (_, nr) => row(nr + 1, used))
    for (let from = 0; from < rows.length; from += 1_000)
      await app.store.write((tx) =>
        tx
          .insertInto('oauth_tokens')
          .values(rows.slice(from, from + 1_000))
          .execute(),
      )
  }

  pass(1_000)
  const next = (await refresh(app, tokens)).json<Tokens>()

  const left = await app.store.reader.selectFrom('oauth_tokens').selectAll().where('kind', '=', 'refresh').execute()
  expect(left.filter(({ used_at }) => used_at === null)).toHaveLength(100)
  expect(left.filter(({ used_at }) => used_at !== null)).toHaveLength(2_160)
  expect(left.map(({ token_hash }) => token_hash)).toEqual(expect.arrayContaining(['false 1', 'true 1']))
  expect((await refresh(app, { ...next, client_id: tokens.client_id })).statusCode).toBe(200)
})
