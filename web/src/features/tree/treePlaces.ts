// Where a node may go: by keyboard one step at a time, by pointer to the gap between two rows. Pure, over the plan's structure.
import type { NodeType } from '@cairn/contract/api/nodes'
import type { NodePlace } from '../../actions/undo.ts'
import type { StoredNode, Structure } from '../../data/nodeStore.ts'
import { endOfSubtree, type TreeRow } from './treeRows.ts'

interface Tree {
  structure: Structure
  get: (id: string) => StoredNode | undefined
}

export type Step = 'up' | 'down' | 'indent' | 'outdent'

/** The place one step away, or null when there is none. The root stays where it is, and nothing stands beside it. */
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

export interface Drop {
  place: NodePlace
  /** Where the line is drawn: above the row at `index`, indented for `level`. */
  index: number
  level: number
}

interface Dragging {
  rows: readonly TreeRow[]
  tree: Tree
  draggedId: string
  /** The gap above the row of this index; `rows.length` is the end. */
  gap: number
  /** The level that the pointer asks for. */
  level: number
}

/**
 * What dropping into a gap means. The rows around it say which levels are possible: from the row below to one deeper than the
 * row above; the pointer chooses among them. Null where the node may not go.
 */
export function dropAt({ rows, tree, draggedId, gap, level }: Dragging): Drop | null {
  if (draggedId === tree.structure.rootId) return null
  const dragged = rows.findIndex(({ id }) => id === draggedId)
  const ownEnd = dragged < 0 ? -1 : endOfSubtree(rows, dragged)
  // Every gap from right above itself to right behind its subtree is the same one: behind what comes before it.
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
  // Behind the row of the same level that stands above the gap; first in an open branch, last in a closed one.
  const first = rows[above]?.isOpen === false ? siblings.length : 0
  const order_index = before === null ? first : siblings.indexOf(before) + 1
  return { place: { parent_id: parent, order_index }, index, level: chosen }
}

/** The row at or above `index` that is at `level` on the way to the top; null at level 0 or when there is none. */
function ancestorAt(rows: readonly TreeRow[], index: number, level: number): string | null {
  if (level < 1) return null
  for (let at = index; at >= 0; at--) {
    const row = rows[at]
    if (!row || row.level < level) return null
    if (row.level === level) return row.id
  }
  return null
}

/** What a new node most likely is, by where it stands. */
export function likelyType(parent: StoredNode | undefined, sibling?: StoredNode): NodeType {
  if (sibling && sibling.node_type !== 'root') return sibling.node_type
  return !parent || parent.node_type === 'root' ? 'phase' : 'task'
}
