// Links to one node. Unlike the address, they have neither this browser's filter nor its focused branch.
import type { StoredNode } from '../data/nodeStore.ts'
import { nodeLink } from '../lib/nodeLink.ts'
import { COPIED_LINK, copyText } from '../ui/useCopy.ts'

type Linked = Pick<StoredNode, 'plan_id' | 'id'>

/** Copies the address of a node and says whether that worked. */
export function copyNodeLink({ plan_id, id }: Linked): void {
  void copyText(new URL(nodeLink(plan_id, id), window.location.href).href, COPIED_LINK)
}

/** Opens a node in another tab of the browser. */
export function openInTab({ plan_id, id }: Linked): void {
  window.open(nodeLink(plan_id, id), '_blank', 'noopener')
}
