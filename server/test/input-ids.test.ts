import { expect, it } from 'vitest'
import { testApp } from './factory.ts'

const ODD_IDS = [
  '0',
  '-1',
  'null',
  'undefined',
  '[object Object]',
  "'; drop table plans; --",
  '00000000-0000-0000-0000-00000000000',
  '00000000-0000-0000-0000-0000000000000',
  'ffffffff-ffff-ffff-ffff-fffffffffffg',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  '%F0%9F%98%80',
  'a'.repeat(101),
  'a'.repeat(8_000),
  '__proto__',
  'constructor',
]

it('answers 404 to odd ids, as to any unknown one', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)

  for (const odd of ODD_IDS) {
    const id = odd.includes('%') ? odd : encodeURIComponent(odd)
    const replies = [
      await as(me)('GET', `/plans/${id}`),
      await as(me)('DELETE', `/plans/${id}`),
      await as(me)('GET', `/plans/${plan.id}/nodes/${id}`),
      await as(me)('PUT', `/plans/${plan.id}/nodes/${id}/status`, { status: 'completed' }),
    ]
    const [ofPlan, ofNode] = ['404 Plan not found', '404 Node not found']
    expect(
      replies.map((reply) => `${reply.statusCode} ${reply.json().error}`),
      odd.slice(0, 100),
    ).toEqual([ofPlan, ofPlan, ofNode, ofNode])
  }
})

it('accepts ids in upper case', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const [a, b] = [await make.node(me, plan.id), await make.node(me, plan.id)]
  const base = `/plans/${plan.id.toUpperCase()}`
  const [source_id, target_id] = [a.id.toUpperCase(), b.id.toUpperCase()]
  const calls = [
    await as(me)('GET', base),
    await as(me)('GET', `${base}/nodes/${source_id}`),
    await as(me)('POST', `${base}/edges`, { source_id, target_id, kind: 'dependency' }),
    await as(me)('POST', `${base}/nodes/bulk`, { node_ids: [source_id, target_id], status: 'in_progress' }),
    await as(me)('POST', `${base}/nodes/${target_id}/move`, { parent_id: source_id }),
  ]

  expect(calls.map(({ statusCode }) => statusCode)).toEqual([200, 200, 201, 200, 200])
  expect((await as(me)('GET', `/plans/${plan.id}/nodes/${b.id}`)).json().parent_id).toBe(a.id)
})

const REFUSED = ['0', '-1', '1.5', 'abc', '', 'NaN', 'Infinity', '%00', '9'.repeat(400), '1%27%20or%201=1']
const PAGED = ['/plans', '/activity/feed', '/activity/plans/PLAN/activity', '/activity/plans/PLAN/nodes/NODE/activity']

it('rejects a page or a limit that is not a whole number of at least 1, and lowers a limit that is too high', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)

  for (const template of PAGED) {
    const path = template.replace('PLAN', plan.id).replace('NODE', node.id)
    for (const field of ['page', 'limit'])
      for (const value of REFUSED) {
        const reply = await as(me)('GET', `${path}?${field}=${value}`)
        expect(reply.statusCode, `${path}?${field}=${value}`).toBe(400)
        expect(reply.json().details[0].path).toBe(field)
      }
    const statusOf = async (query: string) => (await as(me)('GET', `${path}?${query}`)).statusCode
    expect(await statusOf('limit=1000000'), path).toBe(200)
    expect(await statusOf('page=1000000'), path).toBe(200)
    expect(await statusOf('page=1&page=2&limit=1'), path).toBe(400)
  }
  for (let i = 0; i < 101; i++) await make.plan(me)
  expect((await as(me)('GET', '/plans?limit=1000000')).json()).toHaveLength(100)
})

it('rejects unusual queries: unknown names, lists and prototypes', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  await make.plan(me)

  const replies = [
    await as(me)('GET', '/plans?unknown=1&__proto__=1&constructor=2'),
    await as(me)('GET', '/plans?status=nonsense'),
    await as(me)('GET', '/search?q=plan&q=more'),
    await as(me)('GET', '/search?q[toString]=plan'),
    await as(me)('GET', `/search?q=${'x'.repeat(5_000)}`),
    await as(me)('GET', '/plans/%E0%A4%A'),
  ]

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 400, 400])
  for (const reply of replies) expect(reply.json()).toMatchObject({ error: expect.any(String) })
})
