import { readFileSync } from 'node:fs'
import { type ApiToken, TOKENS_MAX } from '@cairn/contract/api/tokens'
import { expect, it, vi } from 'vitest'
import { PASSWORD, type TestApp, type TestUser, testApp } from '../../../test/factory.ts'
import { mailTo } from '../../../test/mails.ts'

const create = ({ as }: TestApp, me: TestUser, body: Record<string, unknown> = {}) =>
  as(me)('POST', '/auth/token', { name: 'My assistant', ...body })
const list = async ({ as }: TestApp, me: TestUser) => (await as(me)('GET', '/auth/token')).json<ApiToken[]>()

it('shows the token once, lists it without its secret and stores only a hash', async () => {
  const app = await testApp()
  const me = await app.make.user()

  const reply = await create(app, me)

  expect(reply.statusCode).toBe(201)
  const { token, ...shown } = reply.json<ApiToken & { token: string }>()
  expect(token).toMatch(/^cairn_[\w-]{43}$/)
  expect(shown).toEqual({
    id: expect.any(String),
    name: 'My assistant',
    prefix: token.slice(0, 12),
    permissions: ['read'],
    created_at: expect.any(String),
    last_used: null,
    expires_at: null,
    plan: null,
    branch: null,
    changes_per_hour: null,
    nodes_per_hour: null,
    used: null,
  })
  expect(await list(app, me)).toEqual([shown])
  expect((await app.as(me)('GET', '/debug/tokens')).json()).toEqual([shown])
  expect((await app.as(token)('GET', '/plans')).statusCode).toBe(200)
  await app.app.close()
  const tables = await Promise.all(
    (['api_tokens', 'sessions', 'users', 'idempotency_keys'] as const).map((table) =>
      app.store.reader.selectFrom(table).selectAll().execute(),
    ),
  )
  expect(JSON.stringify(tables)).not.toContain(token.slice(12))
  if (app.store.kind === 'sqlite')
    for (const name of ['cairn.db', 'cairn.db-wal'])
      expect(readFileSync(`${app.dataDir}/${name}`).includes(token.slice(12))).toBe(false)
})

it('works as a Bearer and as an ApiKey', async () => {
  const app = await testApp()
  const { token } = (await create(app, await app.make.user())).json<{ token: string }>()

  for (const scheme of ['Bearer', 'ApiKey'])
    expect((await app.as(null)('GET', '/plans', undefined, { authorization: `${scheme} ${token}` })).statusCode).toBe(
      200,
    )
})

it('never takes a session token as an ApiKey', async () => {
  const app = await testApp()
  const { token } = await app.make.user()

  expect((await app.as(null)('GET', '/plans', undefined, { authorization: `ApiKey ${token}` })).statusCode).toBe(401)
})

it.each([
  [{ name: ' ' }, 'name', 'Name is required'],
  [{ permissions: ['root'] }, 'permissions.0', 'permissions must be any of read, write, admin'],
  [{ permissions: 'read' }, 'permissions', 'permissions must be a list'],
  [{ expires_at: 'soon' }, 'expires_at', 'expires_at must be a time like 2026-01-31T12:00:00Z'],
  [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at', 'expires_at must be in the future'],
])('rejects to create %o', async (body, path, message) => {
  const app = await testApp()

  const reply = await create(app, await app.make.user(), body)

  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ error: message, details: expect.arrayContaining([{ path, message }]) })
})

it('ends when it expires', async () => {
  let now = Date.now()
  const app = await testApp({ clock: () => new Date(now) })
  const expires_at = new Date(now + 60_000).toISOString()
  const { token } = (await create(app, await app.make.user(), { expires_at })).json<{ token: string }>()
  expect((await app.as(token)('GET', '/plans')).statusCode).toBe(200)

  now += 60_000

  expect((await app.as(token)('GET', '/plans')).statusCode).toBe(401)
})

it('is rejected with the next request after it was revoked, by its owner alone', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const { token, id } = (await create(app, me)).json<{ token: string; id: string }>()
  await app.as(token)('GET', '/plans')

  expect((await app.as(await app.make.user())('DELETE', `/auth/token/${id}`)).statusCode).toBe(404)
  expect((await app.as(token)('GET', '/plans')).statusCode).toBe(200)
  expect((await app.as(me)('DELETE', `/auth/token/${id}`)).statusCode).toBe(204)

  expect((await app.as(token)('GET', '/plans')).statusCode).toBe(401)
  expect((await app.as(me)('DELETE', `/auth/token/${id}`)).json()).toMatchObject({ code: 'token_not_found' })
  expect(await list(app, me)).toEqual([])
})

