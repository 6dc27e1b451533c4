import { useEffect } from 'react'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { useNode } from '../../data/nodes.ts'

/** Closes a dialog when the node it is about is deleted. `null` if it is about several nodes. */
export function useCloseWhenDeleted(nodes: PlanNodes, id: string | null, onClose: () => void): void {
  const isGone = useNode(nodes, id) === undefined && id !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, even if the callback changes.
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone])
}
