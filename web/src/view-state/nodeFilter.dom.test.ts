import type { PlanNode } from '@cairn/contract/api/nodes'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeEdge, makeNode } from '../test/make.ts'
import { filterIn, matchNodes, NO_FILTER, searchAmong, type TreeFilter, withFilter } from './nodeFilter.ts'

const [ANA, BEN] = ['ana', 'ben']
const nodes = [
  makeNode({ title: 'Late', due_date: '2026-03-01', assignees: [BEN, ANA] }),
  makeNode({ title: 'Done late', due_date: '2026-03-01', status: 'completed' }),
  makeNode({ title: 'Today', due_date: '2026-03-04', assignees: [BEN] }),
  makeNode({ title: 'In a week', due_date: '2026-03-11' }),
  makeNode({ title: 'Later', due_date: '2026-03-12' }),
  makeNode({ title: 'Free' }),
]
const byTitle = (title: string) => nodes.find((node) => node.title === title)?.id ?? ''
const edge = (source: string, target: string, kind: 'dependency' | 'reference' = 'dependency') =>
  makeEdge({ source_id: byTitle(source), target_id: byTitle(target), kind })
const edges = [
  edge('Late', 'Today'),
  edge('Done late', 'Free'),
  edge('Late', 'Later', 'reference'),
  edge('Today', 'Done late'),
]

const found = (filter: Partial<TreeFilter>) => {
  const all = new Map(nodes.map((node) => [node.id, node]))
  const { ids } = matchNodes(all, { ...NO_FILTER, ...filter }, { myId: ANA, edges })
  return nodes.filter(({ id }) => ids.has(id)).map(({ title }) => title)
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 2, 4, 12) })
})
afterEach(() => {
  vi.useRealTimers()
})

it('finds nodes assigned to a person, to no one or to the current user', () => {
  expect(found({ assignees: new Set(['me']) })).toEqual(['Late'])
  expect(found({ assignees: new Set([BEN]) })).toEqual(['Late', 'Today'])
  expect(found({ assignees: new Set(['me', 'none']) })).toEqual(['Late', 'Done late', 'In a week', 'Later', 'Free'])
})

it('finds open nodes that are overdue or due within seven days', () => {
  expect(found({ dues: new Set(['overdue']) })).toEqual(['Late'])
  expect(found({ dues: new Set(['week']) })).toEqual(['Today', 'In a week'])
  expect(found({ dues: new Set(['overdue', 'week']), assignees: new Set([BEN]) })).toEqual(['Late', 'Today'])
})

it('finds open nodes that wait for an open dependency', () => {
  expect(found({ waiting: true })).toEqual(['Today'])
})

it('finds open descendants of a waiting node', () => {
  const [gate, phase] = [makeNode({ title: 'Gate' }), makeNode({ title: 'Phase' })]
  const task = makeNode({ title: 'Task', parent_id: phase.id })
  const step = makeNode({ title: 'Step', parent_id: task.id })
  const done = makeNode({ title: 'Done step', parent_id: task.id, status: 'completed' })
  const titles = (gated: PlanNode) => {
    const all = new Map([step, gated, phase, task, done].map((node) => [node.id, node]))
    const edges = [makeEdge({ source_id: gate.id, target_id: phase.id, kind: 'dependency' })]
    const { ids } = matchNodes(all, { ...NO_FILTER, waiting: true }, { myId: ANA, edges })
    return [...ids].map((id) => all.get(id)?.title)
  }

  expect(titles(gate)).toEqual(['Step', 'Phase', 'Task'])
  expect(titles({ ...gate, status: 'completed' })).toEqual([])
})

it('finds nodes that the user watches', () => {
  const [rope, tent] = [makeNode({ title: 'Rope' }), makeNode({ title: 'Tent' })]
  const all = new Map([rope, tent].map((node) => [node.id, node]))
  const idsOf = (watched?: ReadonlySet<string>) => {
    const beside = { myId: ANA, edges: [], ...(watched ? { watched } : {}) }
    return [...matchNodes(all, { ...NO_FILTER, watched: true }, beside).ids]
  }

  expect(idsOf(new Set([tent.id]))).toEqual([tent.id])
  expect(idsOf()).toEqual([])
})

