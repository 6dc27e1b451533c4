import { nodeProgress } from '@cairn/contract/rules/progress'
import { useMemo } from 'react'
import type { PlanNodes } from '../../../data/nodeStore.ts'
import { useLatest } from '../../../lib/useLatest.ts'
import { titleOf } from '../../../look/nodeLook.tsx'
import type { Painting } from './paint.ts'
import { usePalette } from './palette.ts'
import type { Scene } from './visible.ts'

/** A branch that is smaller on the screen, in px, is one tile. */
export const TILE_BELOW = 40

interface Options {
  scene: Scene
  nodes: PlanNodes
  /** The edges that are no elements of their own. */
  edges?: Painting['edges']
  /** The nodes that are. */
  cardIds?: ReadonlySet<string>
  /** Which nodes stand out. */
  picked?: ReadonlySet<string>
  selectedId?: string | null
}

const NO_EDGES: Painting['edges'] = []
const NONE: ReadonlySet<string> = new Set()

/** What the layer under the cards and the minimap draw; a new object when they have to draw anew. */
export function usePainting({
  scene,
  nodes,
  edges = NO_EDGES,
  cardIds = NONE,
  picked = NONE,
  selectedId = null,
}: Options): Painting {
  const palette = usePalette()
  const marks = useLatest({ picked, selectedId })
  // Where there are cards they show what is selected, and nothing has to be painted for it.
  const shownMarks = cardIds.size === 0 ? marks.current : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: marks are read when they are painted.
  return useMemo(
    () => ({
      scene,
      palette,
      edges,
      cards: cardIds,
      tileBelow: TILE_BELOW,
      nodeOf: (id) => {
        const node = nodes.get(id)
        if (!node) return undefined
        const { child_count, completed_child_count } = node.metadata
        return {
          title: titleOf(node),
          node_type: node.node_type,
          status: node.status,
          progress: nodeProgress(node.status, child_count, completed_child_count),
          selected: id === marks.current.selectedId || marks.current.picked.has(id),
        }
      },
    }),
    [scene, palette, edges, cardIds, nodes, shownMarks?.picked, shownMarks?.selectedId],
  )
}
