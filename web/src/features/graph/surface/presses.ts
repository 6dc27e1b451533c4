// Turns pointer events into drags and pinches. Positions are those of the window.
import { isField, isMac } from '../../../lib/shortcuts.ts'
import type { Point } from '../layout/geometry.ts'
import { isControl } from './targetOf.ts'

/** What a press has become. */
export interface Drag {
  move: (pointer: Point) => void
  end: (pointer: Point) => void
  /** Takes the drag back: Escape was pressed, a second finger came down, or the browser took the pointer. */
  cancel: () => void
}

export interface Press {
  target: EventTarget | null
  at: Point
  button: 'main' | 'middle'
  isTouch: boolean
  shiftKey: boolean
  /** Ctrl or Cmd is held. */
  modKey: boolean
}

/** Two fingers: the point between them, and the distance. */
export interface Fingers extends Point {
  apart: number
}

interface Options {
  /** Begins the drag of what was pressed. */
  begin: (press: Press) => Drag
  /** Begins the movement of the canvas with the finger that a pinch has left. */
  pan: (at: Point) => Drag
  pinch: (now: Fingers, before: Fingers) => void
}

/** px that a pointer may move before a press is a drag. */
const SLOP = { mouse: 3, touch: 10 }

/** Follows the presses on an element. Controls keep theirs, and no click follows a drag. Returns the function that ends this. */
export function followPresses(element: HTMLElement, { begin, pan, pinch }: Options): () => void {
  /** The pointers that were pressed on the element, in order. */
  const pointers = new Map<number, Point>()
  let press: (Press & { slop: number }) | null = null
  let drag: Drag | null = null
  /** Whether the pointers that are down have dragged or pinched. */
  let hasMoved = false

  const start = (next: Drag, pointerId: number) => {
    drag = next
    hasMoved = true
    // The pointer keeps its shape and highlights nothing on its way.
    element.setPointerCapture(pointerId)
    element.toggleAttribute('data-dragging', true)
  }
  const stop = (how: 'cancel' | { end: Point }) => {
    const ended = drag
    press = null
    drag = null
    element.removeAttribute('data-dragging')
    if (how === 'cancel') ended?.cancel()
    else ended?.end(how.end)
  }
  const listen = () => {
    window.addEventListener('pointermove', handleMove)
    window.addEventListener('pointerup', handleEnd)
    window.addEventListener('pointercancel', handleEnd)
    window.addEventListener('contextmenu', handleContextMenu, true)
    // Before those that close a panel with Escape.
    window.addEventListener('keydown', handleKey, true)
  }
  const leave = () => {
    pointers.clear()
    window.removeEventListener('pointermove', handleMove)
    window.removeEventListener('pointerup', handleEnd)
    window.removeEventListener('pointercancel', handleEnd)
    window.removeEventListener('contextmenu', handleContextMenu, true)
    window.removeEventListener('keydown', handleKey, true)
  }

  const handleDown = (event: PointerEvent) => {
    const { pointerId, target, pointerType, shiftKey, ctrlKey, metaKey } = event
    const isTouch = pointerType === 'touch'
    const button = buttonOf(event)
    if (!button || (isControl(target) && !isTouch && button === 'main')) return
    if (pointers.size === 0) {
      hasMoved = false
      listen()
    }
    const at = pointOf(event)
    pointers.set(pointerId, at)
    if (pointers.size > 1) {
      hasMoved = true
      stop('cancel')
    } else if (!isControl(target) || button === 'middle')
      press = {
        target,
        at,
        button,
        isTouch,
        shiftKey,
        modKey: ctrlKey || metaKey,
        slop: isTouch ? SLOP.touch : SLOP.mouse,
      }
  }
  const handleMove = (event: PointerEvent) => {
    const { pointerId, buttons } = event
    if (!pointers.has(pointerId)) return
    const at = pointOf(event)
    const before = fingersOf(pointers)
    pointers.set(pointerId, at)
    const now = fingersOf(pointers)
    if (before && now) return pinch(now, before)
    // It was released where the page does not hear of it.
    if (buttons === 0) return handleEnd(event)
    if (!drag && press && apart(press.at, at) > press.slop) start(begin(press), pointerId)
    drag?.move(at)
  }
  const handleEnd = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId)) return
    const [left] = pointers
    if (left && pointers.size === 1) {
      const [id, at] = left
      return start(pan(at), id)
    }
    if (left) return
    if (hasMoved) swallowClick()
    stop(event.type === 'pointercancel' ? 'cancel' : { end: pointOf(event) })
    leave()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !drag) return
    event.preventDefault()
    event.stopPropagation()
    stop('cancel')
  }
  // A long press or another button opens a menu. What is still pressed does nothing else.
  const handleContextMenu = () => {
    hasMoved = true
    stop('cancel')
  }
  // Else browsers drag pictures on cards.
  const handleNativeDrag = (event: Event) => !isField(event.target) && event.preventDefault()
  // Else the middle button scrolls the page.
  const handleMouseDown = (event: MouseEvent) => event.button === 1 && event.preventDefault()

  element.addEventListener('pointerdown', handleDown)
  element.addEventListener('mousedown', handleMouseDown)
  element.addEventListener('dragstart', handleNativeDrag)
  return () => {
    element.removeEventListener('pointerdown', handleDown)
    element.removeEventListener('mousedown', handleMouseDown)
    element.removeEventListener('dragstart', handleNativeDrag)
    stop('cancel')
    leave()
  }
}

/** The button of a press that may become a drag. On a Mac, Ctrl and a click open a menu. */
function buttonOf({ button, ctrlKey }: PointerEvent): Press['button'] | undefined {
  if (button === 1) return 'middle'
  return button === 0 && !(isMac && ctrlKey) ? 'main' : undefined
}

const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY })

const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

function fingersOf(pointers: ReadonlyMap<number, Point>): Fingers | undefined {
  const [a, b] = pointers.values()
  return a && b && { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.max(apart(a, b), 1) }
}

const CLICKS = ['click', 'dblclick', 'auxclick'] as const

/** Ignores the click, and the double click, with which browsers follow the release of a drag. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  for (const type of CLICKS) window.addEventListener(type, swallow, true)
  setTimeout(() => {
    for (const type of CLICKS) window.removeEventListener(type, swallow, true)
  })
}
