import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import { cx } from './cx.ts'

/** One press of an arrow key, and with Shift, in pixels. */
const STEP = 16
const LARGE_STEP = 64

interface Props {
  /** What is resized, like "Resize tree". */
  label: string
  /** The edge of the pane that moves. */
  edge: 'left' | 'right'
  /** Called with the chosen width in pixels, or null for the pane's own. */
  onWidth: (width: number | null) => void
}

/**
 * The movable edge of a pane, which is its parent and takes its width from `--pane-width`. The pane's own minimum and
 * maximum width limit it. A double click returns to the pane's own width.
 */
export function PaneResizer({ label, edge, onWidth }: Props) {
  const handle = useRef<HTMLDivElement>(null)
  const drag = useRef<{ fromX: number; from: number } | null>(null)

  // The pane also changes with the window.
  useEffect(() => {
    const pane = handle.current?.parentElement
    if (!pane) return
    const observer = new ResizeObserver(() => {
      handle.current?.setAttribute('aria-valuenow', String(pane.offsetWidth))
      handle.current?.setAttribute('aria-valuemax', String(pane.parentElement?.offsetWidth))
    })
    observer.observe(pane)
    return () => observer.disconnect()
  }, [])

  const pane = () => handle.current?.parentElement
  /** Without a render: the workspace around the pane is large. */
  const show = (next: number) => pane()?.style.setProperty('--pane-width', `${next}px`)
  /** Chooses the width that the limits of the pane left of the one that was shown. */
  const choose = () => {
    const chosen = pane()?.offsetWidth
    if (chosen === undefined) return
    show(chosen)
    onWidth(chosen)
  }
  const reset = () => {
    pane()?.style.removeProperty('--pane-width')
    onWidth(null)
  }
  const grow = (by: number) => {
    show((pane()?.offsetWidth ?? 0) + (edge === 'right' ? by : -by))
    choose()
  }

  const handlePointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { fromX: event.clientX, from: pane()?.offsetWidth ?? 0 }
  }
  const handlePointerMove = ({ clientX }: PointerEvent) => {
    if (!drag.current) return
    const moved = clientX - drag.current.fromX
    show(drag.current.from + (edge === 'right' ? moved : -moved))
  }
  const handlePointerUp = ({ clientX }: PointerEvent) => {
    const from = drag.current?.fromX
    drag.current = null
    if (from !== undefined && from !== clientX) choose()
  }
  /** The browser took the pointer. */
  const handlePointerCancel = () => {
    if (drag.current) show(drag.current.from)
    drag.current = null
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? LARGE_STEP : STEP
    if (event.key === 'ArrowLeft') grow(-step)
    else if (event.key === 'ArrowRight') grow(step)
    else if (event.key === 'Enter') reset()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a splitter that is used is a separator with a value, not a rule.
    <div
      ref={handle}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      // Set with the size of the pane.
      aria-valuenow={0}
      aria-valuemin={0}
      tabIndex={0}
      title="Drag to resize, double-click to reset"
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={handlePointerUp}
      onPointerCancel={handlePointerCancel}
      onDoubleClick={reset}
      onKeyDown={handleKeyDown}
      className={cx(
        'group/resize absolute inset-y-0 z-31 flex w-2 cursor-col-resize touch-none justify-center outline-none',
        edge === 'right' ? '-right-1' : '-left-1',
      )}
    >
      <span className="w-0.5 group-hover/resize:bg-accent group-focus-visible/resize:bg-accent group-active/resize:bg-accent" />
    </div>
  )
}
