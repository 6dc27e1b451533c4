import { EDGE_KINDS } from '@cairn/contract/api/edges'
import { NODE_STATUSES, type NodeStatus } from '@cairn/contract/api/nodes'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dependenciesOf, NO_WAITING, waitingOf } from './waiting.ts'

const dependency = (source_id: string, target_id: string) => ({ source_id, target_id, kind: 'dependency' as const })

it('counts unfinished nodes on both sides', () => {
  const edges = [dependency('dig', 'build'), dependency('buy', 'build'), dependency('build', 'paint')]
  const statuses: Record<string, NodeStatus> = {
    dig: 'completed',
    buy: 'blocked',
    build: 'not_started',
    paint: 'in_progress',
  }
  const of = (id: string) => waitingOf(dependenciesOf(edges), (other) => statuses[other], id)

  expect(of('build')).toEqual({ waitsFor: 1, waiting: 1 })
  expect(of('dig')).toEqual(NO_WAITING)
  expect(of('paint')).toEqual({ waitsFor: 1, waiting: 0 })
  delete statuses.buy
  expect(of('build')).toEqual({ waitsFor: 0, waiting: 1 })
})

it('returns the same dependencies for the same edges', () => {
  const edges = [dependency('a', 'b')]
  expect(dependenciesOf(edges)).toBe(dependenciesOf(edges))
})

it('agrees with a search through all edges', () => {
  const id = fc.integer({ min: 0, max: 6 }).map(String)
  const edge = fc.record({ source_id: id, target_id: id, kind: fc.constantFrom(...EDGE_KINDS) })
  fc.assert(
    fc.property(
      fc.array(edge),
      fc.array(fc.constantFrom(...NODE_STATUSES, undefined), { minLength: 7, maxLength: 7 }),
      id,
      (edges, statuses, id) => {
        const isUnfinished = (other: string) => ![undefined, 'completed'].includes(statuses[Number(other)])
        const links = edges.filter(
          ({ kind, source_id, target_id }) => kind === 'dependency' && [source_id, target_id].every(isUnfinished),
        )
        expect(waitingOf(dependenciesOf(edges), (other) => statuses[Number(other)], id)).toEqual({
          waitsFor: links.filter(({ target_id }) => target_id === id).length,
          waiting: links.filter(({ source_id }) => source_id === id).length,
        })
      },
    ),
  )
})
