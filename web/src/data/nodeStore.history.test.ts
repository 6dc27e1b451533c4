import type { PlanEvent } from '@cairn/contract/api/events'
import { applyToNodes } from '@cairn/contract/rules/replay'
import { displayOrder } from '@cairn/contract/rules/tree'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeEvent, makeNode } from '../test/make.ts'
import { PlanNodes, type StoredNode } from './nodeStore.ts'

const STAMP = { version: 2, updated_at: '2026-03-05T10:00:00.000Z' }
const which = fc.nat(20)
const change = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('create' as const), node: which, place: fc.nat(5) }) },
  fc.record({ do: fc.constant('move' as const), node: which, place: fc.nat(5) }),
  fc.record({ do: fc.constant('status' as const), node: which, place: fc.nat(1) }),
  fc.record({ do: fc.constant('delete' as const), node: which, place: fc.nat(0) }),
)
/** A delivery to the browser: the next event, a repeated one, or a list from some point in time. */
const arrival = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'event' as const }) },
  fc.record({ kind: fc.constant('again' as const), number: fc.nat(100) }),
  fc.record({ kind: fc.constant('list' as const), number: fc.nat(100) }),
)

/** A plan's log, and its nodes at each revision. */
function historyOf(changes: readonly (typeof change extends fc.Arbitrary<infer C> ? C : never)[]) {
  const nodes = new Map<string, StoredNode>()
  const events: PlanEvent[] = []
  const states: StoredNode[][] = [[]]
  const childrenOf = (parent: string | null) => [...nodes.values()].filter(({ parent_id }) => parent_id === parent)
  for (const { do: kind, node: number, place } of changes) {
    const node = [...nodes.values()][number % (nodes.size + 1)]
    const revision = events.length + 1
    const event = () => {
      if (kind === 'create') {
        const parent_id = node?.id ?? null
        const order_index = Math.min(place, childrenOf(parent_id).length)
        const after = makeNode({ parent_id, order_index })
        return makeEvent('node.created', { before: null, after }, { revision, node_id: after.id })
      }
      if (!node) return undefined
      const before = { parent_id: node.parent_id, order_index: node.order_index }
      if (kind === 'move') {
        const order_index = Math.min(place, childrenOf(null).filter(({ id }) => id !== node.id).length)
        const after = { parent_id: null, order_index, ...STAMP }
        return makeEvent('node.moved', { before, after }, { revision, node_id: node.id })
      }
      if (kind === 'status') {
        const after = { status: place ? ('completed' as const) : ('blocked' as const), ...STAMP }
        return makeEvent(
          'node.status_changed',
          { before: { status: node.status }, after },
          { revision, node_id: node.id },
        )
      }
      return makeEvent('node.deleted', { before: { ...before, count: 1 }, after: null }, { revision, node_id: node.id })
    }
    const said = event()
    if (!said) continue
    applyToNodes(nodes, [said])
    events.push(said)
    states.push([...nodes.values()])
  }
  return { events, states }
}

it('ends with the nodes of the newest revision, in whatever order lists and events arrive', () => {
  fc.assert(
    fc.property(
      fc.array(change, { minLength: 1, maxLength: 25 }),
      fc.array(arrival, { maxLength: 40 }),
      (changes, arrivals) => {
        const { events, states } = historyOf(changes)
        const store = new PlanNodes()
        const list = (revision: number) => store.load(states[revision] ?? [], { revision, epoch: 'first' })
        let heard = 0
        list(0)
        for (const arrived of arrivals) {
          if (arrived.kind === 'list') list(arrived.number % states.length)
          const event =
            arrived.kind === 'event'
              ? events[heard++]
              : arrived.kind === 'again'
                ? events[arrived.number % (heard + 1)]
                : undefined
          // The list is refetched if an earlier event is missing.
          if (event && store.apply([event]) === 'gap') list(event.revision)
        }
        for (const event of events.slice(heard)) if (store.apply([event]) === 'gap') list(event.revision)

        expect(store.revision).toBe(events.length)
        expect(displayOrder([...store.all.values()])).toEqual(displayOrder(states.at(-1) ?? []))
      },
    ),
    { numRuns: 300 },
  )
})
