import type { NodeStatus } from '@cairn/contract/api/nodes'
import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'
import { LONG_PRESS_MS } from '../lib/useLongPress.ts'
import { cx } from '../ui/cx.ts'
import { NODE_STATUS, StatusIcon } from './nodeDisplay.tsx'

/** px that a finger may move during a press. */
const STILL_PX = 10

interface Props {
  status: NodeStatus
  size?: number
  onToggle: () => void
  /** A long press or right click, at these viewport coordinates. */
  onMenu: (at: { x: number; y: number }) => void
  className?: string
}

/** Completes a node with one click, and reopens a completed one. */
export function StatusCircle({ status, size = 16, onToggle, onMenu, className }: Props) {
  const isDone = status === 'completed'
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null)
  /** Suppresses the click that ends a long press. */
  const wasLong = useRef(false)
  const endPress = () => {
    clearTimeout(press.current?.timer)
    press.current = null
  }
  useEffect(() => () => clearTimeout(press.current?.timer), [])
  const openMenu = (at: { x: number; y: number }) => {
    endPress()
    wasLong.current = true
    onMenu(at)
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label="Completed"
      aria-pressed={isDone}
      title={isDone ? 'Completed' : `${NODE_STATUS[status].label}. Click to complete.`}
      onPointerDown={({ clientX: x, clientY: y, button }: PointerEvent) => {
        wasLong.current = false
        if (button !== 0) return
        press.current = { timer: setTimeout(() => openMenu({ x, y }), LONG_PRESS_MS), x, y }
      }}
      onPointerMove={({ clientX, clientY }: PointerEvent) => {
        const from = press.current
        if (from && Math.hypot(clientX - from.x, clientY - from.y) > STILL_PX) endPress()
      }}
      onPointerUp={endPress}
      // Otherwise the mouse events of a tap follow, which take the focus from the menu and close it.
      onTouchEnd={(event) => wasLong.current && event.preventDefault()}
      onPointerCancel={endPress}
      onPointerLeave={endPress}
      onContextMenu={(event: MouseEvent) => {
        event.preventDefault()
        event.stopPropagation()
        // A long press also fires a context menu.
        if (!wasLong.current) openMenu({ x: event.clientX, y: event.clientY })
      }}
      onClick={(event) => {
        event.stopPropagation()
        if (!wasLong.current) onToggle()
        wasLong.current = false
      }}
      onDoubleClick={(event) => event.stopPropagation()}
      className={cx(
        'inline-flex shrink-0 touch-manipulation items-center justify-center rounded-full hover:bg-pressed',
        !isDone && 'hover:[&_svg]:text-done-fill',
        className,
      )}
    >
      <StatusIcon status={status} size={size} />
    </button>
  )
}

/** The status that a click on the circle sets. */
export const toggled = (status: NodeStatus): NodeStatus => (status === 'completed' ? 'not_started' : 'completed')
