import type { PlanEdge } from '@cairn/contract/api/edges'
import { MarkerType, Position } from '@xyflow/react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { CardNode } from './cards/NodeCard.tsx'
import { DIMMED, type Dimming } from './dimming.ts'
import type { PlanFlowEdge } from './KindEdge.tsx'
import type { EdgeLines } from './layout/edgeRoutes.ts'
import type { Box } from './layout/geometry.ts'
import { nodesIn, type Scene } from './paint/scene.ts'
import type { DrawnPath } from './path/path.ts'
import { useSettledViewport } from './useSettledViewport.ts'

/** Edges animated at most, because more make the browser slow. */
const ANIMATED_MAX = 30
/** Cards mounted per frame at most, so that mounting never blocks the next movement for long. */
const NEW_PER_FRAME = 6
/** Off-screen cards mounted at most because an edge ends there. */
const ENDS_MAX = 80

/** The same size on every line, regardless of its width. */
const ARROW = { type: MarkerType.ArrowClosed, markerUnits: 'userSpaceOnUse', width: 24, height: 24 } as const

interface Options {
  scene: Scene
  edges: readonly PlanEdge[]
  lines: EdgeLines
  /** The card that is pointed at. */
  hoveredId: string | null
  picked: ReadonlySet<string>
  selectedId: string | null
  renamingId: string | null
  /** null without a filter or path. */
  dimming: Dimming | null
  path: DrawnPath | null
  /** Whether the viewport has its initial position. */
  hasBegun: () => boolean
}

/** Returns the cards in and around the settled viewport and the edges that touch them, for React Flow. */
export function useVisibleElements({
  scene,
  edges,
  lines,
  hoveredId,
  picked,
  selectedId,
  renamingId,
  dimming,
  path,
  hasBegun,
}: Options) {
  const { settled, isMoving } = useSettledViewport(hasBegun)
  const { region, level } = settled
  const shownIds = useMemo(() => (region ? nodesIn(scene, region) : []), [scene, region])
  const shown = useMemo(() => {
    const onScreen = new Set(shownIds)
    const ids = new Set(shownIds)
    // The card whose title is being edited stays mounted outside the viewport.
    if (renamingId !== null && scene.layout.boxes.has(renamingId)) ids.add(renamingId)
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
  }, [shownIds, edges, scene, renamingId])

  const [cards, setCards] = useState<{ shown: typeof shown; ids: ReadonlySet<string> }>({ shown, ids: shown.ids })
  const cardIds = cards.shown === shown ? cards.ids : withinOneFrame(shown.ids, cards.ids)
  if (cards.shown !== shown) setCards({ shown, ids: cardIds })
  useEffect(() => {
    if (isMoving || cardIds.size === shown.ids.size) return
    const feedMore = () => setCards({ shown, ids: withinOneFrame(shown.ids, cardIds) })
    const frame = requestAnimationFrame(feedMore)
    return () => cancelAnimationFrame(frame)
  }, [cardIds, shown, isMoving])

  const kept = useRef(new Map<string, CardNode>())
  const flowCards = useMemo(() => {
    const next = new Map<string, CardNode>()
    for (const id of cardIds) {
      const box = scene.layout.boxes.get(id)
      const strength = dimming?.node(id) ?? 1
      const side = path?.sideOf(id)
      const className = side ? `graph-path-${side}` : strength === 1 ? '' : classOf(strength)
      const state = { selected: picked.has(id) || id === selectedId, isLinked: shown.linked.has(id), className }
      if (box) next.set(id, sameOr(kept.current.get(id), id, box, state))
    }
    return next
  }, [cardIds, shown, scene, picked, selectedId, dimming, path])
  useLayoutEffect(() => {
    kept.current = flowCards
  }, [flowCards])
  const flowNodes = useMemo(() => [...flowCards.values()], [flowCards])

  const keptEdges = useRef(new Map<string, PlanFlowEdge>())
  const flowEdges = useMemo(() => {
    let animated = 0
    const isMarked = (id: string) => id === selectedId || id === hoveredId || picked.has(id)
    return shown.drawn.flatMap((edge): PlanFlowEdge | [] => {
      const { id, source_id, target_id, kind } = edge
      const line = lines.get(id)
      if (!line) return []
      const isAnimated = kind === 'dependency' && animated++ < ANIMATED_MAX
      const isStrong = isMarked(source_id) || isMarked(target_id)
      const side = path?.sideOfEdge(edge)
      const before = keptEdges.current.get(id)
      if (before && isSameEdge(before, { line, isStrong, side, isAnimated })) return before
      return {
        id,
        type: 'kind',
        source: source_id,
        target: target_id,
        data: { line, isStrong, side },
        animated: isAnimated,
        // Screen readers would read the ids of the ends. The node panel lists the links instead.
        domAttributes: { 'aria-hidden': true },
        markerEnd: { ...ARROW, color: side ? `var(--path-${side})` : `var(--edge-${kind})` },
      }
    })
  }, [shown, lines, selectedId, hoveredId, picked, path])
  useLayoutEffect(() => {
    keptEdges.current = new Map(flowEdges.map((edge) => [edge.id, edge]))
  }, [flowEdges])

  return { flowNodes, flowEdges, cardIds, otherEdges: shown.others, isMoving, level }
}

const classOf = (strength: number) => (strength === DIMMED ? 'graph-dimmed' : 'graph-half-dimmed')

type EdgeState = NonNullable<PlanFlowEdge['data']> & { isAnimated: boolean }
const isSameEdge = ({ data, animated }: PlanFlowEdge, { line, isStrong, side, isAnimated }: EdgeState): boolean =>
  data?.line === line && data.isStrong === isStrong && data.side === side && animated === isAnimated

/** Returns the mounted cards and some new ones, or all of them if none is mounted yet, as after a jump. */
function withinOneFrame(ids: ReadonlySet<string>, before: ReadonlySet<string>): ReadonlySet<string> {
  const stay: string[] = []
  const come: string[] = []
  for (const id of ids) (before.has(id) ? stay : come).push(id)
  return stay.length === 0 ? ids : new Set([...stay, ...come.slice(0, NEW_PER_FRAME)])
}

/** Returns the same object for an unchanged card, so React Flow does not update it. */
function sameOr(
  before: CardNode | undefined,
  id: string,
  { x, y, width, height }: Box,
  { selected, isLinked, className }: { selected: boolean; isLinked: boolean; className: string },
): CardNode {
  if (
    before &&
    before.position.x === x &&
    before.position.y === y &&
    before.width === width &&
    before.height === height &&
    before.selected === selected &&
    before.className === className &&
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
    className,
    width,
    height,
    measured: { width, height },
    handles: [
      { type: 'target', position: Position.Left, x: -5, ...handle },
      { type: 'source', position: Position.Right, x: width - 5, ...handle },
    ],
  }
}
