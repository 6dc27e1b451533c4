import type { PlanEdge } from '@cairn/contract/api/edges'
import { MarkerType, Position, useStore } from '@xyflow/react'
import { useEffect, useMemo, useReducer, useRef } from 'react'
import type { Box } from './geometry.ts'
import type { PlanFlowEdge } from './KindEdge.tsx'
import type { CardNode } from './NodeCard.tsx'
import { nodesIn, type Scene } from './visible.ts'

/** Below this zoom nodes are drawn on the canvas layer instead of being elements. */
export const FAR_ZOOM = 0.4
/** Below this zoom a card says its title and status, larger, and nothing else: the rest could not be read. */
const PLAIN_ZOOM = 0.6
/** Regions are asked for in steps of this many px of the canvas, so that panning seldom changes what is fed. */
const STEP = 600
/** More animated lines than this make the browser slow; the others stand still. */
const ANIMATED_MAX = 30
/** Cards that are made in one frame. */
const NEW_PER_FRAME = 6
/** Ends of edges that are themselves off screen. */
const ENDS_MAX = 80

/** The same on every line, however thick that is. */
const ARROW = { type: MarkerType.ArrowClosed, markerUnits: 'userSpaceOnUse', width: 24, height: 24 } as const

interface Options {
  scene: Scene
  edges: readonly PlanEdge[]
  picked: ReadonlySet<string>
  selectedId: string | null
}

/** What React Flow is given: the cards in and around the window, and the edges that touch them. */
export function useShown({ scene, edges, picked, selectedId }: Options) {
  const isFar = useStore(({ transform }) => transform[2] < FAR_ZOOM)
  const isPlain = useStore(({ transform }) => transform[2] < PLAIN_ZOOM)
  const regionKey = useStore(({ transform: [x, y, zoom], width, height }) => {
    if (zoom < FAR_ZOOM || width === 0) return ''
    const left = Math.floor(-x / zoom / STEP)
    const top = Math.floor(-y / zoom / STEP)
    const right = Math.ceil((width - x) / zoom / STEP)
    const bottom = Math.ceil((height - y) / zoom / STEP)
    return `${left},${top},${right},${bottom}`
  })

  const shownIds = useMemo(() => (regionKey === '' ? [] : nodesIn(scene, regionFrom(regionKey))), [scene, regionKey])
  const shown = useMemo(() => {
    const onScreen = new Set(shownIds)
    const ids = new Set(shownIds)
    const linked = new Set<string>()
    const drawn: PlanEdge[] = []
    const others: PlanEdge[] = []
    let ends = 0
    for (const edge of edges) {
      const { source_id, target_id } = edge
      const isPlaced = scene.layout.boxes.has(source_id) && scene.layout.boxes.has(target_id)
      if (!isPlaced) continue
      const touches = onScreen.has(source_id) || onScreen.has(target_id)
      const missing = [source_id, target_id].filter((id) => !ids.has(id))
      if (touches && ends + missing.length <= ENDS_MAX) {
        drawn.push(edge)
        linked.add(source_id).add(target_id)
        for (const id of missing) ids.add(id)
        ends += missing.length
      } else others.push(edge)
    }
    return { ids, linked, drawn, others }
  }, [shownIds, edges, scene])

  const kept = useRef(new Map<string, CardNode>())
  const [feeding, feedMore] = useReducer((count: number) => count + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `feeding` counts the frames in which more cards may come.
  const flowNodes = useMemo(() => {
    const next = new Map<string, CardNode>()
    for (const id of withinOneFrame(shown.ids, kept.current)) {
      const box = scene.layout.boxes.get(id)
      const state = { selected: picked.has(id) || id === selectedId, isLinked: shown.linked.has(id) }
      if (box) next.set(id, sameOr(kept.current.get(id), id, box, state))
    }
    kept.current = next
    return [...next.values()]
  }, [shown, scene, picked, selectedId, feeding])
  useEffect(() => {
    if (flowNodes.length === shown.ids.size) return
    const frame = requestAnimationFrame(feedMore)
    return () => cancelAnimationFrame(frame)
  }, [flowNodes, shown])

  const flowEdges = useMemo(() => {
    let animated = 0
    return shown.drawn.map(({ id, source_id, target_id, kind }): PlanFlowEdge => {
      const isAnimated = kind === 'dependency' && animated++ < ANIMATED_MAX
      return {
        id,
        type: 'kind',
        source: source_id,
        target: target_id,
        data: { kind },
        animated: isAnimated,
        // Read aloud, a line is the ids of its ends; the panel of a node tells what it is connected with.
        domAttributes: { 'aria-hidden': true },
        markerEnd: { ...ARROW, color: `var(--edge-${kind})` },
      }
    })
  }, [shown])

  return { flowNodes, flowEdges, otherEdges: shown.others, isFar, isPlain }
}

function regionFrom(key: string): Box {
  const [left = 0, top = 0, right = 0, bottom = 0] = key.split(',').map(Number)
  return { x: left * STEP, y: top * STEP, width: (right - left) * STEP, height: (bottom - top) * STEP }
}

/**
 * The cards that are there already and some of the new ones: while the window moves, a whole column of cards in one frame would
 * be seen as a jerk. After a jump nothing is there, and all come at once.
 */
function withinOneFrame(ids: ReadonlySet<string>, before: ReadonlyMap<string, CardNode>): Iterable<string> {
  const stay: string[] = []
  const come: string[] = []
  for (const id of ids) (before.has(id) ? stay : come).push(id)
  return stay.length === 0 ? ids : [...stay, ...come.slice(0, NEW_PER_FRAME)]
}

/** The same object for a card that is as it was: React Flow then leaves it alone. */
function sameOr(
  before: CardNode | undefined,
  id: string,
  { x, y, width, height }: Box,
  { selected, isLinked }: { selected: boolean; isLinked: boolean },
): CardNode {
  if (
    before &&
    before.position.x === x &&
    before.position.y === y &&
    before.width === width &&
    before.height === height &&
    before.selected === selected &&
    before.data.isLinked === isLinked
  )
    return before
  const handle = { width: 10, height: 10, y: height / 2 - 5 }
  return {
    id,
    type: 'card',
    position: { x, y },
    data: { isLinked },
    selected,
    width,
    height,
    measured: { width, height },
    handles: [
      { type: 'target', position: Position.Left, x: -5, ...handle },
      { type: 'source', position: Position.Right, x: width - 5, ...handle },
    ],
  }
}