it.each([
  ['GET', '/auth/token', undefined],
  ['GET', '/debug/tokens', undefined],
  ['POST', '/auth/token', { name: 'stronger', permissions: ['admin'] }],
  ['POST', '/users/change-password', { currentPassword: PASSWORD, newPassword: 'New-passw0rd' }],
  ['DELETE', '/users/profile', { password: PASSWORD }],
  ['GET', '/auth/sessions', undefined],
  ['POST', '/auth/two-factor/disable', { password: PASSWORD }],
] as const)('an admin token may not %s %s', async (method, path, body) => {
  const app = await testApp()
  const me = await app.make.user()
  const token = await app.make.apiToken(me, 'admin')

  const reply = await app.as(token)(method, path, body)

  expect(reply.statusCode).toBe(403)
  expect(reply.json()).toMatchObject({ code: 'forbidden' })
})

it('reads and does not write with the scope read', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const plan = await app.make.plan(me)
  const token = await app.make.apiToken(me, 'read')
  const call = app.as(token)

  expect((await call('GET', `/plans/${plan.id}`)).statusCode).toBe(200)
  for (const [method, path] of [
    ['POST', '/plans'],
    ['PUT', `/plans/${plan.id}`],
    ['DELETE', `/plans/${plan.id}`],
    ['PUT', '/users/profile'],
  ] as const) {
    const reply = await call(method, path, { title: 'x', name: 'Other' })
    expect(reply.statusCode).toBe(403)
    expect(reply.json().error).toMatch(/"(write|admin)" scope/)
  }
})

it('records its last use at most once a minute', async () => {
  let now = Date.now()
  const app = await testApp({ clock: () => new Date(now) })
  const me = await app.make.user()
  const { token } = (await create(app, me)).json<{ token: string }>()
  const first = new Date(now).toISOString()
  const lastUsed = async () => (await list(app, me))[0]?.last_used

  await app.as(token)('GET', '/plans')
  expect(await lastUsed()).toBeNull()
  await vi.waitFor(async () => expect(await lastUsed()).toBe(first), 30_000)
  now += 59_000
  await app.as(token)('GET', '/plans')
  now += 1_000
  const second = new Date(now).toISOString()
  await app.as(token)('GET', '/plans')

  await vi.waitFor(async () => expect(await lastUsed()).toBe(second), 30_000)
})

it('is announced by email, with its name and permissions', async () => {
  const app = await testApp()
  const me = await app.make.user()

  await create(app, me, { name: 'Night job', permissions: ['read', 'write'] })

  const mail = await mailTo(app.dataDir, me.email, /^API token created$/)
  expect(mail).toContain('"Night job"')
  expect(mail).toContain('Permissions: read, write.')
  expect(mail).not.toContain('cairn_')
})

it('requires the password to create one with the scope admin in a session older than 15 minutes', async () => {
  let now = Date.now()
  const app = await testApp({ clock: () => new Date(now) })
  const me = await app.make.user()
  const login = async () =>
    (await app.as(null)('POST', '/auth/login', { email: me.email, password: PASSWORD })).json().session.access_token
  const session = await login()
  const admin = (more: object = {}) =>
    app.as(session)('POST', '/auth/token', { name: 'Admin', permissions: ['read', 'admin'], ...more })

  now += 15 * 60_000
  expect((await admin()).statusCode).toBe(201)
  now += 1_000
  const asked = await admin()
  expect([asked.statusCode, asked.json().code]).toEqual([403, 'password_required'])
  expect((await admin({ password: '' })).statusCode).toBe(400)
  expect((await admin({ password: 'wrong' })).json()).toMatchObject({ code: 'wrong_password' })
  expect((await admin({ password: PASSWORD })).statusCode).toBe(201)
  const writer = await app.as(session)('POST', '/auth/token', { name: 'Writer', permissions: ['write'] })
  expect(writer.statusCode).toBe(201)

  // So does lifting the limits of one.
  const [{ id }] = (await app.as(session)('GET', '/auth/token'))
    .json()
    .filter(({ permissions }: { permissions: string[] }) => permissions.includes('admin'))
  const limits = (tokenId: string, as = session) => app.as(as)('PUT', `/auth/token/${tokenId}/limits`, {})
  expect((await limits(id)).json()).toMatchObject({ code: 'password_required' })
  expect((await limits(writer.json().id)).statusCode).toBe(200)
  expect((await limits(id, await login())).statusCode).toBe(200)
})

it('is one of at most a hundred of an account', async () => {
  const app = await testApp()
  const [me, other] = [await app.make.user(), await app.make.user()]
  for (let made = 0; made < TOKENS_MAX; made++) expect((await create(app, me)).statusCode).toBe(201)

  const refused = await create(app, me)

  expect([refused.statusCode, refused.json().code]).toEqual([409, 'too_many_tokens'])
  expect((await create(app, other)).statusCode).toBe(201)
  const [newest] = await list(app, me)
  await app.as(me)('DELETE', `/auth/token/${newest?.id}`)
  expect((await create(app, me)).statusCode).toBe(201)
})
