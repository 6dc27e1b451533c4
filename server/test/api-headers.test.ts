import { expect, it, test } from 'vitest'
import { testApp } from './factory.ts'

it('keeps what the API says about people out of caches', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const caching = async (path: string) => (await as(me)('GET', path)).headers['cache-control']

  for (const path of ['/plans', `/plans/${plan.id}`, '/users/profile', '/auth/sessions', '/activity/feed', '/nothing'])
    expect(await caching(path), path).toBe('no-store')
  expect(await caching(`/plans/${plan.id}/nodes`)).toBe('private, no-cache')
})

test.each([
  ['https://cairn.test', true],
  ['http://cairn.test', false],
])('with the public address %s browsers are told to stay with HTTPS: %s', async (CAIRN_PUBLIC_URL, expected) => {
  const { app } = await testApp({ env: { CAIRN_PUBLIC_URL } })

  for (const url of ['/api/config', '/login', '/api/docs'])
    expect((await app.inject(url)).headers['strict-transport-security'] !== undefined, url).toBe(expected)
})

test.each([
  ['DELETE', '/api/plans', ['GET', 'HEAD', 'POST']],
  ['PATCH', `/api/plans/${crypto.randomUUID()}`, ['GET', 'HEAD', 'PUT', 'DELETE']],
  ['GET', '/api/auth/login', ['POST']],
  ['POST', '/healthz', ['GET', 'HEAD']],
  ['POST', '/plans', ['GET', 'HEAD']],
] as const)('answers %s %s with 405 and the methods there are', async (method, url, allowed) => {
  const { app } = await testApp()

  const reply = await app.inject({ method, url })

  expect([reply.statusCode, reply.json().code]).toEqual([405, 'method_not_allowed'])
  expect(String(reply.headers.allow).split(', ').sort()).toEqual([...allowed].sort())
})

it('says with every 401 how to sign in', async () => {
  const { app, as } = await testApp()

  const replies = [
    await app.inject('/api/plans'),
    await as('wrong')('GET', '/plans'),
    await as(null)('POST', '/auth/login', { email: 'nobody@example.test', password: 'x' }),
  ]

  expect(replies.map(({ statusCode, headers }) => [statusCode, headers['www-authenticate']])).toEqual(
    Array(3).fill([401, 'Bearer']),
  )
})

test.each([
  '/mcp',
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
