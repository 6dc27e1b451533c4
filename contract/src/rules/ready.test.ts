import { expect, it } from 'vitest'
import type { NodeStatus, NodeType } from '../api/nodes.ts'
import { ReadyWork } from './ready.ts'

interface Node {
  id: string
  parent_id: string | null
  node_type: NodeType
  status: NodeStatus
  due_date: string | null
}

const node = (id: string, parent_id: string | null = null, more: Partial<Node> = {}): Node => ({
  ...{ id, parent_id, node_type: 'task', status: 'not_started', due_date: null },
  ...more,
})
const phase = (id: string, more: Partial<Node> = {}) => node(id, null, { node_type: 'phase', ...more })
const nobody = { held: new Set<string>(), abandoned: new Set<string>() }
const after = (target_id: string, source_id: string) => ({ source_id, target_id })
const ids = (work: ReadyWork<Node>) => work.list().map(({ id }) => id)

it('lists tasks that are not started, those due first, then in the order of the plan', () => {
  const nodes = [
    phase('p'),
    node('a', 'p'),
    node('b', 'p', { due_date: '2026-05-02' }),
    node('c', 'p', { due_date: '2026-05-01' }),
    node('d', 'p', { status: 'in_progress' }),
    node('e', 'p', { status: 'completed' }),
    node('f', 'p', { status: 'blocked' }),
    node('m', 'p', { node_type: 'milestone' }),
  ]
  expect(ids(new ReadyWork(nodes, [], nobody))).toEqual(['c', 'b', 'a'])
})

it('leaves out what waits for an open node, itself or through an ancestor, and what is below a blocked one', () => {
  const nodes = [
    phase('first'),
    node('a', 'first'),
    phase('second'),
    node('b', 'second'),
    phase('stuck', { status: 'blocked' }),
    node('c', 'stuck'),
    node('d', 'c'),
    node('e'),
  ]
  const work = new ReadyWork(nodes, [after('second', 'first'), after('e', 'a')], nobody)
  expect(ids(work)).toEqual(['a'])
  expect(work.obstacleOf('b')).toEqual({ code: 'ancestor_waits_for', by: 'first' })
  expect(work.obstacleOf('d')).toEqual({ code: 'ancestor_blocked', by: 'stuck' })
  expect(work.obstacleOf('e')).toEqual({ code: 'waits_for', by: 'a' })
  const waiting = work.waiting(10).map(({ node, reason, by }) => [node.id, reason, by?.id])
  expect(waiting).toEqual([
    ['b', 'ancestor_waits_for', 'first'],
    ['c', 'ancestor_blocked', 'stuck'],
    ['d', 'ancestor_blocked', 'stuck'],
    ['e', 'waits_for', 'a'],
  ])
  expect(work.waiting(1)).toHaveLength(1)
  expect(work.waiting(10, 'second').map(({ node }) => node.id)).toEqual(['b'])

  const done = nodes.map((one) => (['first', 'a'].includes(one.id) ? { ...one, status: 'completed' as const } : one))
  expect(ids(new ReadyWork(done, [after('second', 'first'), after('e', 'a')], nobody))).toEqual(['b', 'e'])
})

it('leaves out what is held, and takes back what was in progress when its claim expired', () => {
  const nodes = [node('a'), node('b', null, { status: 'in_progress' }), node('c', null, { status: 'in_progress' })]
  const work = new ReadyWork(nodes, [], { held: new Set(['a']), abandoned: new Set(['b']) })
  expect(ids(work)).toEqual(['b'])
  expect(work.obstacleOf('a')).toEqual({ code: 'claimed' })
  expect(work.obstacleOf('c')).toEqual({ code: 'in_progress' })
})

it('ignores dependencies on deleted nodes', () => {
  expect(ids(new ReadyWork([node('a')], [after('a', 'gone')], nobody))).toEqual(['a'])
})

it('equals a new list after any changes in any order', () => {
  // A small generator, so that a failure can be repeated.
  let seed = 7
  const below = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed % limit
  }
  const STATUSES: NodeStatus[] = ['not_started', 'in_progress', 'completed', 'blocked']
  for (let round = 0; round < 40; round++) {
    const parents = Array.from({ length: 30 }, (_, i) => (i === 0 || below(4) === 0 ? null : `n${below(i)}`))
    let nodes = parents.map((parent, i) => node(`n${i}`, parent, { node_type: below(4) === 0 ? 'phase' : 'task' }))
    const edges = Array.from({ length: 20 }, () => {
      const source = below(29)
      return after(`n${source + 1 + below(29 - source)}`, `n${source}`)
    })
    let claims = nobody
    const work = new ReadyWork(nodes, edges, claims)
    for (let turn = 0; turn < 30; turn++) {
      const changed = new Set(Array.from({ length: below(3) }, () => below(30)))
      nodes = nodes.map((one, i) =>
        changed.has(i)
          ? { ...one, status: STATUSES[below(4)] ?? one.status, due_date: below(2) ? null : `2026-05-0${1 + below(9)}` }
          : one,
      )
      const some = () => new Set(nodes.filter(() => below(8) === 0).map(({ id }) => id))
      if (below(3) === 0) claims = { held: some(), abandoned: some() }
      // Builds the list, so that the update has one to change.
      if (below(5) > 0) work.list(1)
      work.update(
        nodes.filter((_, i) => changed.has(i)),
        claims,
      )
      const anew = new ReadyWork(nodes, edges, claims)
      expect(ids(work)).toEqual(ids(anew))
      expect(nodes.map(({ id }) => work.obstacleOf(id))).toEqual(nodes.map(({ id }) => anew.obstacleOf(id)))
      expect(work.list(2).map(({ id }) => id)).toEqual(ids(anew).slice(0, 2))
    }
  }
})