it('finds nodes with unread comments', () => {
  const [rope, tent] = [makeNode({ title: 'Rope' }), makeNode({ title: 'Tent' })]
  const all = new Map([rope, tent].map((node) => [node.id, node]))
  const found = (unread: ReadonlySet<string>) => [
    ...matchNodes(all, { ...NO_FILTER, unread: true }, { myId: ANA, edges: [], unread }).ids,
  ]

  expect(found(new Set([tent.id]))).toEqual([tent.id])
  expect(found(new Set())).toEqual([])
})

it('finds tasks that can be started, by the rule of the API, whatever the order of the nodes', () => {
  const [gate, phase] = [makeNode({ title: 'Gate' }), makeNode({ title: 'Phase', node_type: 'phase' })]
  const waits = makeNode({ title: 'Waits', parent_id: phase.id })
  const held = makeNode({ title: 'Held', status: 'in_progress' })
  const late = makeNode({ title: 'Late', status: 'in_progress' })
  const busy = makeNode({ title: 'Busy', status: 'in_progress' })
  // Parents may come after their children.
  const all = (gated: PlanNode) => new Map([waits, gated, phase, held, late, busy].map((node) => [node.id, node]))
  const edges = [makeEdge({ source_id: gate.id, target_id: phase.id, kind: 'dependency' })]
  const ids = (...some: PlanNode[]) => new Set(some.map(({ id }) => id))
  const claims = { held: ids(held), byAgents: ids(held), abandoned: ids(late) }
  const titles = (filter: Partial<TreeFilter>, gated = gate) => {
    const nodes = all(gated)
    const found = matchNodes(nodes, { ...NO_FILTER, ...filter }, { myId: ANA, edges, claims })
    return [...found.ids].map((id) => nodes.get(id)?.title)
  }

  expect(titles({ ready: true })).toEqual(['Gate', 'Late'])
  expect(titles({ ready: true }, { ...gate, status: 'completed' })).toEqual(['Waits', 'Late'])
  expect(titles({ byAgents: true })).toEqual(['Held'])
  expect(titles({ byAgents: true, ready: true })).toEqual([])
})

it('can be written to a URL and read back', () => {
  const filter: TreeFilter = {
    search: 'rope',
    statuses: new Set(['blocked']),
    types: new Set(['task', 'milestone']),
    assignees: new Set(['me', BEN]),
    dues: new Set(['overdue', 'week']),
    waiting: true,
    ready: true,
    byAgents: true,
    watched: true,
    unread: true,
  }
  const params = withFilter(new URLSearchParams('node=1'), filter)

  expect(filterIn(params)).toEqual(filter)
  expect(params.get('node')).toBe('1')
  expect(withFilter(params, NO_FILTER).toString()).toBe('node=1')
  expect(filterIn(new URLSearchParams('status=lost&due=never&waiting=maybe'))).toEqual(NO_FILTER)
})

it('finds the same when a search gets narrower, and more when it gets wider', () => {
  const search = searchAmong(new Map(nodes.map((node) => [node.id, node])), { myId: ANA, edges })
  const titles = (filter: Partial<TreeFilter>) => {
    const { ids } = search({ ...NO_FILTER, ...filter })
    return nodes.filter(({ id }) => ids.has(id)).map(({ title }) => title)
  }
  expect(titles({ search: 'l' })).toEqual(['Late', 'Done late', 'Later'])
  expect(titles({ search: 'late' })).toEqual(['Late', 'Done late', 'Later'])
  expect(titles({ search: 'later' })).toEqual(['Later'])
  expect(titles({ search: 'la' })).toEqual(['Late', 'Done late', 'Later'])
  expect(titles({ search: 'lat', statuses: new Set(['completed']) })).toEqual(['Done late'])
  expect(titles({ search: 'late' })).toEqual(['Late', 'Done late', 'Later'])
})
