// Creates nodes from outlines.
import { LIMITS } from '@cairn/contract/api/common'
import type { NewTreeNode } from '@cairn/contract/api/nodeTree'
import type { OutlineItem } from '../lib/outlineText.ts'
import type { NodeActions, TreeBody } from './nodeActions.ts'

/** The nodes of an outline that one call creates, and their parent. */
interface Piece {
  /** The item whose node is the parent; null for the outline's own parent. */
  under: OutlineItem | null
  nodes: NewTreeNode[]
}

/** Splits an outline into pieces of at most `max` nodes, parents before children. Items with children get a ref. */
export function piecesOf(items: readonly OutlineItem[], max: number, hasPhases: boolean): Piece[] {
  const pieces: Piece[] = []
  const made = new Map<OutlineItem, { node: NewTreeNode; piece: Piece }>()
  let room = 0
  const stack = items.map((item) => ({ item, parent: null as OutlineItem | null })).reverse()
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { item, parent } = next
    const node = nodeOf(item, `${made.size}`, hasPhases && parent === null)
    const above = parent && made.get(parent)
    const last = pieces.at(-1)
    if (room > 0 && above && above.piece === last) above.node.children = [...(above.node.children ?? []), node]
    else if (room > 0 && last?.under === parent) last.nodes.push(node)
    else {
      pieces.push({ under: parent, nodes: [node] })
      room = max
    }
    room -= 1
    made.set(item, { node, piece: pieces.at(-1) as Piece })
    for (const child of item.children.toReversed()) stack.push({ item: child, parent: item })
  }
  return pieces
}

function nodeOf({ title, status, due_date, description, children }: OutlineItem, ref: string, isTop: boolean) {
  const node_type = isTop && children.length > 0 ? 'phase' : 'task'
  return { ref, title, node_type, status, due_date, description } as NewTreeNode
}

export interface Made {
  /** The top-level nodes of the outline, in order. */
  ids: string[]
  /** The number of created nodes. */
  count: number
  /** What the calls changed, for undo. */
  changes: (number | null)[]
  /** The ids of the created nodes by ref, which is the position of the item in the outline. */
  idOf: Map<string, string>
  /** The number of calls. */
  calls: number
  /** Why it stopped before all were created. */
  error?: unknown
}

interface Options {
  parent_id: string | null
  hasPhases: boolean
  /** Gets the count so far. */
  onStep: (count: number) => void
  /** What an earlier try has created, with the same outline and parent. */
  earlier: Made | null
}

/** Creates the nodes of an outline as the last children of a parent. */
export async function createOutline(
  actions: NodeActions,
  items: readonly OutlineItem[],
  { parent_id, hasPhases, onStep, earlier }: Options,
): Promise<Made> {
  const { error: _, ...made }: Made = earlier ?? { ids: [], count: 0, changes: [], idOf: new Map(), calls: 0 }
  const { idOf } = made
  const refs = refsOf(items)
  for (const { under, nodes } of piecesOf(items, LIMITS.bulk, hasPhases).slice(made.calls)) {
    const parent = under === null ? parent_id : (idOf.get(refs.get(under) ?? '') ?? null)
    try {
      const { reply, change } = await actions.createTree({ parent_id: parent, nodes } as TreeBody)
      made.calls += 1
      made.changes.push(change)
      for (const [ref, id] of Object.entries(reply.refs)) idOf.set(ref, id)
      if (under === null) made.ids.push(...nodes.flatMap(({ ref }) => reply.refs[ref ?? ''] ?? []))
      made.count += reply.nodes.length
    } catch (error) {
      return { ...made, error }
    }
    onStep(made.count)
  }
  return made
}

/** What is left of an outline: without the created items, whose children take their places. */
export function restOf(items: readonly OutlineItem[], { idOf }: Made): OutlineItem[] {
  const refs = refsOf(items)
  const isMade = (item: OutlineItem) => idOf.has(refs.get(item) ?? '')
  const inner = new Set(inOrder(items).flatMap((item) => (isMade(item) ? [] : item.children)))
  return inOrder(items).filter((item) => !isMade(item) && !inner.has(item))
}

const refsOf = (items: readonly OutlineItem[]): Map<OutlineItem, string> =>
  new Map(inOrder(items).map((item, index) => [item, `${index}`]))

function inOrder(items: readonly OutlineItem[]): OutlineItem[] {
  const ordered: OutlineItem[] = []
  const stack = items.toReversed()
  for (let item = stack.pop(); item; item = stack.pop()) {
    ordered.push(item)
    stack.push(...item.children.toReversed())
  }
  return ordered
}
