import { useEffect } from 'react'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { useNode } from '../../data/nodes.ts'

/** What is asked about one node has no answer any more when somebody deletes it. `null`: it is about several. */
export function useCloseWithNode(nodes: PlanNodes, id: string | null, onClose: () => void): void {
  const isGone = useNode(nodes, id) === undefined && id !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, however often the callback is made anew.
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone])
}
