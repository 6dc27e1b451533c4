import type { PlanEdge } from '@cairn/contract/api/edges'
import { useEffect, useMemo, useState } from 'react'
import type { PlanNodes, Structure } from '../../../data/nodeStore.ts'
import type { VisibleTree } from '../layout/geometry.ts'
import { dependenciesOf } from '../waiting.ts'
import { hasPath, type Path, pathOf } from './path.ts'

/** How long the pointer rests on a card before its path is shown. */
const HOVER_MS = 300

interface Options {
  nodes: PlanNodes
  structure: Structure
  tree: VisibleTree
  edges: readonly PlanEdge[]
  selectedId: string | null
  hoveredId: string | null
}

/** The path on the canvas: the pinned one, else that of the card on which the pointer rests. */
export function usePath({ nodes, structure, tree, edges, selectedId, hoveredId }: Options) {
  const [pinnedId, pin] = useState<string | null>(null)
  // The pinned path follows the selection.
  const [lastSelectedId, setLastSelectedId] = useState(selectedId)
  if (lastSelectedId !== selectedId) {
    setLastSelectedId(selectedId)
    if (pinnedId !== null && selectedId !== null) pin(selectedId)
  }
  const restedId = useRested(hoveredId)
  const shownId = pinnedId !== null && nodes.get(pinnedId) ? pinnedId : restedId

  const find = (id: string): Path | null => {
    const path = pathOf(dependenciesOf(edges), withCollapsed(structure, tree, id))
    return hasPath(path) ? path : null
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `find` reads these.
  const shown = useMemo(() => (shownId === null ? null : find(shownId)), [structure, tree, edges, shownId])
  return {
    shown,
    pinnedId: shownId === pinnedId ? pinnedId : null,
    /** Pins the path of a node, or unpins it. Returns whether the node has a path. */
    toggle: (id: string): boolean => {
      if (id !== pinnedId && !find(id)) return false
      pin(id === pinnedId ? null : id)
      return true
    },
    unpin: () => pin(null),
  }
}

/** Returns the id once it has stayed the same for a while. */
function useRested(id: string | null): string | null {
  const [rested, setRested] = useState<string | null>(null)
  if (rested !== null && rested !== id) setRested(null)
  useEffect(() => {
    if (id === null) return
    const timer = setTimeout(() => setRested(id), HOVER_MS)
    return () => clearTimeout(timer)
  }, [id])
  return rested === id ? rested : null
}

/** A collapsed card stands for its whole branch. */
function withCollapsed({ children }: Structure, tree: VisibleTree, id: string): ReadonlySet<string> {
  const ids = new Set([id])
  if (tree.childrenOf(id).length > 0) return ids
  for (const at of ids) for (const childId of children.get(at) ?? []) ids.add(childId)
  return ids
}
