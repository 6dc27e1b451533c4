import { nodeProgress } from '@cairn/contract/rules/progress'
import { useMemo } from 'react'
import type { PlanNodes } from '../../../data/nodeStore.ts'
import { titleOf } from '../../../display/nodeDisplay.tsx'
import { useLatest } from '../../../lib/useLatest.ts'
import type { Tone } from '../cards/tones.ts'
import type { CardDescriptions } from '../cards/useCardDescriptions.ts'
import { type Coloring, colorCounts, toneOf } from '../coloring.ts'
import { statsOf } from './branchStats.ts'
import type { Painting } from './paint.ts'
import type { Share } from './paintMix.ts'
import type { NodeColor } from './paintNode.ts'
import { type Palette, usePalette } from './palette.ts'
import type { Scene } from './scene.ts'

/** Branches smaller than this many px on the screen are painted as one tile. */
export const TILE_BELOW = 40

interface Options {
  scene: Scene
  nodes: PlanNodes
  looks: CardDescriptions
  coloring: Coloring
  /** null without a filter or path. */
  dimming?: Painting['dimming']
  legend?: Painting['legend']
  path?: Painting['path']
  /** The edges without elements. */
  edges?: Painting['edges']
  /** The nodes with cards. */
  cardIds?: ReadonlySet<string>
  /** The highlighted nodes. */
  picked?: ReadonlySet<string>
  selectedId?: string | null
  hoveredId?: string | null
}

const NO_EDGES: Painting['edges'] = []
const NONE: ReadonlySet<string> = new Set()

/** Returns what the canvas layer and the minimap paint. A new object when they must repaint. */
export function usePainting({
  scene,
  nodes,
  looks,
  coloring,
  dimming = null,
  legend = null,
  path = null,
  edges = NO_EDGES,
  cardIds = NONE,
  picked = NONE,
  selectedId = null,
  hoveredId = null,
}: Options): Painting {
  const palette = usePalette()
  const marks = useLatest({ picked, selectedId, hoveredId })
  // Cards show the selection themselves, so only repaint for it without cards.
  const shownMarks = cardIds.size === 0 ? marks.current : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: marks are read while painting.
  return useMemo(
    () => ({
      scene,
      palette,
      dimming,
      path,
      edges,
      cards: cardIds,
      tileBelow: TILE_BELOW,
      hasLabels: true,
      legend,
      lookOf: looks.of,
      isMarked: (id) => {
        const { current } = marks
        return id === current.selectedId || id === current.hoveredId || current.picked.has(id)
      },
      statsOf: (id) => statsOf(nodes).get(id),
      sharesOf: coloring.by === 'status' ? undefined : sharesIn(nodes, coloring, palette),
      nodeOf: (id) => {
        const node = nodes.get(id)
        if (!node) return undefined
        const { child_count, completed_child_count } = node.metadata
        return {
          title: titleOf(node),
          node_type: node.node_type,
          status: node.status,
          progress: nodeProgress(node.status, child_count, completed_child_count),
          color: nodeColor(toneOf(coloring, node), palette),
          side: path?.sideOf(id),
          selected: id === marks.current.selectedId || marks.current.picked.has(id),
        }
      },
    }),
    [
      scene,
      palette,
      looks,
      coloring,
      dimming,
      legend,
      path,
      edges,
      cardIds,
      nodes,
      shownMarks?.picked,
      shownMarks?.selectedId,
    ],
  )
}

const sharesIn =
  (nodes: PlanNodes, coloring: Coloring, { tones }: Palette) =>
  (id: string): Share[] | undefined =>
    colorCounts(nodes, coloring)
      .get(id)
      ?.map((count, index) => ({ color: tones[coloring.entries[index]?.tone ?? 'muted'], count }))

/** Nodes without a person or date are as quiet as those that are not started. */
function nodeColor(tone: Tone | undefined, { tones }: Palette): NodeColor | undefined {
  if (!tone) return undefined
  const fill = tones[tone]
  return { fill, soft: tone === 'idle-fill' ? null : `color-mix(in srgb, ${fill} 15%, transparent)` }
}
