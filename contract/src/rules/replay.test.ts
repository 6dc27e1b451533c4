import { describe, expect, it } from 'vitest'
import type { EventData, EventKind, PlanEvent } from '../api/events.ts'
import type { PlanNode } from '../api/nodes.ts'
import { applyToNodes, type ReplayNode } from './replay.ts'

const AT = '2026-01-31T12:00:00.000Z'

const node = (id: string, parent_id: string | null, order_index: number, more: Partial<PlanNode> = {}): PlanNode => ({
  id,
  plan_id: 'plan',
  parent_id,
  title: id,
  node_type: 'task',
  status: 'not_started',
  order_index,
  description: null,
  due_date: null,
  acceptance_criteria: null,
  context: null,
  agent_instructions: null,
  comment_count: 0,
  artifact_count: 0,
  metadata: { child_count: 0, completed_child_count: 0 },
  assignees: [],
  version: 1,
  created_at: AT,
  updated_at: AT,
  ...more,
})

const event = <K extends EventKind>(kind: K, node_id: string | null, data: EventData[K]): PlanEvent =>
  ({
    id: 'event',
    plan_id: 'plan',
    revision: 1,
    kind,
    node_id,
    node_title: node_id,
    actor: { id: 'ana', name: 'Ana' },
    via: { kind: 'session' },
    run_id: null,
    created_at: AT,
    data,
  }) as PlanEvent

/** Two phases; the first with two tasks, of which the second is completed. */
function plan(): Map<string, ReplayNode> {
  const rows = [
    node('first', null, 0, { metadata: { child_count: 2, completed_child_count: 1 } }),
    node('open', 'first', 0),
    node('done', 'first', 1, { status: 'completed' }),
    node('second', null, 1),
  ]
  return new Map(rows.map((row) => [row.id, row]))
}
const stamp = { version: 2, updated_at: AT }
const places = (nodes: Map<string, ReplayNode>) =>
  Object.fromEntries([...nodes.values()].map(({ id, parent_id, order_index }) => [id, [parent_id, order_index]]))
const childrenOf = (nodes: Map<string, ReplayNode>, id: string) => {
  const metadata = nodes.get(id)?.metadata
  return [metadata?.child_count, metadata?.completed_child_count]
}

describe('a created node', () => {
  it('makes room among its siblings and counts for its parent', () => {
    const nodes = plan()
    applyToNodes(nodes, [event('node.created', 'new', { before: null, after: node('new', 'first', 1) })])
    expect(places(nodes)).toMatchObject({ open: ['first', 0], new: ['first', 1], done: ['first', 2] })
    expect(childrenOf(nodes, 'first')).toEqual([3, 1])
  })

  it('is added once, however often its event arrives', () => {
    const nodes = plan()
    const told = event('node.created', 'new', { before: null, after: node('new', 'first', 1) })
    applyToNodes(nodes, [told])
    applyToNodes(nodes, [told])
    expect(places(nodes)).toMatchObject({ done: ['first', 2] })
    expect(childrenOf(nodes, 'first')).toEqual([3, 1])
  })
})

describe('a status', () => {
  it('counts for the parent when it becomes or stops being completed', () => {
    const nodes = plan()
    const change = (status: PlanNode['status']) =>
      applyToNodes(nodes, [event('node.status_changed', 'open', { before: { status }, after: { status, ...stamp } })])
    change('completed')
    expect(childrenOf(nodes, 'first')).toEqual([2, 2])
    change('blocked')
    expect(childrenOf(nodes, 'first')).toEqual([2, 1])
    expect(nodes.get('open')).toMatchObject({ status: 'blocked', version: 2 })
  })
})

describe('a move', () => {
  it('closes the gap behind and makes room ahead', () => {
    const nodes = plan()
    const after = { parent_id: null, order_index: 1, ...stamp }
    applyToNodes(nodes, [event('node.moved', 'open', { before: { parent_id: 'first', order_index: 0 }, after })])
    expect(places(nodes)).toEqual({
      first: [null, 0],
      open: [null, 1],
      second: [null, 2],
      done: ['first', 0],
    })
    expect(childrenOf(nodes, 'first')).toEqual([1, 1])
  })

  it('renumbers siblings when the parent stays', () => {
    const nodes = plan()
    const after = { parent_id: 'first', order_index: 0, ...stamp }
    applyToNodes(nodes, [event('node.moved', 'done', { before: { parent_id: 'first', order_index: 1 }, after })])
    expect(places(nodes)).toMatchObject({ done: ['first', 0], open: ['first', 1] })
    expect(childrenOf(nodes, 'first')).toEqual([2, 1])
  })
})

