import type { PlanEdge } from '@cairn/contract/api/edges'
import { useCallback, useMemo, useState } from 'react'
import type { PlanNodes, Structure } from '../../data/nodeStore.ts'
import { type PlanFilter, useMatches } from '../../view-state/planFilter.ts'
import { DIMMED, dimmingOf, extentOf, HALF_DIMMED } from './dimming.ts'
import type { Scene } from './paint/scene.ts'
import { drawPath, type Path } from './path/path.ts'
import { usePath } from './path/usePath.ts'

interface Options {
  nodes: PlanNodes
  structure: Structure
  scene: Scene
  /** Undefined while they load. */
  edges: readonly PlanEdge[] | undefined
  branchId: string | null
  filter: PlanFilter
  selectedId: string | null
  /** Whether edges are shown that are not part of the path. */
  showsEdges: boolean
}

/** What the graph emphasizes: the path of a node, or else the matches of the filter. */
export function useEmphasis({ nodes, structure, scene, edges, branchId, filter, selectedId, showsEdges }: Options) {
  const [hoveredId, hover] = useState<string | null>(null)
  const allEdges = edges ?? NO_EDGES
  const path = usePath({ nodes, structure, tree: scene.tree, edges: allEdges, selectedId, hoveredId })
  const parentOf = useCallback((id: string) => nodes.get(id)?.parent_id ?? null, [nodes])
  // A pointer that rests somewhere by chance must not make a plan unreadable.
  const rest = path.pinnedId === null ? HALF_DIMMED : DIMMED
  const drawnPath = useMemo(
    () => path.shown && drawPath(path.shown, scene, { parentOf, rest }),
    [path.shown, scene, parentOf, rest],
  )
  const shownEdges = useMemo(() => {
    if (showsEdges) return allEdges
    return drawnPath ? allEdges.filter((edge) => drawnPath.sideOfEdge(edge)) : NO_EDGES
  }, [showsEdges, allEdges, drawnPath])
  const matches = useMatches(filter, { nodes, structure, branchId, edges })
  const filterDimming = useMemo(() => (matches ? dimmingOf(matches, scene.tree) : null), [matches, scene.tree])
  return {
    hoveredId,
    hover,
    path,
    drawnPath,
    /** The node whose path stays when the pointer moves on. */
    pinned: path.pinnedId === null ? undefined : nodes.get(path.pinnedId),
    shownEdges,
    matches: matches?.ids ?? null,
    filterDimming,
    dimming: drawnPath ?? filterDimming,
    /** Returns the region of the pinned path or of the matches, if there are any. */
    extent: () => {
      const ids = path.pinnedId !== null && path.shown ? nodesOf(path.shown) : matches?.ids
      return ids && extentOf(scene, ids, parentOf)
    },
  }
}

export type Emphasis = ReturnType<typeof useEmphasis>

const NO_EDGES: readonly PlanEdge[] = []

const nodesOf = ({ start, before, after }: Path) => [...start, ...before, ...after]
