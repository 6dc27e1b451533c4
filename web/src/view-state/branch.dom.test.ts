import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_CLAIMS } from '../data/claims.ts'
import { PlanNodes, type StoredNode } from '../data/nodeStore.ts'
import { makeNode, makeTree } from '../test/make.ts'
import { branchAbove, branchOf, branchPath, countIn, idsIn, isWithin, shownBranch, shownStructure } from './branch.ts'
import { NO_FILTER } from './nodeFilter.ts'
import { PlanFilter } from './planFilter.ts'

function load(rows: readonly StoredNode[]): PlanNodes {
  const nodes = new PlanNodes()
  nodes.load(rows, { revision: 1, epoch: 'first' })
  return nodes
}

/** A random plan: each node is under the one before it that its number picks. */
const plans = fc.array(fc.nat(), { minLength: 1, maxLength: 40 }).map((picks) => {
  const rows: StoredNode[] = []
  for (const [index, pick] of picks.entries()) {
    const parent_id = index === 0 ? null : (rows[pick % index]?.id ?? null)
    rows.push(makeNode({ title: `${index}`, node_type: index === 0 ? 'root' : 'task', parent_id, order_index: index }))
  }
  return load(rows)
})
const plansWithNode = fc.tuple(plans, fc.nat(), fc.nat()).map(([nodes, a, b]) => {
  const ids = [...nodes.all.keys()]
  return { nodes, id: ids[a % ids.length] ?? '', otherId: ids[b % ids.length] ?? '' }
})

describe('branchOf', () => {
  it('has exactly the node and its descendants, in the order of the plan', () => {
    fc.assert(
      fc.property(plansWithNode, ({ nodes, id }) => {
        const branch = branchOf(nodes.structure, id)
        const inside = [...nodes.all.keys()].filter((known) => isWithin(nodes, known, id))
        expect([...idsIn(branch)].sort()).toEqual(inside.sort())
        expect(branch.children.get(null)).toEqual([id])
        for (const known of inside) expect(branch.children.get(known)).toBe(nodes.structure.children.get(known))
        expect(countIn(nodes, branch).total).toBe(inside.length)
      }),
    )
  })

  it('reads nothing outside of the branch', () => {
    const read: (string | null)[] = []
    const children = new Map([
      [null, ['a', 'b']],
      ['a', ['c']],
      ['b', ['d']],
    ] as const)
    const watched = {
      get: (id: string | null) => {
        read.push(id)
        return children.get(id as null)
      },
    }
    branchOf({ children: watched as unknown as ReadonlyMap<string | null, readonly string[]>, rootId: null }, 'a')
    expect(read.sort()).toEqual(['a', 'c'])
  })
})

describe('shownBranch', () => {
  it('is the smallest branch around the wanted one that contains the open node', () => {
    fc.assert(
      fc.property(plansWithNode, ({ nodes, id, otherId }) => {
        const shown = shownBranch(nodes, id, otherId)
        const around = []
        for (let at: string | null = id; at !== null; at = branchAbove(nodes, at)) around.push(at)
        const expected = around.find((branch) => isWithin(nodes, otherId, branch)) ?? null
        expect(shown).toBe(id === nodes.structure.rootId ? null : expected)
      }),
    )
  })

  it('is the whole plan for nodes that are not in the plan', () => {
    const nodes = load(Object.values(makeTree('Trip\n  Prepare\n    Pack\n  Walk')))
    const [prepare, pack] = ['Prepare', 'Pack'].map(
      (title) => [...nodes.all.values()].find((node) => node.title === title)?.id ?? '',
    )
    expect(shownBranch(nodes, 'gone', null)).toBeNull()
    expect(shownBranch(nodes, prepare ?? '', 'gone')).toBe(prepare)
    expect(shownBranch(nodes, prepare ?? '', pack ?? '')).toBe(prepare)
  })
})

it('the path to a branch leaves out the root, which is the whole plan', () => {
  const root = makeNode({ title: 'Trip', node_type: 'root' })
  const phase = makeNode({ title: 'Prepare', node_type: 'phase', parent_id: root.id })
  const task = makeNode({ title: 'Pack', parent_id: phase.id })
  const nodes = load([root, phase, task])
  const pathOf = (id: string) => branchPath({ get: (known) => nodes.get(known), rootId: root.id }, id)
  expect(pathOf(task.id).map(({ title }) => title)).toEqual(['Prepare', 'Pack'])
  expect(branchAbove(nodes, task.id)).toBe(phase.id)
  expect(branchAbove(nodes, phase.id)).toBeNull()
})

it('tree and graph share the structure of a branch and the matches in it', () => {
  const nodes = load(Object.values(makeTree('Trip\n  Prepare\n    Pack\n    Train\n  Walk\n    Pack again')))
  const idOf = (title: string) => [...nodes.all.values()].find((node) => node.title === title)?.id ?? ''
  const shown = () => shownStructure(nodes.structure, idOf('Prepare'))
  expect(shown()).toBe(shown())
  expect(shownStructure(nodes.structure, null)).toBe(nodes.structure)

  const filter = new PlanFilter({ ...NO_FILTER, search: 'pack' })
  const beside = { myId: null, edges: [], watched: new Set<string>(), unread: new Set<string>(), claims: NO_CLAIMS }
  const matches = () => filter.matches(filter.filter, { nodes, changes: nodes.changes, structure: shown(), ...beside })
  expect(matches()).toBe(matches())
  expect([...matches().ids]).toEqual([idOf('Pack')])
})
