import { useMemo } from 'react'
import type { PlanNodes, Structure } from '../../data/nodeStore.ts'
import type { ViewOptions } from '../../view-state/viewOptions.ts'
import { useCardDescriptions } from './cards/useCardDescriptions.ts'
import { routeEdges } from './layout/edgeRoutes.ts'
import type { Size } from './layout/geometry.ts'
import type { Scene } from './paint/scene.ts'
import { usePainting } from './paint/usePainting.ts'
import { useColoring } from './useColoring.ts'
import type { Emphasis } from './useEmphasis.ts'
import { useGlide } from './useGlide.ts'
import { useVisibleElements } from './useVisibleElements.ts'

interface Options {
  planId: string
  nodes: PlanNodes
  structure: Structure
  scene: Scene
  /** Grows with each change whose movements are worth following. */
  glides: number
  options: ViewOptions
  emphasis: Emphasis
  picked: ReadonlySet<string>
  selectedId: string | null
  renamingId: string | null
  /** The size of the open legend. */
  legend: Size | null
  /** Whether the viewport has its initial position. */
  hasBegun: () => boolean
}

/** How a scene is drawn: what is near as elements, everything else on the canvas. */
export function useDrawing({ planId, nodes, structure, scene, glides, options, emphasis, ...state }: Options) {
  const { picked, selectedId, renamingId, legend, hasBegun } = state
  const { shownEdges, drawnPath: path, dimming, filterDimming, hoveredId } = emphasis
  const drawn = useGlide(scene, glides)
  const lines = routeEdges(shownEdges, drawn.layout)
  const { cardIds, otherEdges, ...visible } = useVisibleElements({
    ...{ scene: drawn, picked, selectedId, renamingId, dimming, path },
    ...{ edges: shownEdges, lines, hoveredId, hasBegun },
  })
  const coloring = useColoring(planId, nodes, options.colorBy)
  const looks = useCardDescriptions({
    ...{ planId, nodes, tree: scene.tree, structure, options, coloring },
    edges: shownEdges,
  })
  const wholePainting = usePainting({ scene, nodes, looks, coloring, dimming: filterDimming })
  // Moving DOM elements costs more than painting.
  const paintedEdges = visible.isMoving ? shownEdges : otherEdges
  const paintedLines = useMemo(() => paintedEdges.flatMap(({ id }) => lines.get(id) ?? []), [paintedEdges, lines])
  const painting = usePainting({
    ...{ scene: drawn, nodes, looks, coloring, dimming, path, cardIds, picked, selectedId, hoveredId, legend },
    edges: paintedLines,
  })
  return { ...visible, coloring, looks, painting, wholePainting }
}

export type Drawing = ReturnType<typeof useDrawing>
