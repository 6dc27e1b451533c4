// Drags rows with the mouse. Starts after a few pixels, so clicks still work. A line shows the drop position.
// Touch scrolls the list; "Move to…" moves nodes instead.
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { NodePlace } from '../../actions/undoToast.ts'
import type { PlanNodes, Structure } from '../../data/nodeStore.ts'
import { useLatest } from '../../lib/useLatest.ts'
import { INDENT_PX } from './TreeRow.tsx'
import { type Drop, dropAt } from './treePlaces.ts'
import type { TreeRow } from './treeRows.ts'

const START_PX = 5
/** Distance from the edge in which dragging scrolls the list, and px per frame. */
const EDGE_PX = 36
const SCROLL_PX = 9
/** A closed branch under the pointer opens after this delay. */
const OPEN_MS = 700

interface Options {
  nodes: PlanNodes
  structure: Structure
  rows: readonly TreeRow[]
  rowHeight: number
  scroller: RefObject<HTMLDivElement | null>
  isEnabled: boolean
  onDrop: (id: string, place: NodePlace) => void
  onOpen: (id: string, level: number) => void
}

export interface Drag {
  id: string
  drop: Drop | null
}

export function useTreeDrag({ nodes, structure, rows, rowHeight, scroller, isEnabled, onDrop, onOpen }: Options) {
  const [drag, setDrag] = useState<Drag | null>(null)
  // The window listeners always use the latest render.
  const now = useLatest({ rows, structure, drag, onDrop, onOpen })
  const stopRef = useRef<() => void>(() => undefined)
  useEffect(() => () => stopRef.current(), [])

  /** `shift` is the horizontal drag distance in px: each full indentation is one level. */
  const findDrop = (draggedId: string, shift: number, y: number): Drop | null => {
    const box = scroller.current
    if (!box) return null
    const bounds = box.getBoundingClientRect()
    const within = y - bounds.top + box.scrollTop
    const gap = Math.min(Math.max(Math.round(within / rowHeight), 0), now.current.rows.length)
    const own = now.current.rows.find((row) => row.id === draggedId)?.level ?? 1
    const level = own + Math.trunc(shift / INDENT_PX)
    const tree = { structure: now.current.structure, get: (id: string) => nodes.get(id) }
    return dropAt({ rows: now.current.rows, tree, draggedId, gap, level })
  }

  const handlePointerDown = (event: PointerEvent) => {
    const row = (event.target as Element).closest<HTMLElement>('[role=treeitem]')
    const id = row?.dataset.id
    const isControl = (event.target as Element).closest('button, input') !== null
    if (!isEnabled || !id || isControl || event.button !== 0 || event.pointerType === 'touch') return
    if (id === structure.rootId) return

    const from = { x: event.clientX, y: event.clientY }
    let at = from
    let isDragging = false
    let frame = 0
    let opening: { id: string; timer: ReturnType<typeof setTimeout> } | null = null

    const scrollAtEdge = () => {
      const box = scroller.current
      if (box) {
        const { top, bottom } = box.getBoundingClientRect()
        if (at.y < top + EDGE_PX) box.scrollTop -= SCROLL_PX
        if (at.y > bottom - EDGE_PX) box.scrollTop += SCROLL_PX
        setDrag({ id, drop: findDrop(id, at.x - from.x, at.y) })
      }
      frame = requestAnimationFrame(scrollAtEdge)
    }
    const openUnder = (target: EventTarget | null) => {
      const over = (target as Element | null)?.closest?.<HTMLElement>('[role=treeitem][aria-expanded=false]')
      const overId = over?.dataset.id
      if (overId === opening?.id) return
      if (opening) clearTimeout(opening.timer)
      opening = overId
        ? {
            id: overId,
            timer: setTimeout(() => now.current.onOpen(overId, Number(over?.getAttribute('aria-level'))), OPEN_MS),
          }
        : null
    }
    const handleMove = (move: globalThis.PointerEvent) => {
      at = { x: move.clientX, y: move.clientY }
      if (!isDragging && Math.hypot(at.x - from.x, at.y - from.y) < START_PX) return
      if (!isDragging) {
        isDragging = true
        scrollAtEdge()
      }
      openUnder(move.target)
    }
    const stop = () => {
      cancelAnimationFrame(frame)
      if (opening) clearTimeout(opening.timer)
      window.removeEventListener('pointermove', handleMove)
      window.removeEventListener('pointerup', handleUp)
      window.removeEventListener('pointercancel', stop)
      window.removeEventListener('keydown', handleKey, true)
      stopRef.current = () => undefined
      setDrag(null)
    }
    const handleUp = () => {
      const { drag: last } = now.current
      stop()
      if (!isDragging) return
      // Suppresses the click that ends a drag.
      window.addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0)
      if (last?.drop) now.current.onDrop(id, last.drop.place)
    }
    const handleKey = (key: KeyboardEvent) => {
      if (key.key !== 'Escape' || !isDragging) return
      key.preventDefault()
      key.stopPropagation()
      stop()
    }
    stopRef.current = stop
    window.addEventListener('pointermove', handleMove)
    window.addEventListener('pointerup', handleUp)
    window.addEventListener('pointercancel', stop)
    window.addEventListener('keydown', handleKey, true)
  }
  return { drag, handlePointerDown }
}

const swallow = (event: Event) => {
  event.preventDefault()
  event.stopPropagation()
}
