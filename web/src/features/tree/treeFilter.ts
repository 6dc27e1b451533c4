// Search and filters: which nodes match, and which have to stay so that every match keeps its ancestors.
import type { NodeStatus, NodeType } from '@cairn/contract/api/nodes'
import { foldedTitle } from '../../data/findNodes.ts'
import type { StoredNode } from '../../data/nodeStore.ts'
import { fold } from '../../lib/fold.ts'

export interface TreeFilter {
  search: string
  /** Empty: any. */
  statuses: ReadonlySet<NodeStatus>
  types: ReadonlySet<NodeType>
}

export const NO_FILTER: TreeFilter = { search: '', statuses: new Set(), types: new Set() }

export const isFiltering = ({ search, statuses, types }: TreeFilter): boolean =>
  search.trim() !== '' || statuses.size > 0 || types.size > 0

export interface Matches {
  ids: ReadonlySet<string>
  withAncestors: ReadonlySet<string>
}

export function matchNodes(nodes: ReadonlyMap<string, StoredNode>, { search, statuses, types }: TreeFilter): Matches {
  const wanted = fold(search.trim())
  const ids = new Set<string>()
  const withAncestors = new Set<string>()
  for (const node of nodes.values()) {
    if (statuses.size > 0 && !statuses.has(node.status)) continue
    if (types.size > 0 && !types.has(node.node_type)) continue
    if (wanted !== '' && !foldedTitle(node).includes(wanted)) continue
    ids.add(node.id)
    // Whoever is in already has brought its ancestors along.
    for (let up: StoredNode | undefined = node; up && !withAncestors.has(up.id); up = parentOf(nodes, up))
      withAncestors.add(up.id)
  }
  return { ids, withAncestors }
}

const parentOf = (nodes: ReadonlyMap<string, StoredNode>, { parent_id }: StoredNode): StoredNode | undefined =>
  parent_id === null ? undefined : nodes.get(parent_id)

/** Where the search stands in a title, as [from, to] in characters; null when it does not. */
export function matchRange(title: string, search: string): [number, number] | null {
  const wanted = fold(search.trim())
  if (wanted === '') return null
  const from = fold(title).indexOf(wanted)
  return from < 0 ? null : [from, from + wanted.length]
}
