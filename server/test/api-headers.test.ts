import { expect, it, test } from 'vitest'
import { testApp } from './factory.ts'

it('keeps personal data out of caches', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const caching = async (path: string) => (await as(me)('GET', path)).headers['cache-control']

  for (const path of ['/plans', `/plans/${plan.id}`, '/users/profile', '/auth/sessions', '/activity/feed', '/nothing'])
    expect(await caching(path), path).toBe('no-store')
  expect(await caching(`/plans/${plan.id}/nodes`)).toBe('private, no-cache')
})

it('returns with a write the revision of the plan that contains it, even if it changed nothing', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id, { title: 'Task' })
  const other = await make.node(me, plan.id, { title: 'Other' })
  const api = as(me)
  const at = `/plans/${plan.id}/nodes/${node.id}`
  const revision = async () => (await api('GET', `/plans/${plan.id}`)).json().revision

  const calls = [
    () => api('PUT', `${at}/status`, { status: 'completed' }),
    () => api('PUT', `${at}/status`, { status: 'completed' }),
    () => api('PUT', at, { title: 'Renamed', status: 'blocked' }),
    () => api('POST', `/plans/${plan.id}/nodes`, { title: 'New', node_type: 'task' }, { 'idempotency-key': 'k' }),
    () => api('POST', `/plans/${plan.id}/edges`, { source_id: node.id, target_id: other.id, kind: 'reference' }),
    () => api('PUT', `/plans/${plan.id}`, { title: 'Renamed' }),
    () => api('DELETE', at),
  ]
  for (const call of calls) {
    const reply = await call()
    expect([reply.statusCode < 300, Number(reply.headers['x-plan-revision'])]).toEqual([true, await revision()])
  }
  expect((await api('GET', `/plans/${plan.id}`)).headers['x-plan-revision']).toBeUndefined()
})

it('returns the revision at which the edges and a single node were read', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id, { title: 'Task' })
  const { revision } = (await as(me)('GET', `/plans/${plan.id}`)).json()

  for (const path of ['edges', `nodes/${node.id}`])
    expect((await as(me)('GET', `/plans/${plan.id}/${path}`)).headers['x-plan-revision'], path).toBe(`${revision}`)
})

test.each([
  ['https://cairn.test', true],
  ['http://cairn.test', false],
])('with the public URL %s sends HSTS: %s', async (CAIRN_PUBLIC_URL, expected) => {
  const { app } = await testApp({ env: { CAIRN_PUBLIC_URL } })

  for (const url of ['/api/config', '/login', '/api/docs'])
    expect((await app.inject(url)).headers['strict-transport-security'] !== undefined, url).toBe(expected)
})

test.each([
  ['DELETE', '/api/plans', ['GET', 'HEAD', 'POST']],
  ['PATCH', `/api/plans/${crypto.randomUUID()}`, ['GET', 'HEAD', 'PUT', 'DELETE']],
  ['GET', '/api/auth/login', ['POST']],
  ['POST', '/healthz', ['GET', 'HEAD']],
  ['DELETE', '/api/openapi.json', ['GET', 'HEAD']],
  ['POST', '/api/docs', ['GET', 'HEAD']],
  ['POST', '/plans', ['GET', 'HEAD']],
] as const)('answers %s %s with 405 and the methods there are', async (method, url, allowed) => {
  const { app } = await testApp()

  const reply = await app.inject({ method, url })

  expect([reply.statusCode, reply.json().code]).toEqual([405, 'method_not_allowed'])
  expect(String(reply.headers.allow).split(', ').sort()).toEqual([...allowed].sort())
})

it('names the request also where its address is malformed', async () => {
  const { app } = await testApp()

  const reply = await app.inject('/api/plans/%E0%A4')

  expect([reply.statusCode, reply.headers['x-request-id']]).toEqual([400, expect.any(String)])
})

it('returns with every 401 how to sign in, and whether a credential was rejected', async () => {
  const { app, as } = await testApp()

  const replies = [
    await app.inject('/api/plans'),
    await as('wrong')('GET', '/plans'),
    await as(null)('POST', '/auth/login', { email: 'nobody@example.test', password: 'x' }),
  ]

  expect(replies.map(({ statusCode, headers }) => [statusCode, headers['www-authenticate']])).toEqual(
    ['Bearer', 'Bearer error="invalid_token"', 'Bearer'].map((challenge) => [401, challenge]),
  )
})

test.each([
  '/mcp/x',
  '/.well-known/openid-configuration',
  '/.well-known/',
  '/api',
  '/api/',
  '/healthz/x',
  '/api/nothing',
])('answers the unknown %s with JSON', async (url) => {
  const { app } = await testApp()

  const reply = await app.inject({ url, headers: { accept: 'text/html' } })

  expect(reply.statusCode).toBe(404)
  expect(reply.headers['content-type']).toContain('application/json')
})

it('serves no reference when it is switched off', async () => {
  const { app } = await testApp({ env: { CAIRN_API_DOCS: 'off' } })

  expect((await app.inject('/api/docs')).statusCode).toBe(404)
  expect((await app.inject('/api/openapi.json')).statusCode).toBe(404)
})
