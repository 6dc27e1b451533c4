import { useEffect, useRef } from 'react'
import type { PlanNodes } from '../../data/nodeStore.ts'
import type { RemoteChanges } from '../../data/remoteChanges.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { showDraftsOfLostNode } from '../../features/node-panel/useLostDrafts.ts'
import type { Selection } from '../../view-state/selection.ts'

/**
 * Selects the node whose panel opens, by whatever way, so that the next Ctrl+click adds to it; several selected nodes
 * stay selected. What was typed into a node that someone deleted can be copied.
 */
export function useOpenedNode(
  nodes: PlanNodes,
  changes: RemoteChanges,
  selection: Selection,
  panelId: string | null,
): void {
  const last = useRef<string | null>(null)
  /** Of the open node, while it is there. */
  const title = useRef('')
  useEffect(() => {
    const closedId = last.current
    last.current = panelId
    if (closedId === panelId) return
    if (panelId !== null && selection.ids.size <= 1) selection.only(panelId)
    if (closedId === null) return
    if (panelId === null && selection.ids.size === 1 && selection.ids.has(closedId)) selection.clear()
    if (!nodes.get(closedId))
      showDraftsOfLostNode(closedId, { title: title.current, author: changes.deleterOf(closedId) })
  }, [nodes, changes, selection, panelId])
  useEffect(() => {
    const node = panelId === null ? undefined : nodes.get(panelId)
    if (node) title.current = titleOf(node)
  })
}
