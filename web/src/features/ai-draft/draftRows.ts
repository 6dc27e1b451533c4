// The proposed children of a node while they are edited: a flat list of two levels.
import type { BrokenDown } from '@cairn/contract/api/ai'
import { AI_METADATA } from '../../data/aiDrafts.ts'

export interface DraftRow {
  id: number
  level: 0 | 1
  title: string
  description: string
}

export function rowsOf(nodes: BrokenDown['nodes']): DraftRow[] {
  const rows: DraftRow[] = []
  for (const { title, description, children } of nodes) {
    rows.push({ id: rows.length, level: 0, title, description })
    for (const child of children) rows.push({ id: rows.length, level: 1, ...child })
  }
  return rows
}

/** The first row is always at the top. */
const sound = (rows: readonly DraftRow[]): DraftRow[] =>
  rows.map((row, index) => (index === 0 && row.level === 1 ? { ...row, level: 0 } : row))

/** The end of the row's own block: itself and its children. */
function endOf(rows: readonly DraftRow[], index: number): number {
  if (rows[index]?.level === 1) return index + 1
  let end = index + 1
  while (rows[end]?.level === 1) end++
  return end
}

/** Moves a row by one position among its siblings; its children come along. The same list if it is at the end. */
export function moveRow(rows: readonly DraftRow[], id: number, by: 1 | -1): readonly DraftRow[] {
  const index = rows.findIndex((row) => row.id === id)
  const row = rows[index]
  if (!row) return rows
  const end = endOf(rows, index)
  const own = rows.slice(index, end)
  const others = rows.toSpliced(index, own.length)
  let to: number
  if (by === 1) {
    if (end >= rows.length) return rows
    to = row.level === 1 ? index + 1 : index + endOf(rows, end) - end
  } else {
    if (index === 0) return rows
    to = index - 1
    if (row.level === 0) while (to > 0 && rows[to]?.level === 1) to--
  }
  return sound(others.toSpliced(to, 0, ...own))
}

/** Removes a row; its children stay and belong to the row before. */
export const removeRow = (rows: readonly DraftRow[], id: number): DraftRow[] =>
  sound(rows.filter((row) => row.id !== id))

export const indentRow = (rows: readonly DraftRow[], id: number): DraftRow[] =>
  sound(rows.map((row) => (row.id === id ? { ...row, level: row.level === 0 ? 1 : 0 } : row)))

export const addRow = (rows: readonly DraftRow[]): DraftRow[] => [
  ...rows,
  { id: Math.max(-1, ...rows.map(({ id }) => id)) + 1, level: 0, title: '', description: '' },
]

export interface DraftedNode {
  title: string
  node_type: 'phase' | 'task'
  description: string | null
  metadata: typeof AI_METADATA
  children: DraftedNode[]
}

/** Without rows that have no title. Under a root, nodes with children are phases. */
export function treeOf(rows: readonly DraftRow[], { isUnderRoot = false } = {}): DraftedNode[] {
  const nodes: DraftedNode[] = []
  for (const row of rows) {
    if (row.title.trim() === '') continue
    const node: DraftedNode = {
      title: row.title.trim(),
      node_type: 'task',
      description: row.description || null,
      metadata: AI_METADATA,
      children: [],
    }
    const above = row.level === 1 ? nodes.at(-1) : undefined
    if (above) above.children.push(node)
    else nodes.push(node)
  }
  if (isUnderRoot) for (const node of nodes) if (node.children.length > 0) node.node_type = 'phase'
  return nodes
}
