import type { PlanEdge } from '@cairn/contract/api/edges'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { DIMMED, type Dimming } from './dimming.ts'
import { type EdgeLines, pathData } from './layout/edgeRoutes.ts'
import { nodesIn, type Scene } from './paint/scene.ts'
import type { DrawnPath } from './path/path.ts'
import type { EdgeElement } from './surface/EdgeElements.tsx'
import type { CardElement } from './surface/GraphCard.tsx'
import { useSettledViewport } from './useSettledViewport.ts'

/** Edges animated at most, because more make the browser slow. */
const ANIMATED_MAX = 30
/** Cards mounted per frame at most, so that mounting never blocks the next movement for long. */
const NEW_PER_FRAME = 6
/** Edges mounted at most of those that leave the viewport. */
const LEAVING_MAX = 80

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

/** Returns the cards in and around the settled viewport and the edges that touch them, as elements. */
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
    const drawn: PlanEdge[] = []
    const others: PlanEdge[] = []
    let leaving = 0
    for (const edge of edges) {
      const { source_id, target_id } = edge
      const isPlaced = scene.layout.boxes.has(source_id) && scene.layout.boxes.has(target_id)
      if (!isPlaced) continue
      const isWhole = onScreen.has(source_id) && onScreen.has(target_id)
      const touches = onScreen.has(source_id) || onScreen.has(target_id)
      const isDrawn = isWhole || (touches && leaving++ < LEAVING_MAX)
      ;(isDrawn ? drawn : others).push(edge)
    }
    return { ids, drawn, others }
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

  const kept = useRef<ReadonlyMap<string, CardElement>>(new Map())
  const cardElements = useMemo(
    () =>
      [...cardIds].flatMap((id): CardElement | [] => {
        const box = scene.layout.boxes.get(id)
        const selected = picked.has(id) || id === selectedId
        const side = path?.sideOf(id)
        const className = side ? `graph-path-${side}` : classOf(dimming?.node(id) ?? 1)
        return box ? same(kept.current.get(id), { id, ...box, selected, className }) : []
      }),
    [cardIds, scene, picked, selectedId, dimming, path],
  )
  useLayoutEffect(() => {
    kept.current = new Map(cardElements.map((card) => [card.id, card]))
  }, [cardElements])

  const keptEdges = useRef<ReadonlyMap<string, EdgeElement>>(new Map())
  const edgeElements = useMemo(() => {
    let animated = 0
    const isMarked = (id: string) => id === selectedId || id === hoveredId || picked.has(id)
    return shown.drawn.flatMap((edge): EdgeElement | [] => {
      const { id, source_id, target_id, kind } = edge
      const line = lines.get(id)
      if (!line) return []
      const isAnimated = kind === 'dependency' && animated++ < ANIMATED_MAX
      const isStrong = isMarked(source_id) || isMarked(target_id)
      const d = pathData(line)
      return same(keptEdges.current.get(id), { id, kind, d, isStrong, isAnimated, side: path?.sideOfEdge(edge) })
    })
  }, [shown, lines, selectedId, hoveredId, picked, path])
  useLayoutEffect(() => {
    keptEdges.current = new Map(edgeElements.map((edge) => [edge.id, edge]))
  }, [edgeElements])

  return { cardElements, edgeElements, cardIds, otherEdges: shown.others, isMoving, level }
}

const classOf = (strength: number): string => {
  if (strength === 1) return ''
  return strength === DIMMED ? 'graph-dimmed' : 'graph-half-dimmed'
}

/** Returns the element before, which then does not render again, if it is like the new one. */
function same<T extends object>(before: T | undefined, now: T): T {
  const keys = Object.keys(now) as (keyof T)[]
  return before && keys.every((key) => before[key] === now[key]) ? before : now
}

/** Returns the mounted cards and some new ones, or all of them if none is mounted yet, as after a jump. */
function withinOneFrame(ids: ReadonlySet<string>, before: ReadonlySet<string>): ReadonlySet<string> {
  const stay: string[] = []
  const come: string[] = []
  for (const id of ids) (before.has(id) ? stay : come).push(id)
  return stay.length === 0 ? ids : new Set([...stay, ...come.slice(0, NEW_PER_FRAME)])
}
