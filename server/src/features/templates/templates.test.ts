import { LIMITS } from '@cairn/contract/api/common'
import type { PlanEdge } from '@cairn/contract/api/edges'
import type { PlanEvent } from '@cairn/contract/api/events'
import type { PlanNode } from '@cairn/contract/api/nodes'
import { PLAN_TEMPLATES, type Plan } from '@cairn/contract/api/plans'
import { expect, it } from 'vitest'
import { type TestApp, type TestUser, testApp } from '../../../test/factory.ts'
import { expectSoundPlan } from '../../../test/sound-plan.ts'

const NOW = new Date('2026-03-10T23:30:00Z')
const clock = () => NOW

async function contentOf({ as }: TestApp, me: TestUser, { id }: Plan) {
  const nodes = (await as(me)('GET', `/plans/${id}/nodes`)).json<PlanNode[]>()
  const edges = (await as(me)('GET', `/plans/${id}/edges`)).json<PlanEdge[]>()
  return { nodes, edges }
}

it.each(PLAN_TEMPLATES)('%s is a sound plan with dates, criteria and edges, not started', async (template) => {
  const app = await testApp({ clock })
  const me = await app.make.user()

  const plan = await app.make.plan(me, { title: 'Ours', template })

  expect(plan).toMatchObject({ title: 'Ours', status: 'draft', progress: 0, revision: 1, completed_count: 0 })
  expect(plan.description?.length).toBeGreaterThan(50)
  const { nodes, edges } = await contentOf(app, me, plan)
  expect(plan.node_count).toBe(nodes.length)
  expect(nodes.length).toBeGreaterThanOrEqual(15)
  expect(nodes.length).toBeLessThanOrEqual(30)
  expect(nodes[0]).toMatchObject({ node_type: 'root', title: 'Ours', description: plan.description, parent_id: null })
  expectSoundPlan(nodes, edges, '2026-03-10')
  expect(new Set(nodes.map(({ node_type }) => node_type))).toEqual(new Set(['root', 'phase', 'task', 'milestone']))
  expect(nodes.filter(({ due_date }) => due_date === null)).toEqual([])
  expect(nodes.filter(({ acceptance_criteria }) => acceptance_criteria).length).toBeGreaterThan(8)
  expect(new Set(edges.map(({ kind }) => kind))).toEqual(new Set(['dependency', 'sequence', 'reference']))
  expect(nodes.filter(({ title }) => title.length > LIMITS.title)).toEqual([])
})

it('preserves the description and status of the caller, and creates one plan per idempotency key', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const body = { title: 'Ours', description: 'Mine', status: 'active', template: 'sprint-planning' }
  const post = () => app.as(me)('POST', '/plans', body, { 'idempotency-key': 'once' })

  const [first, again] = [await post(), await post()]

  expect(first.json()).toMatchObject({ description: 'Mine', status: 'active' })
  expect(again.body).toBe(first.body)
  expect((await app.as(me)('GET', '/plans')).json()).toHaveLength(1)
})

it('rejects an unknown template', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)

  for (const reply of [
    await as(me)('POST', '/plans', { title: 'Ours', template: 'wedding' }),
    await as(me)('POST', `/plans/${plan.id}/template`, { template: 'wedding' }),
    await as(me)('POST', `/plans/${plan.id}/template`, {}),
  ]) {
    expect(reply.statusCode).toBe(400)
    expect(reply.json().details).toEqual([{ path: 'template', message: expect.stringContaining('product-launch') }])
  }
})

it('fills an empty plan node by node for its subscribers, and does not change its own texts', async () => {
  const app = await testApp({ clock })
  const { owner, editor, plan } = await app.make.team()

  const reply = await app.as(editor)('POST', `/plans/${plan.id}/template`, { template: 'team-project' })

  expect(reply.statusCode).toBe(200)
  const filled = reply.json<Plan>()
  const { nodes, edges } = await contentOf(app, owner, plan)
  expect(filled).toMatchObject({ title: plan.title, description: plan.description, node_count: nodes.length })
  expectSoundPlan(nodes, edges, '2026-03-10')
  expect(nodes[0]).toMatchObject({ node_type: 'root', title: plan.title })
  const rows = await app.store.reader.selectFrom('events').selectAll().orderBy('revision').execute()
  const kinds = rows.map(({ kind }): PlanEvent['kind'] => kind)
  expect(kinds.filter((kind) => kind === 'node.created')).toHaveLength(nodes.length)
  expect(kinds.filter((kind) => kind === 'edge.created')).toHaveLength(edges.length)
  expect(new Set(rows.slice(1).map(({ run_id }) => run_id)).size).toBe(1)
  expect(rows.at(-1)?.run_id).not.toBeNull()
})

it('rejects a plan with nodes, but fills one whose nodes are all in the trash', async () => {
  const { as, make } = await testApp()
  const { owner, plan } = await make.team()
  const node = await make.node(owner, plan.id)
  const fill = () => as(owner)('POST', `/plans/${plan.id}/template`, { template: 'growth-strategy' })

  const refused = await fill()
  await as(owner)('DELETE', `/plans/${plan.id}/nodes/${node.id}`)
  const filled = await fill()
  const twice = await fill()

  expect([refused.statusCode, refused.json().code]).toEqual([409, 'plan_not_empty'])
  expect([filled.statusCode, twice.statusCode]).toEqual([200, 409])
})
