import { describe, expect, it, vi } from 'vitest'
import { ME, makeEvent, makeNode, makeTree } from '../test/make.ts'
import { type NodeChange, PlanNodes } from './nodeStore.ts'

const STAMP = { version: 2, updated_at: '2026-03-05T10:00:00.000Z' }

function load(outline: string) {
  const tree = makeTree(outline)
  const nodes = new PlanNodes()
  nodes.load(Object.values(tree), { revision: 10, epoch: 'first' })
  const id = (title: string) => tree[title]?.id ?? ''
  const order = (parent: string | null) =>
    nodes.structure.children.get(parent && id(parent))?.map((child) => nodes.get(child)?.title)
  return { nodes, tree, id, order }
}

const statusChange = (node_id: string, status: 'completed' | 'blocked'): NodeChange => ({
  kind: 'node.status_changed',
  node_id,
  data: { before: { status: 'not_started' }, after: { status, version: 1, updated_at: '' } },
})
const moveChange = (node_id: string, parent_id: string | null, order_index: number): NodeChange => ({
  kind: 'node.moved',
  node_id,
  data: { before: { parent_id: null, order_index: 0 }, after: { parent_id, order_index, version: 1, updated_at: '' } },
})

describe('live events', () => {
  it('change one node and notify only its watchers', () => {
    const { nodes, id } = load('A\nB')
    const [onA, onB, onAny] = [vi.fn(), vi.fn(), vi.fn()]
    nodes.watch(id('A'), onA)
    nodes.watch(id('B'), onB)
    nodes.watchAll(onAny)
    const untouched = nodes.get(id('B'))
    const { structure } = nodes

    const data = { before: { status: 'not_started' }, after: { status: 'completed', ...STAMP } } as const
    const outcome = nodes.apply([makeEvent('node.status_changed', data, { revision: 11, node_id: id('A') })])

    expect(outcome).toBe('applied')
    expect(nodes.get(id('A'))).toMatchObject({ status: 'completed', version: 2 })
    expect([onA, onB, onAny].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 1])
    expect(nodes.get(id('B'))).toBe(untouched)
    expect(nodes.structure).toBe(structure)
    expect(nodes.counts).toEqual({ total: 2, completed: 1, in_progress: 0, blocked: 0 })
  })

  it('create a new structure when a node moves', () => {
    const { nodes, id, order } = load('A\n  A1\nB')

    const after = { parent_id: id('B'), order_index: 0, ...STAMP }
    const data = { before: { parent_id: id('A'), order_index: 0 }, after }
    nodes.apply([makeEvent('node.moved', data, { revision: 11, node_id: id('A1') })])

    expect([order('A'), order('B')]).toEqual([undefined, ['A1']])
    expect(nodes.get(id('B'))?.metadata.child_count).toBe(1)
  })

  it('are applied once', () => {
    const { nodes } = load('A')
    const event = makeEvent('node.created', { before: null, after: makeNode({ order_index: 1 }) }, { revision: 11 })

    expect([nodes.apply([event]), nodes.apply([event])]).toEqual(['applied', 'known'])
    expect(nodes.counts.total).toBe(2)
  })

  it('wait for a missing event, and are applied to the list that contains it', () => {
    const { nodes, tree, id } = load('A')
    const [second, third] = [makeNode({ title: 'B', order_index: 1 }), makeNode({ title: 'C', order_index: 2 })]
    const created = makeEvent('node.created', { before: null, after: third }, { revision: 12 })

    expect(nodes.apply([created])).toBe('gap')
    expect(nodes.get(third.id)).toBeUndefined()
    const whole = nodes.load([...Object.values(tree), second], { revision: 11, epoch: 'first' })

    expect(whole).toBe(true)
    expect([nodes.revision, nodes.counts.total, nodes.get(id('A'))?.title]).toEqual([12, 3, 'A'])
  })

  it('report that a list is too old', () => {
    const { nodes, tree } = load('A')
    nodes.apply([makeEvent('node.created', { before: null, after: makeNode() }, { revision: 13 })])

    expect(nodes.load(Object.values(tree), { revision: 11, epoch: 'first' })).toBe(false)
  })

  it('are kept when an older list arrives after them', () => {
    const { nodes, tree, id } = load('A')
    const data = { before: { status: 'not_started' }, after: { status: 'completed', ...STAMP } } as const
    nodes.apply([makeEvent('node.status_changed', data, { revision: 11, node_id: id('A') })])

    nodes.load(Object.values(tree), { revision: 10, epoch: 'first' })

    expect(nodes.get(id('A'))?.status).toBe('completed')
    expect(nodes.revision).toBe(11)
  })
})

describe('a list of another epoch', () => {
  it('replaces all nodes, whatever its revision', () => {
    const { nodes } = load('A')
    const restored = makeNode({ title: 'B' })

    nodes.enter('second')
    nodes.load([restored], { revision: 3, epoch: 'second' })

    expect([nodes.revision, nodes.counts.total, nodes.get(restored.id)?.title]).toEqual([3, 1, 'B'])
  })

  it('is required before events of that epoch are shown', () => {
    const { nodes } = load('A')
    const added = makeNode({ title: 'B' })

    nodes.enter('second')

    expect(nodes.apply([makeEvent('node.created', { before: null, after: added }, { revision: 4 })])).toBe('gap')
    expect(nodes.load([], { revision: 3, epoch: 'second' })).toBe(true)
    expect([nodes.revision, nodes.get(added.id)?.title]).toEqual([4, 'B'])
  })
})

