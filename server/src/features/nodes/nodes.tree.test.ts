import type { PlanEvent } from '@cairn/contract/api/events'
import type { PlanNode } from '@cairn/contract/api/nodes'
import { applyToNodes, type ReplayNode } from '@cairn/contract/rules/replay'
import { expect, it } from 'vitest'
import { type Call, testApp } from '../../../test/factory.ts'

const read = async (call: Call, planId: string): Promise<PlanNode[]> =>
  (await call('GET', `/plans/${planId}/nodes`)).json()
const chain = (levels: number): object =>
  levels === 1
    ? { title: 'Deep', node_type: 'task', ref: 'deepest' }
    : { title: 'Level', node_type: 'phase', children: [chain(levels - 1)] }

it('creates an outline with edges and assignees in one call, and returns all rows', async () => {
  const { as, make } = await testApp()
  const { plan, owner, viewer } = await make.team()
  const call = as(owner)
  const there = await make.node(owner, plan.id, { title: 'There' })
  const since = (await call('GET', `/plans/${plan.id}/changes`)).json().revision
  const before = new Map<string, ReplayNode>((await read(call, plan.id)).map((node) => [node.id, node]))

  const reply = await call('POST', `/plans/${plan.id}/nodes/tree`, {
    nodes: [
      {
        ref: 'design',
        title: 'Design',
        node_type: 'phase',
        children: [
          { ref: 'sketch', title: 'Sketch', node_type: 'task', status: 'completed', due_date: '2026-04-01' },
          { ref: 'draw', title: 'Draw', node_type: 'task', description: 'Neatly', assignees: [viewer.id, owner.id] },
        ],
      },
      { ref: 'done', title: 'Done', node_type: 'milestone', metadata: { kind: 'gate' }, children: [] },
    ],
    edges: [
      { source: 'sketch', target: 'draw', kind: 'dependency' },
      { source: there.id, target: 'done', kind: 'reference' },
    ],
  })
  const { nodes, edges, refs } = reply.json()
  const page = (await call('GET', `/plans/${plan.id}/changes?since=${since}`)).json()
  applyToNodes(before, page.events as PlanEvent[])

  expect(reply.statusCode, reply.body).toBe(201)
  const { design, sketch, draw, done } = refs
  const listed = await read(call, plan.id)
  expect(listed.map(({ title, parent_id, order_index }) => [title, parent_id, order_index])).toEqual([
    ['There', null, 0],
    ['Design', null, 1],
    ['Sketch', design, 0],
    ['Draw', design, 1],
    ['Done', null, 2],
  ])
  expect(nodes).toEqual(listed.slice(1))
  expect(nodes[0].metadata).toEqual({ child_count: 2, completed_child_count: 1 })
  expect(nodes[2]).toMatchObject({ id: draw, description: 'Neatly', assignees: [viewer.id, owner.id] })
  expect(edges).toEqual((await call('GET', `/plans/${plan.id}/edges`)).json())
  expect(edges).toMatchObject([
    { source_id: sketch, target_id: draw, kind: 'dependency', version: 1 },
    { source_id: there.id, target_id: done, kind: 'reference' },
  ])
  expect(new Map(listed.map((node) => [node.id, node]))).toEqual(before)
  expect(new Set(page.events.map(({ run_id }: PlanEvent) => run_id)).size).toBe(1)
  expect((await call('GET', `/plans/${plan.id}`)).json()).toMatchObject({ node_count: 5, completed_count: 1 })
})

it('adds an outline under a parent, and a new root above the top-level nodes', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const url = `/plans/${plan.id}/nodes/tree`
  await make.node(me, plan.id, { title: 'First', status: 'completed' })

  const root = await as(me)('POST', url, {
    nodes: [
      { ref: 'root', title: 'All', node_type: 'root', children: [{ ref: 'p', title: 'Phase', node_type: 'phase' }] },
    ],
  })
  const under = await as(me)('POST', url, {
    parent_id: root.json().refs.p,
    nodes: [{ title: 'Under', node_type: 'task' }],
  })
  const last = await as(me)('POST', url, { nodes: [{ title: 'Last', node_type: 'task' }] })

  expect([root.statusCode, under.statusCode, last.statusCode]).toEqual([201, 201, 201])
  const listed = await read(as(me), plan.id)
  expect(listed.map(({ title, order_index }) => [title, order_index])).toEqual([
    ['All', 0],
    ['First', 0],
    ['Phase', 1],
    ['Under', 0],
    ['Last', 2],
  ])
  expect(root.json().nodes[0].metadata).toEqual({ child_count: 2, completed_child_count: 1 })
})

