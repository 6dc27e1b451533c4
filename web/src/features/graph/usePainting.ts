import { nodeProgress } from '@cairn/contract/rules/progress'
import { useMemo } from 'react'
import { titleOf } from '../../data/nodeLook.tsx'
import type { PlanNodes } from '../../data/nodeStore.ts'
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
  /** Whether the nodes are painted too, and then which of them stand out. */
  isFar: boolean
  picked?: ReadonlySet<string>
  selectedId?: string | null
}

const NO_EDGES: Painting['edges'] = []
const NONE: ReadonlySet<string> = new Set()

/** What the layer under the cards and the minimap draw; a new object when they have to draw anew. */
export function usePainting({ scene, nodes, edges = NO_EDGES, isFar, ...marks }: Options): Painting {
  const palette = usePalette()
  // Near the eye the cards show what is selected, and nothing has to be painted for it.
  const { picked = NONE, selectedId = null } = isFar ? marks : {}
  return useMemo(
    () => ({
      scene,
      palette,
      edges,
      withNodes: isFar,
      tileBelow: TILE_BELOW,
      nodeOf: (id) => {
        const node = nodes.get(id)
        if (!node) return undefined
        const { child_count, completed_child_count } = node.metadata
        return {
          title: titleOf(node),
          status: node.status,
          progress: nodeProgress(node.status, child_count, completed_child_count),
          selected: id === selectedId || picked.has(id),
        }
      },
    }),
    [scene, palette, edges, isFar, nodes, selectedId, picked],
  )
}
