import type { PlanNode } from '@cairn/contract/api/nodes'
import { expect, it } from 'vitest'
import { testApp } from '../../../test/factory.ts'

it('lists own and shared plans, newest change first, with role, owner and counters', async () => {
  const { as, make } = await testApp()
  const { plan, owner, viewer } = await make.team()
  const own = await make.plan(viewer, { title: 'My own' })
  await make.node(owner, plan.id, { status: 'completed' })
  await make.node(owner, plan.id)

  const reply = await as(viewer)('GET', '/plans')

  expect(reply.headers['x-total-count']).toBe('2')
  expect(reply.json()).toMatchObject([
    {
      id: plan.id,
      role: 'viewer',
      owner: { id: owner.id, name: owner.name },
      node_count: 2,
      completed_count: 1,
      progress: 50,
    },
    { id: own.id, role: 'owner', node_count: 0, progress: 0 },
  ])
})

it('pages, filters by status and searches the list', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  for (const title of ['Über die Berge', 'Meer', 'Berg und Tal']) await make.plan(me, { title, status: 'active' })
  await make.plan(me, { title: 'Draft' })

  const page = await as(me)('GET', '/plans?page=2&limit=1&status=active')
  const found = await as(me)('GET', '/plans?q=berg')

  expect(page.json()).toMatchObject([{ title: 'Meer' }])
  expect(page.headers['x-total-count']).toBe('3')
  expect(JSON.parse(String(page.headers['x-status-counts']))).toMatchObject({ all: 4, active: 3, draft: 1 })
  expect(String(page.headers.link)).toContain('rel="next"')
  expect(found.json().map(({ title }: { title: string }) => title)).toEqual(['Berg und Tal', 'Über die Berge'])
})

it('hides a deleted plan and restores it for the owner', async () => {
  const { as, make } = await testApp()
  const { plan, owner, editor } = await make.team()

  const byEditor = await as(editor)('DELETE', `/plans/${plan.id}`)
  const byOwner = await as(owner)('DELETE', `/plans/${plan.id}`)
  const hidden = await as(editor)('GET', `/plans/${plan.id}`)
  const trash = await as(owner)('GET', '/plans?trash=1')
  const restored = await as(owner)('POST', `/plans/${plan.id}/restore`)

  expect([byEditor.statusCode, byOwner.statusCode, hidden.statusCode]).toEqual([403, 204, 404])
  expect(trash.json()).toMatchObject([{ id: plan.id }])
  expect(restored.statusCode).toBe(200)
})

it('duplicates a plan with its tree and edges, not started', async () => {
  const { as, make } = await testApp()
  const { plan, owner, viewer } = await make.team()
  const phase = await make.node(owner, plan.id, { title: 'Phase', node_type: 'phase' })
  const one = await make.node(owner, plan.id, { title: 'One', parent_id: phase.id, status: 'completed' })
  const two = await make.node(owner, plan.id, { title: 'Two', parent_id: phase.id, acceptance_criteria: '[x] Liked' })
  await make.edge(owner, plan.id, one.id, two.id)

  const copy = (await as(viewer)('POST', `/plans/${plan.id}/duplicate`)).json()
  const nodes = (await as(viewer)('GET', `/plans/${copy.id}/nodes`)).json<PlanNode[]>()
  const edges = (await as(viewer)('GET', `/plans/${copy.id}/edges`)).json()

  expect(copy).toMatchObject({
    title: 'A plan (copy)',
    role: 'owner',
    status: 'draft',
    node_count: 3,
    completed_count: 0,
  })
  expect(nodes.map(({ title, status, acceptance_criteria }) => [title, status, acceptance_criteria])).toEqual([
    ['Phase', 'not_started', null],
    ['One', 'not_started', null],
    ['Two', 'not_started', 'Liked'],
  ])
  expect(edges).toMatchObject([{ source_id: nodes[1]?.id, target_id: nodes[2]?.id, kind: 'dependency' }])
})

it('creates one plan for five calls with one idempotency key', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const key = { 'idempotency-key': 'a key' }

  const replies = await Promise.all([1, 2, 3, 4, 5].map(() => as(me)('POST', '/plans', { title: 'Once' }, key)))
  const other = await as(me)('POST', '/plans', { title: 'Other' }, key)

  expect(new Set(replies.map((reply) => reply.body)).size).toBe(1)
  expect(replies.map((reply) => reply.statusCode)).toEqual([201, 201, 201, 201, 201])
  expect(other.json()).toMatchObject({ code: 'idempotency_key_reused' })
  expect((await as(me)('GET', '/plans')).json()).toHaveLength(1)
})

it('permanently deletes only a plan in the trash', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me, { title: 'Old' })
  const purge = async () => (await as(me)('DELETE', `/plans/${plan.id}/trash`)).statusCode
  expect(await purge()).toBe(404)
  await as(me)('DELETE', `/plans/${plan.id}`)

  expect(await purge()).toBe(204)

  expect((await as(me)('GET', '/plans?trash=1')).json()).toEqual([])
  expect((await as(me)('POST', `/plans/${plan.id}/restore`)).statusCode).toBe(404)
  expect(await purge()).toBe(404)
})