it('creates 500 nodes once when a call is repeated with the same key', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const nodes = Array.from({ length: 50 }, (_, i) => ({
    title: `Phase ${i}`,
    node_type: 'phase',
    children: Array.from({ length: 9 }, (_, k) => ({ title: `Task ${k}`, node_type: 'task' })),
  }))
  const send = () => as(me)('POST', `/plans/${plan.id}/nodes/tree`, { nodes }, { 'idempotency-key': 'once' })

  const [first, second] = [await send(), await send()]

  expect([first.statusCode, second.statusCode]).toEqual([201, 201])
  expect(second.body).toBe(first.body)
  expect((await as(me)('GET', `/plans/${plan.id}`)).json()).toMatchObject({ node_count: 500, revision: 501 })
  const more = { nodes: [...nodes, { title: 'One more', node_type: 'task' }] }
  expect((await as(me)('POST', `/plans/${plan.id}/nodes/tree`, more)).json().details).toMatchObject([{ path: 'nodes' }])
})

it('names the invalid item by its path and ref, and creates nothing', async () => {
  const { as, make } = await testApp()
  const { plan, owner } = await make.team()
  const stranger = await make.user()
  const [a, b] = [await make.node(owner, plan.id), await make.node(owner, plan.id)]
  await make.edge(owner, plan.id, a.id, b.id)
  const elsewhere = await make.node(stranger, (await make.plan(stranger)).id)
  const node = (more: object = {}) => ({ title: 'A', node_type: 'task', ...more })
  const [x, y] = [node({ ref: 'x' }), node({ ref: 'y' })]
  const edge = (source: string, target: string, kind = 'dependency') => ({ source, target, kind })
  const send = (body: object) => as(owner)('POST', `/plans/${plan.id}/nodes/tree`, body as Record<string, unknown>)
  const before = await read(as(owner), plan.id)

  const cases: [string, object, number, object][] = [
    ['no nodes', { nodes: [] }, 400, { path: 'nodes' }],
    ['no title', { nodes: [node({ children: [node({ title: ' ' })] })] }, 400, { path: 'nodes.0.children.0.title' }],
    ['a ref twice', { nodes: [x, node({ children: [x] })] }, 400, { path: 'nodes.1.children.0.ref' }],
    ['a second root', { nodes: [node(), node({ node_type: 'root' })] }, 400, { path: 'nodes.1.node_type' }],
    ['a stranger', { nodes: [node({ assignees: [stranger.id] })] }, 400, { path: 'nodes.0.assignees.0' }],
    ['too deep', { nodes: [chain(101)] }, 400, { path: 'nodes' }],
    ['too deep under a node', { parent_id: a.id, nodes: [chain(100)] }, 400, { ref: 'deepest' }],
    ['no such parent', { parent_id: elsewhere.id, nodes: [x] }, 404, { path: 'parent_id' }],
    ['no such ref', { nodes: [x], edges: [edge('x', 'z')] }, 404, { path: 'edges.0.target', index: 0, ref: 'z' }],
    ['a node elsewhere', { nodes: [x], edges: [edge(elsewhere.id, 'x')] }, 404, { path: 'edges.0.source' }],
    ['the same end', { nodes: [x], edges: [edge('x', 'x')] }, 400, { path: 'edges.0.target' }],
    ['an edge twice', { nodes: [x, y], edges: [edge('x', 'y'), edge('x', 'y')] }, 409, { path: 'edges.1', index: 1 }],
    ['an edge that is there', { nodes: [x], edges: [edge(a.id, b.id)] }, 409, { path: 'edges.0' }],
    ['a cycle', { nodes: [x, y], edges: [edge('x', 'y'), edge('y', 'x')] }, 409, { path: 'edges.1', index: 1 }],
    ['a cycle around', { nodes: [x], edges: [edge(b.id, 'x'), edge('x', a.id)] }, 409, { path: 'edges.1' }],
  ]
  for (const [name, body, status, detail] of cases) {
    const reply = await send(body)
    expect(reply.statusCode, `${name}: ${reply.body}`).toBe(status)
    expect(reply.json().details, name).toMatchObject([detail])
  }
  expect(await read(as(owner), plan.id)).toEqual(before)
})

it('rejects an outline that is nested without end', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const open = '{"title":"A","node_type":"task","children":['
  const body = `{"nodes":[${open.repeat(8_000)}${']}'.repeat(8_000)}]}`

  expect((await as(me)('POST', `/plans/${plan.id}/nodes/tree`, body)).statusCode).toBe(400)
})
