// A nested outline as a list: parents first, each with its id and with its path in error messages.
import type { NewTreeNode } from '@cairn/contract/api/nodeTree'
import { invalid } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'

export interface OutlineItem {
  id: string
  /** Null at the top of the outline. */
  parent: OutlineItem | null
  draft: NewTreeNode
  /** Like `nodes.0.children.2`. */
  path: string
  /** Among the children of its parent. */
  place: number
  /** The top of the outline is 1. */
  level: number
}

/** 400 for a duplicate ref. */
export function listOutline(nodes: readonly NewTreeNode[]): { items: OutlineItem[]; refs: Map<string, string> } {
  const items: OutlineItem[] = []
  const refs = new Map<string, string>()
  const add = (drafts: readonly NewTreeNode[], parent: OutlineItem | null, path: string) => {
    for (const [place, draft] of drafts.entries()) {
      const level = (parent?.level ?? 0) + 1
      const item: OutlineItem = { id: newId(), parent, draft, path: `${path}.${place}`, place, level }
      items.push(item)
      if (draft.ref) {
        if (refs.has(draft.ref)) throw invalid(`${item.path}.ref`, `The ref "${draft.ref}" is used twice`)
        refs.set(draft.ref, item.id)
      }
      add(draft.children ?? [], item, `${item.path}.children`)
    }
  }
  add(nodes, null, 'nodes')
  return { items, refs }
}
