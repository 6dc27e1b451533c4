import { useEffect, useRef } from 'react'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { showDraftsOfLostNode } from '../../features/node-panel/useLostDrafts.ts'
import type { Selection } from '../../view-state/selection.ts'

/**
 * Tidies up after the panel of a node: opening it had selected the node, so that the next Ctrl+click would add to it, and
 * what was typed into a node that someone deleted can be copied.
 */
export function useClosedNode(nodes: PlanNodes, selection: Selection, panelId: string | null): void {
  const last = useRef<string | null>(null)
  useEffect(() => {
    const closedId = last.current
    last.current = panelId
    if (closedId === null || closedId === panelId) return
    if (panelId === null && selection.ids.size === 1 && selection.ids.has(closedId)) selection.clear()
    if (!nodes.get(closedId)) showDraftsOfLostNode(closedId)
  }, [nodes, selection, panelId])
}
