import { useCallback, useEffect, useRef, useState } from 'react'
import type { GraphHandle } from '../../features/graph/useGraphCommands.ts'
import type { WorkspaceView } from './workspaceView.ts'

/** Moves the focus between the tree's rows and the graph's cards, and keeps it on the node when the layout changes. */
export function useWorkspaceFocus({ layout, leftNode }: Pick<WorkspaceView, 'layout' | 'leftNode'>) {
  const [row, setRow] = useState<{ id: string } | null>(null)
  const graph = useRef<GraphHandle | null>(null)
  const focusRow = useCallback((id: string) => setRow({ id }), [])
  const focusNode = (id: string) => {
    focusRow(id)
    if (layout === 'graph') graph.current?.focus(id)
    else graph.current?.show(id)
  }

  const restoreFocus = useCallback(() => {
    const id = leftNode.current
    if (id === null || (layout === 'graph' && !graph.current)) return
    leftNode.current = null
    if (document.activeElement !== document.body) return
    if (layout === 'graph') graph.current?.focus(id)
    else focusRow(id)
  }, [layout, leftNode, focusRow])
  useEffect(restoreFocus, [restoreFocus])
  // The canvas may appear later, because its code is loaded separately.
  const connectGraph = useCallback(
    (handle: GraphHandle | null) => {
      graph.current = handle
      if (handle) restoreFocus()
    },
    [restoreFocus],
  )

  return {
    /** The node whose row gets the focus. A new object each time. */
    row,
    focusRow,
    /** Focuses the node's row. Without a tree, focuses its card. */
    focusNode,
    /** The graph, while it is shown. */
    graph,
    /** The ref of the graph. */
    connectGraph,
  }
}
