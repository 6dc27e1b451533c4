import type { NodeType } from '@cairn/contract/api/nodes'
import type { StoredNode } from '../data/nodeStore.ts'

/** The most likely type of a new node, from its parent and preceding sibling. */
export function likelyType(parent: StoredNode | undefined, sibling?: StoredNode): NodeType {
  if (sibling && sibling.node_type !== 'root') return sibling.node_type
  return !parent || parent.node_type === 'root' ? 'phase' : 'task'
}
