import { type RefObject, useEffect, useState } from 'react'
import { useLatest } from '../../../lib/useLatest.ts'
import type { Selection } from '../../../view-state/selection.ts'
import type { DrawnLine } from '../gestures/useDrafts.ts'
import type { Box, Point } from '../layout/geometry.ts'
import type { Scene } from '../paint/scene.ts'
import { useViewStore } from '../view/ViewContext.ts'
import { followWheel } from '../view/wheel.ts'
import { cardDrag } from './cardDrag.ts'
import { withEdgePan } from './edgePan.ts'
import { lineDrag, type OpenLine } from './lineDrag.ts'
import { type Drag, type Fingers, followPresses, type Press } from './presses.ts'
import { idsIn, selectionBox } from './selectionBox.ts'
import { targetOf } from './targetOf.ts'

export interface DraggedCards {
  ids: ReadonlySet<string>
  /** The new positions of those that do not follow others. */
  moved: ReadonlyMap<string, Point>
}

/** What drags change. Positions of `pointer` are those of the window. */
export interface DragActions {
  onDragStart: () => void
  /** Which of the dragged nodes have to be moved. The others follow them. */
  leadersOf: (ids: ReadonlySet<string>) => readonly string[]
  /** Whether the dragged cards are over one that can become their parent. */
  hasDropTarget: () => boolean
  onCards: (cards: DraggedCards, pointer: Point) => void
  onCardsDropped: (cards: DraggedCards) => void
  onCardsCancelled: () => void
  onLineDropped: (line: DrawnLine, pointer: Point) => void
}

interface Options extends DragActions {
  scene: Scene
  selection: Selection
  canEdit: boolean
  /** Whether the wheel zooms instead of moving the canvas. */
  wheelZooms: boolean
}

/** What is drawn while the pointer drags, on the canvas. */
export type DragMark = { kind: 'box'; box: Box } | { kind: 'line'; line: OpenLine }

/** Moves the canvas and what is on it by pointer and wheel. Returns the mark of the drag that is under way. */
export function useDrags(surface: RefObject<HTMLElement | null>, options: Options): DragMark | null {
  const view = useViewStore()
  const latest = useLatest(options)
  const [mark, setMark] = useState<DragMark | null>(null)
  useEffect(() => {
    const element = surface.current
    if (!element) return
    const pan = (at: Point): Drag => {
      let last = at
      const move = (pointer: Point) => {
        view.panBy({ x: pointer.x - last.x, y: pointer.y - last.y })
        last = pointer
      }
      return { move, end: () => undefined, cancel: () => undefined }
    }
    const pinch = (now: Fingers, before: Fingers) => {
      const { zoom } = view.get()
      view.panBy({ x: now.x - before.x, y: now.y - before.y })
      view.zoomTo((zoom * now.apart) / before.apart, { at: view.pointOf(now) })
    }
    const dragCards = (id: string, { at, modKey }: Press): Drag | undefined => {
      const { scene, selection, leadersOf } = latest.current
      const before = selection.ids
      if (!before.has(id)) {
        if (modKey) selection.toggle(id)
        else selection.only(id)
      }
      const isThere = (one: string) => latest.current.scene.layout.boxes.has(one)
      const ids = new Set((selection.ids.has(id) ? [...selection.ids] : [id]).filter(isThere))
      const places = placesOf(scene, leadersOf(ids))
      if (places.size === 0) return
      return cardDrag(view, {
        ...{ places, at },
        onMove: (moved, pointer) => latest.current.onCards({ ids, moved }, pointer),
        onDrop: (moved) => {
          // Others may have deleted some.
          const left = {
            ids: new Set([...ids].filter(isThere)),
            moved: new Map([...moved].filter(([one]) => isThere(one))),
          }
          if (left.moved.size > 0) latest.current.onCardsDropped(left)
          else latest.current.onCardsCancelled()
        },
        onCancel: () => {
          selection.set(before)
          latest.current.onCardsCancelled()
        },
      })
    }
    /** Whether a line that is being drawn would end at the card under the pointer. */
    let isOverCard = false
    const drawLine = (line: DrawnLine): Drag | undefined => {
      const card = latest.current.scene.layout.boxes.get(line.nodeId)
      if (!card) return
      return lineDrag(view, {
        ...{ line, card },
        onLine: (open) => {
          isOverCard = open?.overId !== undefined
          setMark(open && { kind: 'line', line: open })
        },
        onDrop: (pointer) => latest.current.onLineDropped(line, pointer),
      })
    }
    const drawBox = (at: Point): Drag => {
      const before = latest.current.selection.ids
      return selectionBox(view, {
        at,
        onBox: (box) => {
          setMark(box && { kind: 'box', box })
          if (box) select(latest.current.selection, idsIn(latest.current.scene, box))
        },
        onCancel: () => latest.current.selection.set(before),
      })
    }
    const begin = (press: Press): Drag => {
      const { target, at, button, shiftKey, isTouch } = press
      const { canEdit, onDragStart, selection } = latest.current
      const pressed = targetOf(target)
      onDragStart()
      if (button === 'middle') return pan(at)
      let drag: Drag | undefined
      if (pressed?.on === 'handle' && canEdit) drag = drawLine(pressed)
      else if (shiftKey) drag = drawBox(at)
      // One finger moves the canvas, and only selected cards: cards may fill the screen of a phone.
      else if (pressed?.on === 'card' && canEdit && (!isTouch || selection.ids.has(pressed.id)))
        drag = dragCards(pressed.id, press)
      return drag ? withEdgePan(view, drag, () => isOverCard || latest.current.hasDropTarget()) : pan(at)
    }
    const stopPresses = followPresses(element, { begin, pan, pinch })
    const stopWheel = followWheel(element, view, () => latest.current.wheelZooms)
    return () => {
      stopPresses()
      stopWheel()
    }
  }, [surface, view])
  return mark
}

function placesOf({ layout }: Scene, ids: Iterable<string>): Map<string, Point> {
  const places = new Map<string, Point>()
  for (const id of ids) {
    const box = layout.boxes.get(id)
    if (box) places.set(id, { x: box.x, y: box.y })
  }
  return places
}

/** The same nodes would draw the graph again. */
function select(selection: Selection, ids: ReadonlySet<string>): void {
  const { ids: before } = selection
  if (ids.size !== before.size || [...ids].some((id) => !before.has(id))) selection.set(ids)
}
