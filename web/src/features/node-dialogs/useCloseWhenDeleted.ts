import { useEffect } from 'react'
import type { PlanNodes, StoredNode } from '../../data/nodeStore.ts'
import { useNode } from '../../data/nodes.ts'

/** Closes a dialog when the node it is about is deleted. `null` if it is about several nodes. */
export function useCloseWhenDeleted(nodes: PlanNodes, id: string | null, onClose: () => void): void {
  const isGone = useNode(nodes, id) === undefined && id !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, even if the callback changes.
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone])
}

/** The node of a dialog that is about one, and undefined for several. Closes the dialog when it is deleted. */
export function useOnlyNode(nodes: PlanNodes, ids: readonly string[], onClose: () => void): StoredNode | undefined {
  const id = ids.length === 1 ? (ids[0] ?? null) : null
  useCloseWhenDeleted(nodes, id, onClose)
  return useNode(nodes, id)
}
