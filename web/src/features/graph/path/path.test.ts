import type { EdgeKind } from '@cairn/contract/api/edges'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { many, task, treeOf } from '../../../test/visibleTree.ts'
import { DIMMED } from '../dimming.ts'
import { extentsOf } from '../layout/extents.ts'
import { layOut } from '../layout/layout.ts'
import { dependenciesOf } from '../waiting.ts'
import { drawPath, pathOf } from './path.ts'

const edge = (source_id: string, target_id: string, kind: EdgeKind = 'dependency') => ({ source_id, target_id, kind })
const sorted = (ids: ReadonlySet<string>) => [...ids].sort()

it('follows dependencies in both directions, and no other edges', () => {
  const edges = [
    edge('a', 'b'),
    edge('b', 'c'),
    edge('c', 'd'),
    edge('x', 'b', 'reference'),
    edge('b', 'y', 'sequence'),
  ]
  const { before, after } = pathOf(dependenciesOf(edges), new Set(['c']))

  expect(sorted(before)).toEqual(['a', 'b'])
  expect(sorted(after)).toEqual(['d'])
})

it('contains exactly the nodes that can be reached', () => {
  const someEdges = fc.array(fc.tuple(fc.nat(12), fc.nat(12)), { maxLength: 30 })
  fc.assert(
    fc.property(someEdges, fc.nat(12), (pairs, start) => {
      const edges = pairs.filter(([a, b]) => a !== b).map(([a, b]) => edge(`${Math.min(a, b)}`, `${Math.max(a, b)}`))
      const reaches = (from: string, to: string): boolean =>
        edges.some(({ source_id, target_id }) => source_id === from && (target_id === to || reaches(target_id, to)))
      const { before, after } = pathOf(dependenciesOf(edges), new Set([`${start}`]))

      for (let id = 0; id <= 12; id++) {
        expect(before.has(`${id}`)).toBe(reaches(`${id}`, `${start}`))
        expect(after.has(`${id}`)).toBe(reaches(`${start}`, `${id}`))
      }
    }),
    { numRuns: 60 },
  )
})

const tree = treeOf([{ type: 'root', children: many(3, () => ({ type: 'phase', children: many(2, task) })) }])
const layout = layOut(tree, { viewport: { width: 1200, height: 800 } })
const scene = { layout, tree, extents: extentsOf(layout, tree) }
const parentOf = (id: string) => (id.includes('.') ? id.slice(0, id.lastIndexOf('.')) : null)

it('colors each node and edge of a path by its side, and dims all others', () => {
  const edges = [edge('0.0.0', '0.1.0'), edge('0.1.0', '0.2.0'), edge('0.0.1', '0.2.1')]
  const drawn = drawPath(pathOf(dependenciesOf(edges), new Set(['0.1.0'])), scene, { parentOf, rest: DIMMED })

  expect(['0.0.0', '0.1.0', '0.2.0', '0.0.1'].map(drawn.sideOf)).toEqual(['before', undefined, 'after', undefined])
  expect(['0.0.0', '0.1.0', '0.2.0', '0.0.1', '0.1.1'].map(drawn.node)).toEqual([1, 1, 1, DIMMED, DIMMED])
  expect(edges.map(drawn.sideOfEdge)).toEqual(['before', 'after', undefined])
  expect(['0', '0.0', '0.1'].map(drawn.branch)).toEqual([1, 1, 1])
})

it('lights a collapsed card for the nodes below it', () => {
  const edges = [edge('0.2.0.7.1', '0.1.0')]
  const drawn = drawPath(pathOf(dependenciesOf(edges), new Set(['0.1.0'])), scene, { parentOf, rest: DIMMED })

  expect(drawn.sideOf('0.2.0')).toBe('before')
  expect(drawn.branch('0.2')).toBe(1)
  expect(drawn.branch('0.0')).toBe(DIMMED)
})

it('draws a node on both sides of a collapsed branch as one that it waits for', () => {
  const edges = [edge('0.0.0', '0.1.0'), edge('0.1.1', '0.0.0')]
  const drawn = drawPath(pathOf(dependenciesOf(edges), new Set(['0.1', '0.1.0', '0.1.1'])), scene, {
    parentOf,
    rest: DIMMED,
  })

  expect(drawn.sideOf('0.0.0')).toBe('before')
})
