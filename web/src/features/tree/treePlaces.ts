// Where a node may move: one step by keyboard, or to a gap between two rows by pointer. Pure functions.
import type { NodePlace } from '../../actions/undoToast.ts'
import type { StoredNode, Structure } from '../../data/nodeStore.ts'
import { endOfSubtree, type TreeRow } from './treeRows.ts'

interface Tree {
  structure: Structure
  get: (id: string) => StoredNode | undefined
}

export type Step = 'up' | 'down' | 'indent' | 'outdent'

/** The position one step away, or null if there is none. The root cannot move or have siblings. */
export function stepPlace({ structure, get }: Tree, id: string, step: Step): NodePlace | null {
  const node = get(id)
  if (!node || id === structure.rootId) return null
  const siblings = structure.children.get(node.parent_id) ?? []
  const index = siblings.indexOf(id)
  switch (step) {
    case 'up':
      return index > 0 ? { parent_id: node.parent_id, order_index: index - 1 } : null
    case 'down':
      return index < siblings.length - 1 ? { parent_id: node.parent_id, order_index: index + 1 } : null
    case 'indent': {
      const above = siblings[index - 1]
      return above === undefined ? null : { parent_id: above, order_index: null }
    }
    case 'outdent': {
      const parent = node.parent_id === null ? undefined : get(node.parent_id)
      if (!parent || parent.id === structure.rootId) return null
      const place = structure.children.get(parent.parent_id)?.indexOf(parent.id) ?? 0
      return { parent_id: parent.parent_id, order_index: place + 1 }
    }
  }
}

/** Where several nodes go that move together with one: behind the sibling that it would follow and that stays. */
export function placeBehind(
  { structure }: Pick<Tree, 'structure'>,
  moving: ReadonlySet<string>,
  id: string,
  { parent_id, order_index }: NodePlace,
): { parent_id: string | null; after: string | null } {
  const siblings = (structure.children.get(parent_id) ?? []).filter((sibling) => sibling !== id)
  const before = siblings.slice(0, order_index ?? siblings.length)
  return { parent_id, after: before.findLast((sibling) => !moving.has(sibling)) ?? null }
}

export interface Drop {
  place: NodePlace
  /** Position of the drop line: above the row at `index`, indented for `level`. */
  index: number
  level: number
}

interface Dragging {
  rows: readonly TreeRow[]
  tree: Tree
  draggedId: string
  /** The gap above the row with this index; `rows.length` is the end. */
  gap: number
  /** The level at the pointer's horizontal position. */
  level: number
}

/**
 * Resolves a drop into a gap. Possible levels range from that of the row below to one deeper than the row above;
 * the pointer chooses among them. Returns null if the node cannot go there.
 */
export function dropAt({ rows, tree, draggedId, gap, level }: Dragging): Drop | null {
  if (draggedId === tree.structure.rootId) return null
  const dragged = rows.findIndex(({ id }) => id === draggedId)
  const ownEnd = dragged < 0 ? -1 : endOfSubtree(rows, dragged)
  // All gaps within and around its own subtree mean the same: after its preceding sibling.
  const isWithin = dragged >= 0 && gap >= dragged && gap <= ownEnd
  const index = isWithin ? ownEnd : gap
  const above = isWithin ? dragged - 1 : gap - 1

  const deepest = above < 0 ? 1 : (rows[above]?.level ?? 0) + 1
  const shallowest = Math.max(rows[index]?.level ?? 1, tree.structure.rootId === null ? 1 : 2)
  if (deepest < shallowest) return null
  const chosen = Math.min(Math.max(level, shallowest), deepest)

  const parent = ancestorAt(rows, above, chosen - 1)
  const siblings = (tree.structure.children.get(parent) ?? []).filter((id) => id !== draggedId)
  const before = ancestorAt(rows, above, chosen)
  // After the row of the same level above the gap; first in an open branch, last in a closed one.
  const first = rows[above]?.isOpen === false ? siblings.length : 0
  const order_index = before === null ? first : siblings.indexOf(before) + 1
  return { place: { parent_id: parent, order_index }, index, level: chosen }
}

/** The ancestor of the row at `index` (or the row itself) that is at `level`; null if there is none. */
function ancestorAt(rows: readonly TreeRow[], index: number, level: number): string | null {
  if (level < 1) return null
  for (let at = index; at >= 0; at--) {
    const row = rows[at]
    if (!row || row.level < level) return null
    if (row.level === level) return row.id
  }
  return null
}
