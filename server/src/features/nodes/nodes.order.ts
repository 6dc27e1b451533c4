// The order of siblings when several are added or removed at once.
import type { NodeRow } from '../../db/schema.ts'

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
 * Puts nodes back one after the other, each at its old position or last among `count` siblings. Returns them in order
 * of insertion and in their final order.
 */
export function land(count: number, returning: readonly Returning[]): { coming: Landing[]; standing: Landing[] } {
  const line: (number | Landing)[] = Array.from({ length: count }, (_, number) => number)
  const coming = returning.map(({ id, order_index: stood }): Landing => {
    const landing = { id, order_index: Math.min(stood, line.length), before: count }
    line.splice(landing.order_index, 0, landing)
    return landing
  })
  let before = count
  for (const who of line.toReversed()) {
    if (typeof who === 'number') before = who
    else who.before = before
  }
  return { coming, standing: line.filter((who) => typeof who !== 'number') }
}
