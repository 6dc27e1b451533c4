import type { PlanEdge } from '@cairn/contract/api/edges'
import { type MouseEvent, useRef } from 'react'
import type { MenusHandle } from './GraphMenus.tsx'
import type { DrawnLine } from './gestures/useDrafts.ts'
import type { Point } from './layout/geometry.ts'
import { cardOf, targetOf } from './surface/targetOf.ts'

/** Offset in px from a card's corner to its menu. */
const INSET = 24

interface Options {
  edges: readonly PlanEdge[] | undefined
  canEdit: boolean
  /** A drawn edge was dropped on the empty canvas, at this position on the screen. */
  onDrawnIntoVoid: (line: DrawnLine, at: Point) => void
}

/** Opens the menus of cards and edges, also for a line that was drawn. `ref` is for `GraphMenus`. */
export function useMenu({ edges, canEdit, onDrawnIntoVoid }: Options) {
  const ref = useRef<MenusHandle>(null)
  /** Connects a line that was dropped at a position in the window, on a card or on the empty canvas. */
  const endLine = (line: DrawnLine, at: Point) => {
    const under = targetOf(document.elementFromPoint(at.x, at.y))
    if (under?.on === 'canvas') return onDrawnIntoVoid(line, at)
    const otherId = cardOf(under)
    if (otherId === undefined || otherId === line.nodeId) return
    const [source_id, target_id] = line.end === 'source' ? [line.nodeId, otherId] : [otherId, line.nodeId]
    ref.current?.open({ of: 'edge', source_id, target_id, at })
  }
  return {
    ref,
    openNode: (event: MouseEvent, id: string) => ref.current?.open({ of: 'node', id, at: placeOf(event) }),
    /** Opens a menu by keyboard, at the card. Stays inside the window while the card moves into view. */
    openNodeAt: (id: string, card: Element, of: 'node' | 'status') => {
      const { left, top } = card.getBoundingClientRect()
      const at = { x: within(left + INSET, window.innerWidth), y: within(top + INSET, window.innerHeight) }
      ref.current?.open({ of, id, at })
    },
    openCanvas: (at: Point) => ref.current?.open({ of: 'canvas', at }),
    openEdge: (event: MouseEvent, id: string) => {
      const edge = edges?.find((known) => known.id === id)
      if (edge && canEdit) ref.current?.open({ of: 'edge', ...edge, at: placeOf(event) })
    },
    endLine,
  }
}

const within = (place: number, size: number): number => Math.min(Math.max(place, INSET), size - INSET)

const placeOf = ({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): Point => ({ x: clientX, y: clientY })
