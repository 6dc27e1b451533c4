import { bestMatches } from '../lib/bestMatches.ts'
import { fold } from '../lib/fold.ts'
import type { StoredNode } from './nodeStore.ts'

// A node is never changed in place, so its folded title holds as long as the object.
const folded = new WeakMap<StoredNode, string>()

export function foldedTitle(node: StoredNode): string {
  const known = folded.get(node)
  if (known !== undefined) return known
  const title = fold(node.title)
  folded.set(node, title)
  return title
}

/** The nodes whose titles answer best to what was typed. */
export const findNodes = (nodes: Iterable<StoredNode>, typed: string, max: number): StoredNode[] =>
  bestMatches(nodes, { typed, max, textOf: foldedTitle })
