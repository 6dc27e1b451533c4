// The plan's tree as pure functions over flat rows; the server orders and checks with them, the browser draws with
// them.

export interface TreeRow {
  id: string
  parent_id: string | null
  order_index: number
}

/** How deep a plan may be: a node at the top level has depth 1. */
export const TREE_MAX_DEPTH = 100

/** Children by parent id (`null` for the top level), each list in sibling order. */
export function childrenByParent<T extends TreeRow>(rows: readonly T[]): Map<string | null, T[]> {
  const children = new Map<string | null, T[]>()
  for (const row of rows) {
    const siblings = children.get(row.parent_id)
    if (siblings) siblings.push(row)
    else children.set(row.parent_id, [row])
  }
  for (const siblings of children.values()) siblings.sort((a, b) => a.order_index - b.order_index)
  return children
}

/** Depth-first display order: every parent directly before its children, siblings by `order_index`. */
export function displayOrder<T extends TreeRow>(rows: readonly T[]): T[] {
  const children = childrenByParent(rows)
  return walk(children, children.get(null) ?? [])
}

/** The same of a subtree alone, its top first; empty when the top is not among the rows. */
export function subtreeOrder<T extends TreeRow>(rows: readonly T[], topId: string): T[] {
  const top = rows.find(({ id }) => id === topId)
  return top ? walk(childrenByParent(rows), [top]) : []
}

/** The ids of a node and all nodes below it, from rows in any order; empty when the top is not among the rows. */
export function branchOf(rows: readonly Pick<TreeRow, 'id' | 'parent_id'>[], topId: string): ReadonlySet<string> {
  const below = new Map<string | null, string[]>()
  for (const { id, parent_id } of rows) {
    const siblings = below.get(parent_id)
    if (siblings) siblings.push(id)
    else below.set(parent_id, [id])
  }
  const branch = new Set<string>()
  const stack = rows.some(({ id }) => id === topId) ? [topId] : []
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    branch.add(id)
    stack.push(...(below.get(id) ?? []))
  }
  return branch
}

function walk<T extends TreeRow>(children: ReadonlyMap<string | null, readonly T[]>, tops: readonly T[]): T[] {
  const ordered: T[] = []
  const stack = tops.toReversed()
  for (let row = stack.pop(); row; row = stack.pop()) {
    ordered.push(row)
    const below = children.get(row.id) ?? []
    for (let i = below.length - 1; i >= 0; i--) stack.push(below[i] as T)
  }
  return ordered
}

export type Nested<T> = T & { children: Nested<T>[] }

/** The same rows with their `children` nested, in sibling order. */
export function nestTree<T extends TreeRow>(rows: readonly T[]): Nested<T>[] {
  const nested = rows.map((row): Nested<T> => ({ ...row, children: [] }))
  const children = childrenByParent(nested)
  for (const row of nested) row.children = children.get(row.id) ?? []
  return children.get(null) ?? []
}

/** From the top level down to the node itself; empty when the id is unknown. */
export function ancestry<T extends TreeRow>(rows: ReadonlyMap<string, T>, id: string): T[] {
  const path: T[] = []
  for (let row = rows.get(id); row; row = row.parent_id ? rows.get(row.parent_id) : undefined) path.unshift(row)
  return path
}

/** Whether moving `id` under `parentId` would make it its own descendant. */
export const wouldMakeCycle = <T extends TreeRow>(
  rows: ReadonlyMap<string, T>,
  id: string,
  parentId: string | null,
): boolean => parentId !== null && ancestry(rows, parentId).some((row) => row.id === id)
