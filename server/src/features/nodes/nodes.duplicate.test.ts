import type { PlanEdge } from '@cairn/contract/api/edges'
import type { PlanNode } from '@cairn/contract/api/nodes'
import type { Plan } from '@cairn/contract/api/plans'
import { expect, it } from 'vitest'
import { testApp } from '../../../test/factory.ts'
import { connected } from '../../../test/live-client.ts'
import { insertTree } from '../../../test/rows.ts'
import { expectSoundPlan } from '../../../test/soundness.ts'

async function somePlan() {
  const test = await testApp()
  const { as, make } = test
  const team = await make.team()
  const { owner, plan } = team
  const texts = {
    description: 'What it is',
    acceptance_criteria: 'It is done',
    context: 'Why it is',
    agent_instructions: 'How it is',
    due_date: '2026-05-01',
    metadata: { estimatedTime: '2 days' },
  }
  const node = (title: string, more: object = {}) => make.node(owner, plan.id, { title, ...more })
  const phase = await node('Phase', { node_type: 'phase', status: 'in_progress', ...texts })
  const one = await node('One', { parent_id: phase.id, status: 'completed', ...texts })
  const two = await node('Two', { parent_id: phase.id, node_type: 'milestone' })
  const last = await node('Last')
  const read = async () => ({
    plan: (await as(owner)('GET', `/plans/${plan.id}`)).json<Plan>(),
    nodes: (await as(owner)('GET', `/plans/${plan.id}/nodes`)).json<PlanNode[]>(),
    edges: (await as(owner)('GET', `/plans/${plan.id}/edges`)).json<PlanEdge[]>(),
  })
  const duplicate = ({ id }: { id: string }) => as(owner)('POST', `/plans/${plan.id}/nodes/${id}/duplicate`)
  return { ...test, ...team, phase, one, two, last, texts, read, duplicate }
}

it('copies a branch right after it, with its texts and the edges inside it, not started', async () => {
  const { as, make, owner, viewer, plan, phase, one, two, last, texts, read, duplicate } = await somePlan()
  const path = `/plans/${plan.id}/nodes/${one.id}`
  await make.log(owner, plan.id, one.id, { log_type: 'comment' })
  await as(owner)('POST', `${path}/assign`, { user_id: viewer.id })
  const gone = await make.node(owner, plan.id, { parent_id: phase.id, title: 'In the trash' })
  await as(owner)('DELETE', `/plans/${plan.id}/nodes/${gone.id}`)
  await make.edge(owner, plan.id, one.id, two.id)
  await make.edge(owner, plan.id, two.id, last.id)

  const reply = await duplicate(phase)
  const { plan: after, nodes, edges } = await read()

  expect(reply.statusCode).toBe(201)
  expect(nodes.map(({ title, node_type, status, order_index }) => [title, node_type, status, order_index])).toEqual([
    ['Phase', 'phase', 'in_progress', 0],
    ['One', 'task', 'completed', 0],
    ['Two', 'milestone', 'not_started', 1],
    ['Phase (copy)', 'phase', 'not_started', 1],
    ['One', 'task', 'not_started', 0],
    ['Two', 'milestone', 'not_started', 1],
    ['Last', 'task', 'not_started', 2],
  ])
  const [copy, copyOfOne, copyOfTwo] = nodes.slice(3)
  expect(reply.json()).toEqual(copy)
  const { metadata, ...fields } = texts
  for (const node of [copy, copyOfOne]) expect(node).toMatchObject(fields)
  expect(copy?.metadata).toEqual({ ...metadata, child_count: 2, completed_child_count: 0 })
  expect(copyOfOne).toMatchObject({
    parent_id: copy?.id,
    comment_count: 0,
    artifact_count: 0,
    assignees: [],
    version: 1,
  })
  expect(after).toMatchObject({ node_count: 7, completed_count: 1, in_progress_count: 1 })
  expect(edges.slice(2)).toMatchObject([{ source_id: copyOfOne?.id, target_id: copyOfTwo?.id, kind: 'dependency' }])
  const found = (await as(owner)('GET', `/search/plan/${plan.id}?q=copy`)).json<{ results: { id: string }[] }>()
  expect(found.results.map(({ id }) => id)).toEqual([copy?.id])
})

