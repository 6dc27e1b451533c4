import type { PlanNodes } from '../data/nodeStore.ts'
import { titleOf } from '../display/nodeDisplay.tsx'
import type { OutlineItem } from '../lib/outlineText.ts'
import { inTreeOrder, topmost } from '../view-state/subtrees.ts'

/** Formats nodes with their subtrees as an outline. */
export function outlineOf(nodes: PlanNodes, ids: Iterable<string>): OutlineItem[] {
  const itemOf = (id: string): OutlineItem[] => {
    const node = nodes.get(id)
    if (!node) return []
    const children = (nodes.structure.children.get(id) ?? []).flatMap(itemOf)
    const { status, due_date } = node
    return [{ title: titleOf(node), status, ...(due_date === null ? {} : { due_date }), children }]
  }
  return inTreeOrder(nodes, topmost(nodes, new Set(ids))).flatMap(itemOf)
}