it('removes a deleted node with its descendants, and restores them the same way', () => {
  const nodes = plan()
  const before = structuredClone([...nodes.values()])
  applyToNodes(nodes, [
    event('node.deleted', 'first', { before: { parent_id: null, order_index: 0, count: 3 }, after: null }),
  ])
  expect(places(nodes)).toEqual({ second: [null, 0] })

  const [first, ...below] = before as PlanNode[]
  const back = [{ ...(first as PlanNode), order_index: 1 }, ...below.filter(({ id }) => id !== 'second')]
  applyToNodes(nodes, [event('node.restored', 'first', { before: null, after: { count: back.length, nodes: back } })])
  expect(places(nodes)).toEqual({ second: [null, 0], first: [null, 1], open: ['first', 0], done: ['first', 1] })
  expect(childrenOf(nodes, 'first')).toEqual([2, 1])
})

it('inserts a copied subtree after the original', () => {
  const nodes = plan()
  const copy = (id: string, parent_id: string | null, order_index: number) =>
    ({ ...(nodes.get('open') as PlanNode), id, parent_id, order_index }) satisfies PlanNode
  const copies = [copy('copy', null, 1), copy('below', 'copy', 0)]
  applyToNodes(nodes, [
    event('node.duplicated', 'copy', { before: null, after: { count: copies.length, nodes: copies, edges: [] } }),
  ])
  expect(places(nodes)).toMatchObject({ first: [null, 0], copy: [null, 1], second: [null, 2], below: ['copy', 0] })
})

it('preserves the counts of children when metadata is replaced', () => {
  const nodes = plan()
  const metadata = { color: 'red', child_count: 99, completed_child_count: 99 }
  applyToNodes(nodes, [event('node.updated', 'first', { before: {}, after: { title: 'Renamed', metadata, ...stamp } })])
  expect(nodes.get('first')).toMatchObject({
    title: 'Renamed',
    metadata: { color: 'red', child_count: 2, completed_child_count: 1 },
  })
})

it('lists an assignee once', () => {
  const nodes = plan()
  const ana = { user_id: 'ana' }
  for (const user of [ana, ana, { user_id: 'ben' }])
    applyToNodes(nodes, [event('node.assigned', 'open', { before: null, after: user })])
  expect(nodes.get('open')?.assignees).toEqual(['ana', 'ben'])
  applyToNodes(nodes, [event('node.unassigned', 'open', { before: ana, after: null })])
  expect(nodes.get('open')?.assignees).toEqual(['ben'])
})

it('never changes a node in place', () => {
  const nodes = plan()
  const held = [...nodes.values()]
  const copies = structuredClone(held)
  applyToNodes(nodes, [event('node.created', 'new', { before: null, after: node('new', 'first', 0) })])
  const after = { parent_id: 'second', order_index: 0, ...stamp }
  applyToNodes(nodes, [event('node.moved', 'done', { before: { parent_id: 'first', order_index: 2 }, after })])
  expect(held).toEqual(copies)
})

it('ignores events about other things and unknown nodes', () => {
  const nodes = plan()
  const before = new Map(nodes)
  applyToNodes(nodes, [event('plan.deleted', null, { before: { title: 'A plan' }, after: null })])
  const after = { parent_id: null, order_index: 0, ...stamp }
  applyToNodes(nodes, [event('node.moved', 'unknown', { before: { parent_id: null, order_index: 0 }, after })])
  applyToNodes(nodes, [
    event('node.status_changed', 'unknown', {
      before: { status: 'blocked' },
      after: { status: 'completed', ...stamp },
    }),
  ])
  expect(nodes).toEqual(before)
})

it('returns the ids of all touched nodes', () => {
  const nodes = plan()
  const before = new Map(nodes)
  const after = { parent_id: 'second', order_index: 0, ...stamp }
  const { applied, touched } = applyToNodes(nodes, [
    event('node.moved', 'open', { before: { parent_id: 'first', order_index: 0 }, after }),
    event('plan.deleted', null, { before: { title: 'A plan' }, after: null }),
  ])
  expect(applied).toBe(2)
  // The two parents count other children now, and the sibling has moved up.
  expect([...touched].sort()).toEqual(['done', 'first', 'open', 'second'])
  expect([...nodes.values()].filter((row) => before.get(row.id) !== row).map(({ id }) => id)).toHaveLength(touched.size)
})