it('resets the acceptance criteria of the copies, and does not change the originals', async () => {
  const { as, owner, plan, phase, one, read, duplicate } = await somePlan()
  for (const { id } of [phase, one])
    await as(owner)('PUT', `/plans/${plan.id}/nodes/${id}`, { acceptance_criteria: '[x] It is done\nIt is liked' })

  const copy = (await duplicate(phase)).json<PlanNode>()
  const { nodes } = await read()

  expect(copy.acceptance_criteria).toBe('It is done\nIt is liked')
  expect(nodes.map(({ acceptance_criteria }) => acceptance_criteria)).toEqual([
    '[x] It is done\nIt is liked',
    '[x] It is done\nIt is liked',
    null,
    'It is done\nIt is liked',
    'It is done\nIt is liked',
    null,
    null,
  ])
})

it('is one event, which contains the rows for all subscribers', async () => {
  const { app, as, make, owner, viewer, plan, phase, one, two, read, duplicate } = await somePlan()
  await make.edge(owner, plan.id, one.id, two.id, 'sequence')
  const watching = await connected(app, viewer.token)
  const { revision } = await watching.subscribe(plan.id)

  await duplicate(phase)
  const { event } = await watching.hear('event')
  const { nodes, edges } = await read()

  const copies = nodes.slice(3, 6)
  expect(event).toMatchObject({ kind: 'node.duplicated', revision: revision + 1, node_id: copies[0]?.id })
  expect(event.data).toEqual({ before: null, after: { count: 3, nodes: expect.any(Array), edges: edges.slice(1) } })
  const { nodes: told } = (event.data as { after: { nodes: PlanNode[] } }).after
  expect(told[0]).toEqual(copies[0])
  expect(new Set(told.map((node) => JSON.stringify(node)))).toEqual(new Set(copies.map((node) => JSON.stringify(node))))
  const feed = (await as(owner)('GET', `/activity/plans/${plan.id}/activity`)).json()
  expect(feed.data[0]).toMatchObject({
    type: 'node_created',
    content: expect.stringMatching(/added "Phase \(copy\)" and 2 nodes below it$/),
  })
})

it('copies a plan of more nodes than are written in one turn', async () => {
  const app = await somePlan()
  const { as, owner, plan, read } = app
  const size = 2_100
  await insertTree(
    app,
    plan.id,
    Array.from({ length: size }, (_, i) => (i === 0 ? null : Math.floor((i - 1) / 50))),
  )

  const copy = (await as(owner)('POST', `/plans/${plan.id}/duplicate`)).json<Plan>()

  const copies = await expectSoundPlan(app, as(owner), copy.id)
  const { nodes } = await read()
  expect(copies.map(({ title, order_index }) => [title, order_index])).toEqual(
    nodes.map(({ title, order_index }) => [title, order_index]),
  )
})

it('limits the length of the title of the copy', async () => {
  const { as, owner, plan, last, duplicate } = await somePlan()
  await as(owner)('PUT', `/plans/${plan.id}/nodes/${last.id}`, { title: 'x'.repeat(255) })

  const copy = (await duplicate(last)).json<PlanNode>()

  expect(copy.title).toBe(`${'x'.repeat(248)} (copy)`)
})

it('does not copy the root, of which a plan has one', async () => {
  const { make, owner, plan, duplicate } = await somePlan()
  const root = await make.node(owner, plan.id, { node_type: 'root' })

  const reply = await duplicate(root)

  expect([reply.statusCode, reply.json().code]).toEqual([409, 'root_exists'])
})

it('copies 500 nodes at once and no more', async () => {
  const { store, plan, read, duplicate } = await somePlan()
  const [top = ''] = await insertTree({ store }, plan.id, [null, ...Array.from({ length: 500 }, () => 0)])
  const [other = ''] = await insertTree({ store }, plan.id, [null, ...Array.from({ length: 499 }, () => 0)])

  const refused = await duplicate({ id: top })
  const reply = await duplicate({ id: other })

  expect([refused.statusCode, refused.json().code]).toEqual([400, 'too_many_nodes'])
  expect(reply.statusCode).toBe(201)
  expect((await read()).plan.node_count).toBe(4 + 501 + 500 + 500)
})
