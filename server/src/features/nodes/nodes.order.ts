// The order of siblings when several are added or removed at once.
import type { NodeRow } from '../../db/schema.ts'
import { Siblings } from './nodes.siblings.ts'

type Place = Pick<NodeRow, 'parent_id' | 'order_index'>

/** The gaps of removed nodes: each of their parents once, with the first gap among its children. */
export function gapsOf(nodes: readonly Place[]): { parent_id: string | null; from: number }[] {
  const first = new Map<string | null, number>()
  for (const { parent_id, order_index } of nodes)
    first.set(parent_id, Math.min(order_index, first.get(parent_id) ?? order_index))
  return [...first].map(([parent_id, from]) => ({ parent_id, from }))
}

/** A restored node among its siblings. */
interface Returning {
  id: string
  /** Where it stood. */
  order_index: number
  /** The sibling that it followed, null for none; without it, or if it is elsewhere, `order_index` counts. */
  previous_id?: string | null
}
/** The position where a node is inserted. */
export interface Landing {
  id: string
  /** The position at the moment of insertion, as its event says. */
  order_index: number
  /** The number of the existing sibling that follows it. */
  before: number
}

/**
 * Puts nodes back one after the other, each at its old position or last among `count` siblings; `numbers` has those of
 * the siblings that returning nodes followed. Returns them in order of insertion and in their final order.
 */
export function land(
  count: number,
  returning: readonly Returning[],
  numbers: ReadonlyMap<string, number> = new Map(),
): { coming: Landing[]; standing: Landing[] } {
  const line = new Siblings<number | Landing>(Array.from({ length: count }, (_, number) => number))
  const landed = new Map<string, Landing>()
  const placeBehind = (previous: string | null | undefined, stood: number): number => {
    if (previous === null) return 0
    const sibling = landed.get(previous ?? '') ?? numbers.get(previous ?? '')
    const at = sibling === undefined ? -1 : line.indexOf(sibling)
    return at < 0 ? Math.min(stood, line.length) : at + 1
  }
  const coming = returning.map(({ id, order_index: stood, previous_id }): Landing => {
    const landing = { id, order_index: placeBehind(previous_id, stood), before: count }
    line.insert(landing.order_index, landing)
    landed.set(id, landing)
    return landing
  })
  const standing = line.toArray()
  let before = count
  for (const who of standing.toReversed()) {
    if (typeof who === 'number') before = who
    else who.before = before
  }
  return { coming, standing: standing.filter((who) => typeof who !== 'number') }
}
