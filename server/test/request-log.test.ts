// What is written about requests, and what never is.
import { expect, it } from 'vitest'
import { PASSWORD, testApp } from './factory.ts'
import { mailTo, tokenIn } from './mails.ts'

async function logged(env: Record<string, string> = {}) {
  const lines: string[] = []
  const server = await testApp({ env: { LOG_LEVEL: 'info', ...env }, log: { write: (line) => lines.push(line) } })
  const entries = (message: string) =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === message)
  return { ...server, lines, requests: () => entries('request'), security: () => entries('security event') }
}

it('writes one line for each request, with the pattern of its route and who sent it', async () => {
  const { app, as, make, requests } = await logged()
  const me = await make.user()
  const plan = await make.plan(me)

  const reply = await as(me)('GET', `/plans/${plan.id}?x=private`)
  await app.inject('/api/no/such/path?private')
  await app.inject('/healthz')

  const [, refused, unknown, health] = requests()
  expect(refused).toMatchObject({
    method: 'GET',
    route: '/api/plans/:planId',
    status: 400,
    ms: expect.any(Number),
    request_id: reply.headers['x-request-id'],
    user_id: me.id,
  })
  expect([unknown?.route, unknown?.status, unknown?.user_id]).toEqual([null, 404, null])
  expect([health?.route, health?.status]).toEqual(['/healthz', 200])
  expect(requests()).toHaveLength(4)
})

it('gives every reply an id, a well-formed one from a trusted proxy, never one from the caller', async () => {
  const open = await logged()
  const behind = await logged({ CAIRN_TRUST_PROXY: 'on' })
  const idOf = async ({ app }: typeof open, given: string, url = '/api/config') =>
    (await app.inject({ url, headers: { 'x-request-id': given } })).headers['x-request-id']

  expect(await idOf(behind, 'edge-7f.1:a')).toBe('edge-7f.1:a')
  expect(await idOf(behind, 'edge', '/nothing.txt')).toBe('edge')
  for (const given of ['', 'a b', 'x'.repeat(101), '{"a":1}']) expect(await idOf(behind, given)).toMatch(/^[\w-]{36}$/)
  expect(await idOf(open, 'edge-7f.1:a')).toMatch(/^[\w-]{36}$/)
})

it('names the request in a failure of the server, and in its line', async () => {
  const { as, make, store, lines } = await logged()
  const me = await make.user()
  await store.write((tx) => tx.schema.dropTable('events').execute())

  const broken = await as(me)('POST', '/plans', { title: 'Fails' })

  expect(broken.statusCode).toBe(500)
  expect(broken.json()).toEqual({
    error: expect.any(String),
    code: 'internal',
    request_id: broken.headers['x-request-id'],
  })
  expect(lines.some((line) => line.includes(broken.json().request_id) && line.includes('unexpected error'))).toBe(true)
})

it('never writes a query, a body, a signature or a token', async () => {
  const { app, as, make, lines, dataDir } = await logged()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)
  const upload = { name: 'Docs', content_type: 'text/html', url: 'https://example.test/hidden' }
  await as(me)('POST', `/plans/${plan.id}/nodes/${node.id}/artifacts`, upload)
  await app.inject('/api/plans/x/nodes/y/artifacts/z/content?expires=1&signature=SIGNATURE')
  await app.inject('/register?invitation=INVITATION')
  await app.inject('/api/live?ticket=TICKET')
  await as(null)('POST', '/auth/forgot-password', { email: me.email })
  const token = tokenIn(await mailTo(dataDir, me.email, /Reset/), 'reset-password')
  await as(null)('POST', '/auth/login', { email: me.email, password: PASSWORD })
  await as(null)('POST', '/auth/login', { email: me.email, password: 'Wrong-passw0rd' })

  const text = lines.join('')
  for (const secret of ['SIGNATURE', 'INVITATION', 'TICKET', 'hidden', token, me.token, PASSWORD, 'Wrong-passw0rd'])
    expect(text).not.toContain(secret)
})

it('logs the link of a mail only on a server that no other machine can reach', async () => {
  const local = await logged({ CAIRN_PUBLIC_URL: '' })
  const me = await local.make.user()
  await local.as(null)('POST', '/auth/forgot-password', { email: me.email })
  const token = tokenIn(await mailTo(local.dataDir, me.email, /Reset/), 'reset-password')

  await expect.poll(() => local.lines.join('')).toContain(token)
})
