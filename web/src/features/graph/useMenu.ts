import type { PlanEdge } from '@cairn/contract/api/edges'
import type { Connection, OnConnectEnd } from '@xyflow/react'
import { type MouseEvent, useRef } from 'react'
import type { MenusHandle } from './GraphMenus.tsx'
import type { DrawnLine } from './gestures/useDrafts.ts'
import type { Point } from './layout/geometry.ts'

/** Offset in px from a card's corner to its menu. */
const INSET = 24

interface Options {
  edges: readonly PlanEdge[] | undefined
  canEdit: boolean
  /** A drawn edge was dropped on the empty canvas, at this position on the screen. */
  onDrawnIntoVoid: (line: DrawnLine, at: Point) => void
}

/** Opens the menus of cards and edges, also after drawing a new edge. `ref` is for `GraphMenus`. */
export function useMenu({ edges, canEdit, onDrawnIntoVoid }: Options) {
  const ref = useRef<MenusHandle>(null)
  // React Flow does not report where a drawn edge was dropped.
  const pointer = useRef<Point>({ x: 0, y: 0 })
  const drawEdge = ({ source, target }: Pick<Connection, 'source' | 'target'>) => {
    if (source !== target) ref.current?.open({ of: 'edge', source_id: source, target_id: target, at: pointer.current })
  }
  /** A connection may be dropped anywhere on a card, not only on its handle. */
  const endEdge: OnConnectEnd = (event, { isValid, fromHandle }) => {
    const at = 'changedTouches' in event ? event.changedTouches[0] : event
    if (isValid || !fromHandle || !at) return
    pointer.current = placeOf(at)
    const under = document.elementFromPoint(at.clientX, at.clientY)?.closest<HTMLElement>('[data-card]')
    const [here, there] = [fromHandle.nodeId, under?.dataset.card]
    if (there === undefined) {
      if (document.elementFromPoint(at.clientX, at.clientY)?.matches('.react-flow__pane'))
        onDrawnIntoVoid({ nodeId: here, end: fromHandle.type }, placeOf(at))
      return
    }
    drawEdge(fromHandle.type === 'source' ? { source: here, target: there } : { source: there, target: here })
  }
  return {
    ref,
    followPointer: (event: MouseEvent) => {
      pointer.current = placeOf(event)
    },
    openNode: (event: MouseEvent, { id }: { id: string }) => {
      event.preventDefault()
      ref.current?.open({ of: 'node', id, at: placeOf(event) })
    },
    /** Opens a menu by keyboard, at the card. Stays inside the window while the card moves into view. */
    openNodeAt: (id: string, card: Element, of: 'node' | 'status') => {
      const { left, top } = card.getBoundingClientRect()
      const at = { x: within(left + INSET, window.innerWidth), y: within(top + INSET, window.innerHeight) }
      ref.current?.open({ of, id, at })
    },
    openCanvas: (at: Point) => ref.current?.open({ of: 'canvas', at }),
    openEdge: (event: MouseEvent, { id }: { id: string }) => {
      const edge = edges?.find((known) => known.id === id)
      if (edge && canEdit) ref.current?.open({ of: 'edge', ...edge, at: placeOf(event) })
    },
    drawEdge,
    endEdge,
  }
}

const within = (place: number, size: number): number => Math.min(Math.max(place, INSET), size - INSET)

const placeOf = ({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): Point => ({ x: clientX, y: clientY })