describe('an optimistic change', () => {
  it('is shown immediately and rolled back when the server rejects it', () => {
    const { nodes, id } = load('A')

    const pending = nodes.applyOptimistic(statusChange(id('A'), 'completed'))
    expect(nodes.get(id('A'))?.status).toBe('completed')
    nodes.rollBack(pending)

    expect(nodes.get(id('A'))?.status).toBe('not_started')
  })

  it('rolls back without touching other people’s changes', () => {
    const { nodes, id } = load('A\nB')
    const pending = nodes.applyOptimistic(statusChange(id('A'), 'completed'))
    const data = { before: { title: 'B' }, after: { title: 'Renamed', ...STAMP } }
    nodes.apply([makeEvent('node.updated', data, { revision: 11, node_id: id('B') })])

    nodes.rollBack(pending)

    expect(nodes.get(id('B'))?.title).toBe('Renamed')
    expect(nodes.get(id('A'))?.status).toBe('not_started')
  })

  it('is confirmed by its own event without a flicker', () => {
    const { nodes, id } = load('A')
    const pending = nodes.applyOptimistic(statusChange(id('A'), 'completed'))
    const seen: unknown[] = []
    nodes.watch(id('A'), () => seen.push(nodes.get(id('A'))?.status))

    const data = { before: { status: 'not_started' }, after: { status: 'completed', ...STAMP } } as const
    const actor = { id: ME, name: 'Ana Ruiz' }
    nodes.apply([makeEvent('node.status_changed', data, { revision: 11, node_id: id('A'), actor })])

    nodes.accept(pending, 11)

    expect(nodes.get(id('A'))).toMatchObject({ status: 'completed', version: 2 })
    expect(seen.filter((status) => status !== 'completed')).toEqual([])
    nodes.applyOptimistic(statusChange(id('A'), 'blocked'))
    expect(seen.at(-1)).toBe('blocked')
  })

  it('ends in the server’s order when someone else moves siblings at the same time', () => {
    const { nodes, id, order } = load('x\ny\nz\nOther\n  A')
    // Shown before the server has decided; on the server, B is moved to the end first.
    nodes.applyOptimistic(moveChange(id('A'), null, 2))
    const created = makeNode({ title: 'B', order_index: 4 })
    nodes.apply([makeEvent('node.created', { before: null, after: created }, { revision: 11, node_id: created.id })])
    expect(order(null)).toEqual(['x', 'y', 'A', 'z', 'Other', 'B'])

    const after = { parent_id: null, order_index: 2, ...STAMP }
    const data = { before: { parent_id: id('Other'), order_index: 0 }, after }
    const actor = { id: ME, name: 'Ana Ruiz' }
    nodes.apply([makeEvent('node.moved', data, { revision: 12, node_id: id('A'), actor })])

    expect(order(null)).toEqual(['x', 'y', 'A', 'z', 'Other', 'B'])
    expect(nodes.get(created.id)?.order_index).toBe(5)
  })

  it('stays until the confirmed nodes have the revision that contains it', () => {
    const { nodes, tree, id } = load('A')
    const pending = nodes.applyOptimistic(statusChange(id('A'), 'completed'))
    nodes.accept(pending, 12)

    nodes.load(Object.values(tree), { revision: 11, epoch: 'first' })
    expect(nodes.get(id('A'))?.status).toBe('completed')

    nodes.load(Object.values(tree), { revision: 12, epoch: 'first' })
    expect(nodes.get(id('A'))?.status).toBe('not_started')
  })

  it('is not confirmed by the same change from another tab or an agent', () => {
    const { nodes, id } = load('A')
    const pending = nodes.applyOptimistic(statusChange(id('A'), 'completed'))
    const seen: unknown[] = []
    nodes.watch(id('A'), () => seen.push(nodes.get(id('A'))?.status))
    const actor = { id: ME, name: 'Ana Ruiz' }
    const status = (revision: number, status: 'blocked' | 'completed') =>
      makeEvent(
        'node.status_changed',
        { before: { status: 'not_started' }, after: { status, version: revision, updated_at: '' } },
        { revision, node_id: id('A'), actor },
      )

    nodes.apply([status(11, 'blocked')])
    nodes.accept(pending, 12)
    nodes.apply([status(12, 'completed')])

    expect(seen.filter((shown) => shown !== 'completed')).toEqual([])
    nodes.apply([status(13, 'blocked')])
    expect(seen.at(-1)).toBe('blocked')
    expect(nodes.get(id('A'))?.status).toBe('blocked')
  })

  it('without effect does not hide other people’s changes', () => {
    const { nodes, id } = load('A')
    const pending = nodes.applyOptimistic(statusChange(id('A'), 'completed'))
    const data = { before: { status: 'not_started' }, after: { status: 'blocked', ...STAMP } } as const
    nodes.apply([makeEvent('node.status_changed', data, { revision: 11, node_id: id('A') })])

    nodes.accept(pending, 11)

    expect(nodes.get(id('A'))?.status).toBe('blocked')
  })

  it('keeps the counts of a parent correct', () => {
    const { nodes, id } = load('A\n  A1\n  A2')

    nodes.applyOptimistic(statusChange(id('A1'), 'completed'))
    nodes.applyOptimistic({
      kind: 'node.deleted',
      node_id: id('A2'),
      data: { before: { parent_id: id('A'), order_index: 1, count: 1 }, after: null },
    })

    expect(nodes.get(id('A'))?.metadata).toMatchObject({ child_count: 1, completed_child_count: 1 })
  })
})
