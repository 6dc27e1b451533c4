import { type RefObject, useEffect } from 'react'
import { useLatest } from './useLatest.ts'

export const LONG_PRESS_MS = 500
/** px that a finger may move during a press. */
const STILL_PX = 10

interface Point {
  x: number
  y: number
}

/** Controls have presses of their own. */
const CONTROLS = 'button, input, textarea, .graph-handle'

interface Options {
  /** Matches the elements that are pressed. */
  selector: string
  /** The pressed element, and the place of the finger in the window. */
  onLongPress: (pressed: HTMLElement, at: Point) => void
}

/**
 * Tells of a finger that rests on one of the elements in an area, to open its menu. The finger then does nothing else.
 * Safari on iOS sends no context menu event.
 */
export function useLongPress(area: RefObject<HTMLElement | null>, options: Options): void {
  const latest = useLatest(options)
  useEffect(() => {
    const element = area.current
    if (!element) return
    let press: { timer: ReturnType<typeof setTimeout>; at: Point } | null = null
    /** Whether the fingers that are down have opened a menu. Until the next press they do nothing else. */
    let wasLong = false
    const end = () => {
      clearTimeout(press?.timer)
      press = null
    }
    const handleDown = (event: PointerEvent) => {
      end()
      if (!event.isPrimary) return
      wasLong = false
      const pressed = event.pointerType === 'touch' ? elementAt(event.target, latest.current.selector) : null
      if (!pressed) return
      const at = { x: event.clientX, y: event.clientY }
      const open = () => {
        end()
        wasLong = true
        latest.current.onLongPress(pressed, at)
      }
      press = { timer: setTimeout(open, LONG_PRESS_MS), at }
    }
    const handleMove = (event: PointerEvent) => {
      if (wasLong) return swallow(event)
      if (press && Math.hypot(event.clientX - press.at.x, event.clientY - press.at.y) > STILL_PX) end()
    }
    const handleContextMenu = (event: Event) => {
      const wasPressed = press !== null
      end()
      // Other browsers send it after a long press, too: before our time or after it.
      if (wasLong) swallow(event)
      else wasLong = wasPressed
    }
    const handleEnd = (event: Event) => {
      if (wasLong && event.cancelable) swallow(event)
    }
    const listeners: [string, (event: never) => void][] = [
      ['pointerdown', handleDown],
      ['pointermove', handleMove],
      ['pointerup', end],
      ['pointercancel', end],
      ['contextmenu', handleContextMenu],
      // Otherwise the mouse events of a tap follow, which take the focus from the menu and close it.
      ['touchend', handleEnd],
      ['click', handleEnd],
    ]
    for (const [type, listener] of listeners) element.addEventListener(type, listener as EventListener, true)
    return () => {
      end()
      for (const [type, listener] of listeners) element.removeEventListener(type, listener as EventListener, true)
    }
  }, [area])
}

function swallow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

const elementAt = (target: EventTarget | null, selector: string): HTMLElement | null =>
  target instanceof Element && !target.closest(CONTROLS) ? target.closest<HTMLElement>(selector) : null
