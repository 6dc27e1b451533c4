import type { LoginReply } from '@cairn/contract/api/auth'
import type { PlanNode } from '@cairn/contract/api/nodes'
import type { Plan } from '@cairn/contract/api/plans'
import { expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/factory.ts'
import { buildApp } from '../../app.ts'
import { parseConfig } from '../../base/config.ts'

const PASSWORD = 'Demo123456!'
const ON = { CAIRN_DEMO: 'on' }
const signIn = ({ as }: TestApp) => as(null)('POST', '/auth/login', { email: 'demo@example.com', password: PASSWORD })
const tokenOf = async (app: TestApp) => (await signIn(app)).json<LoginReply>().session.access_token

it('shows a plan in the middle of its work', async () => {
  const app = await testApp({ env: ON, clock: () => new Date('2026-03-10T12:00:00Z') })
  const demo = app.as(await tokenOf(app))

  const plans = (await demo('GET', '/plans')).json<Plan[]>()

  expect(plans).toMatchObject([{ status: 'active', role: 'owner' }])
  const url = `/plans/${plans[0]?.id}`
  const nodes = (await demo('GET', `${url}/nodes`)).json<PlanNode[]>()
  expect(nodes.length).toBe(plans[0]?.node_count)
  expect(nodes.length).toBeGreaterThanOrEqual(25)
  const seen = <K extends keyof PlanNode>(field: K) => new Set(nodes.map((node) => node[field]))
  expect(seen('status')).toEqual(new Set(['not_started', 'in_progress', 'completed', 'blocked']))
  expect(seen('node_type')).toEqual(new Set(['root', 'phase', 'task', 'milestone']))
  expect(nodes.filter(({ node_type }) => node_type === 'root')).toMatchObject([{ due_date: '2026-04-21' }])
  expect(nodes.some(({ agent_instructions }) => agent_instructions)).toBe(true)
  expect(nodes.some(({ comment_count }) => comment_count > 0)).toBe(true)
  expect(nodes.some(({ assignees }) => assignees.length > 0)).toBe(true)
  const logs = await app.store.reader.selectFrom('logs').select('log_type').distinct().execute()
  expect(logs).toHaveLength(5)
  const edges = (await demo('GET', `${url}/edges`)).json<{ kind: string }[]>()
  expect(new Set(edges.map(({ kind }) => kind))).toEqual(new Set(['dependency', 'sequence', 'reference']))
})

it.each([
  ['POST', '/users/change-password', { currentPassword: PASSWORD, newPassword: 'Other-passw0rd' }],
  ['POST', '/auth/two-factor/setup', { password: PASSWORD }],
  ['POST', '/auth/two-factor/enable', { code: '123456' }],
  ['PUT', '/users/profile', { name: 'Somebody else' }],
  ['POST', '/upload/avatar', undefined],
  ['DELETE', '/upload/avatar', undefined],
  ['DELETE', '/users/profile', { password: PASSWORD }],
] as const)('cannot %s %s', async (method, path, body) => {
  const app = await testApp({ env: ON })

  const reply = await app.as(await tokenOf(app))(method, path, body)

  expect(reply.statusCode).toBe(403)
  expect(reply.json()).toMatchObject({ code: 'demo_account', error: expect.stringMatching(/^The demo account cannot/) })
  expect((await signIn(app)).statusCode).toBe(200)
})

it('is known by its profile', async () => {
  const app = await testApp({ env: ON })

  const reply = await app.as(await tokenOf(app))('GET', '/users/profile')

  expect(reply.json()).toMatchObject({ email: 'demo@example.com', is_demo: true })
})

it('cannot invite anyone', async () => {
  const app = await testApp({ env: ON })
  const demo = app.as(await tokenOf(app))
  const [plan] = (await demo('GET', '/plans')).json<Plan[]>()

  const reply = await demo('POST', `/plans/${plan?.id}/collaborators`, { email: 'somebody@example.test' })

  expect(reply.json()).toMatchObject({ code: 'demo_account' })
})

it('gets no password reset link by mail, with the same reply as any account', async () => {
  const app = await testApp({ env: ON })

  const demo = await app.as(null)('POST', '/auth/forgot-password', { email: 'demo@example.com' })
  const other = await app.as(null)('POST', '/auth/forgot-password', { email: 'nobody@example.test' })

  expect(demo.body).toBe(other.body)
  await app.app.close()
  expect(await app.store.reader.selectFrom('one_time_tokens').selectAll().execute()).toEqual([])
})

/** The same database under another server. */
async function restart({ store, files, dataDir }: TestApp, env: Record<string, string>) {
  const config = parseConfig({
    CAIRN_DATA_DIR: dataDir,
    CAIRN_RATE_LIMITS: 'off',
    CAIRN_SECRET: 'a secret of the tests, long enough to be one',
    LOG_LEVEL: 'error',
    ...env,
  })
  const app = await buildApp({ config, store, files, clock: () => new Date(), strict_replies: true })
  await app.ready()
  return app
}

it('is created once, across restarts', async () => {
  const app = await testApp({ env: ON })
  const count = async () => ({
    users: (await app.store.reader.selectFrom('users').select('id').execute()).length,
    plans: (await app.store.reader.selectFrom('plans').select('id').execute()).length,
  })

  const again = await Promise.all([restart(app, ON), restart(app, ON)])

  expect(await count()).toEqual({ users: 1, plans: 1 })
  for (const server of again) await server.close()
})

it('rejects sign-ins and ends sessions, tokens and calendars after a start without the demo', async () => {
  const app = await testApp({ env: ON })
  const session = await tokenOf(app)
  const { token } = (await app.as(session)('POST', '/auth/token', { name: 'Agent' })).json()
  const { pathname } = new URL((await app.as(session)('PUT', '/users/me/calendars', {})).json().url)
  expect((await app.app.inject(pathname)).statusCode).toBe(200)
  const later = await restart(app, { CAIRN_DEMO: 'off' })
  const call = (url: string, headers = {}) => later.inject({ url, headers })

  for (const credential of [session, token])
    expect((await call('/api/plans', { authorization: `Bearer ${credential}` })).statusCode).toBe(401)
  expect((await call(pathname)).statusCode).toBe(404)
  const payload = { email: 'demo@example.com', password: PASSWORD }
  expect((await later.inject({ method: 'POST', url: '/api/auth/login', payload })).statusCode).toBe(401)
  await later.close()
})

it('leaves its address to a person who registered it first', async () => {
  const app = await testApp()
  const me = await app.make.user({ email: 'demo@example.com' })

  const later = await restart(app, ON)

  expect((await signIn(app)).statusCode).toBe(401)
  const profile = await later.inject({ url: '/api/users/profile', headers: { authorization: `Bearer ${me.token}` } })
  expect(profile.json()).toMatchObject({ id: me.id })
  await later.close()
})

it('isolates its visitors: no one sees or ends the session of another', async () => {
  const app = await testApp({ env: ON })
  const [first, second] = [await tokenOf(app), await tokenOf(app)]
  const sessions = async (token: string) => (await app.as(token)('GET', '/auth/sessions')).json()

  const [mine] = await sessions(first)
  const theirs = await sessions(second)
  const ended = await app.as(second)('DELETE', `/auth/sessions/${mine.id}`)

  expect(theirs).toMatchObject([{ current: true }])
  expect(ended.statusCode).toBe(404)
  expect(await sessions(first)).toHaveLength(1)
})

it.each([
  [{}, true],
  [{ CAIRN_PUBLIC_URL: 'http://localhost:3000' }, true],
  [{ CAIRN_PUBLIC_URL: 'http://[::1]:3000' }, true],
  [{ CAIRN_PUBLIC_URL: 'https://cairn.example.com' }, false],
  [{ CAIRN_TRUST_PROXY: 'on' }, false],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '0.0.0.0', CAIRN_DEMO: 'on' }, true],
  [{ CAIRN_DEMO: 'off' }, false],
])('with %j is on: %s', (env, expected) => {
  expect(parseConfig(env).demo).toBe(expected)
})
