import type { PlanNode } from '@cairn/contract/api/nodes'
import { can, PLAN_ROLES } from '@cairn/contract/rules/permissions'
import { expect, it, test } from 'vitest'
import { testApp } from '../../../test/factory.ts'

test.each(PLAN_ROLES)('setting a status as %s follows the matrix', async (role) => {
  const { as, make } = await testApp()
  const team = await make.team()
  const node = await make.node(team.owner, team.plan.id)

  const reply = await as(team[role])('PUT', `/plans/${team.plan.id}/nodes/${node.id}/status`, { status: 'blocked' })

  expect(reply.statusCode).toBe(can(role, 'plan.edit') ? 200 : 403)
})

it('records one event when the status changes and none when it does not', async () => {
  const { as, make, store } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)
  const url = `/plans/${plan.id}/nodes/${node.id}/status`

  await as(me)('PUT', url, { status: 'completed' })
  await as(me)('PUT', url, { status: 'completed' })

  const events = await store.reader.selectFrom('events').select(['kind', 'revision']).orderBy('revision').execute()
  expect(events).toEqual([
    { kind: 'plan.created', revision: 1 },
    { kind: 'node.created', revision: 2 },
    { kind: 'node.status_changed', revision: 3 },
  ])
})

it('lets a new root adopt the top-level nodes, and adds later nodes under it', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const first = await make.node(me, plan.id, { title: 'First' })
  const second = await make.node(me, plan.id, { title: 'Second', status: 'completed' })

  const root = await make.node(me, plan.id, { title: 'Root', node_type: 'root' })
  const third = await make.node(me, plan.id, { title: 'Third' })

  expect(root.metadata).toEqual({ child_count: 2, completed_child_count: 1 })
  const nodes = (await as(me)('GET', `/plans/${plan.id}/nodes`)).json<PlanNode[]>()
  expect(nodes.map(({ id, parent_id, order_index }) => [id, parent_id, order_index])).toEqual([
    [root.id, null, 0],
    [first.id, root.id, 0],
    [second.id, root.id, 1],
    [third.id, root.id, 2],
  ])
})

it('answers 304 until the plan changes', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const { headers } = await as(me)('GET', `/plans/${plan.id}/nodes`)
  const since = { 'if-none-match': String(headers.etag) }

  const unchanged = await as(me)('GET', `/plans/${plan.id}/nodes`, undefined, since)
  await make.node(me, plan.id)
  const changed = await as(me)('GET', `/plans/${plan.id}/nodes`, undefined, since)

  expect([unchanged.statusCode, changed.statusCode]).toEqual([304, 200])
  expect(changed.json()).toHaveLength(1)
})

it('restores a deleted subtree under its parent', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const phase = await make.node(me, plan.id, { node_type: 'phase' })
  const task = await make.node(me, plan.id, { parent_id: phase.id })
  const below = await make.node(me, plan.id, { parent_id: task.id, status: 'completed' })

  const gone = await as(me)('DELETE', `/plans/${plan.id}/nodes/${task.id}`)
  const without = (await as(me)('GET', `/plans/${plan.id}`)).json()
  const back = await as(me)('POST', `/plans/${plan.id}/nodes/${task.id}/restore`)
  const nodes = (await as(me)('GET', `/plans/${plan.id}/nodes`)).json<PlanNode[]>()

  expect(gone.statusCode).toBe(204)
  expect(without).toMatchObject({ node_count: 1, completed_count: 0 })
  expect(back.json()).toMatchObject({ id: task.id, parent_id: phase.id })
  expect(nodes.map(({ id }) => id)).toEqual([phase.id, task.id, below.id])
})

it('hides a plan from users without access', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)
  const stranger = await make.user()

  const reply = await as(stranger)('PUT', `/plans/${plan.id}/nodes/${node.id}/status`, { status: 'nonsense' })

  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toEqual({ error: 'Plan not found', code: 'plan_not_found' })
})

it('adds a node after its sibling, wherever others have moved that meanwhile', async () => {
  const { as, make } = await testApp()
  const { owner, plan } = await make.team()
  const add = async (title: string, place: Record<string, unknown> = {}) =>
    (await as(owner)('POST', `/plans/${plan.id}/nodes`, { title, node_type: 'task', ...place })).json<PlanNode>()
  const one = await add('One')
  await add('Last')
  await add('Front', { order_index: 0 })

  await add('Two', { order_index: 1, after_id: one.id })
  const other = await add('Elsewhere', { parent_id: one.id })
  await add('Zero', { order_index: 0, after_id: other.id })

  const nodes = (await as(owner)('GET', `/plans/${plan.id}/nodes`)).json<PlanNode[]>()
  const top = nodes
    .filter(({ parent_id }) => parent_id === one.parent_id)
    .toSorted((a, b) => a.order_index - b.order_index)
  expect(top.map(({ title }) => title)).toEqual(['Zero', 'Front', 'One', 'Two', 'Last'])
})
