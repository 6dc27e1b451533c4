// Flattens the tree into visible rows, depth first, without collapsed or filtered nodes.
import type { Structure } from '../../data/nodeStore.ts'

export interface TreeRow {
  id: string
  /** 1 at the top level. */
  level: number
  /** Position among its siblings, from 1. */
  position: number
  siblings: number
  hasChildren: boolean
  isOpen: boolean
}

interface Options {
  structure: Structure
  isOpen: (id: string, level: number) => boolean
  /** With a filter: the matching nodes and all their ancestors. */
  only?: ReadonlySet<string> | null
}

const NONE: readonly string[] = []

export function treeRows({ structure, isOpen, only = null }: Options): TreeRow[] {
  const { children } = structure
  const shownBelow = (id: string | null): readonly string[] => {
    const below = children.get(id)
    if (!below) return NONE
    return only ? below.filter((child) => only.has(child)) : below
  }
  const rows: TreeRow[] = []
  const stack = [{ ids: shownBelow(null), next: 0 }]
  for (let top = stack[0]; top; top = stack[stack.length - 1]) {
    const id = top.ids[top.next]
    if (id === undefined) {
      stack.pop()
      continue
    }
    top.next += 1
    const level = stack.length
    const below = shownBelow(id)
    const open = below.length > 0 && isOpen(id, level)
    rows.push({
      id,
      level,
      position: top.next,
      siblings: top.ids.length,
      hasChildren: below.length > 0,
      isOpen: open,
    })
    if (open) stack.push({ ids: below, next: 0 })
  }
  return rows
}

/** Position of a draft: under a parent, after one of its children, or last (`null`). */
export interface DraftPlace {
  parent_id: string | null
  after_id: string | null
}

/** The index and level of a draft among the rows. Its parent has to be open. */
export function draftSlot(
  rows: readonly TreeRow[],
  { parent_id, after_id }: DraftPlace,
): { index: number; level: number } {
  const parent = parent_id === null ? -1 : rows.findIndex(({ id }) => id === parent_id)
  const level = parent < 0 ? 1 : (rows[parent]?.level ?? 0) + 1
  const from = after_id === null ? parent : rows.findIndex(({ id }) => id === after_id)
  if (from < 0) return { index: rows.length, level }
  // `null`: after the parent's subtree. Otherwise: after the subtree of `after_id`.
  return { index: endOfSubtree(rows, from), level }
}

/** The index after the subtree of the row at `index`. */
export function endOfSubtree(rows: readonly TreeRow[], index: number): number {
  const level = rows[index]?.level ?? 0
  let end = index + 1
  while ((rows[end]?.level ?? 0) > level) end += 1
  return end
}
