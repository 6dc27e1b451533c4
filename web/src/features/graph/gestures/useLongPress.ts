import { type RefObject, useEffect } from 'react'
import { useLatest } from '../../../lib/useLatest.ts'
import type { Point } from '../layout/geometry.ts'

const LONG_PRESS_MS = 500
/** px that a finger may move during a press. */
const STILL_PX = 10

/** Opens the menu of a card after a long press. Safari on iOS sends no context menu event. */
export function useLongPress(area: RefObject<HTMLElement | null>, onLongPress: (id: string, at: Point) => void): void {
  const latest = useLatest(onLongPress)
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
      const id = event.pointerType === 'touch' ? cardOf(event.target) : undefined
      if (id === undefined) return
      const at = { x: event.clientX, y: event.clientY }
      const open = () => {
        end()
        wasLong = true
        latest.current(id, at)
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
    const handleClick = (event: Event) => {
      if (wasLong) swallow(event)
    }
    const listeners: [string, (event: never) => void][] = [
      ['pointerdown', handleDown],
      ['pointermove', handleMove],
      ['pointerup', end],
      ['pointercancel', end],
      ['contextmenu', handleContextMenu],
      ['click', handleClick],
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

/** The card under a finger, unless the finger is on one of its controls, which have presses of their own. */
function cardOf(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element) || target.closest('button, input, textarea, .graph-handle')) return undefined
  return target.closest<HTMLElement>('[data-card]')?.dataset.card
}
