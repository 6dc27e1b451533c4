import { useEffect, useRef } from 'react'
import { useViewStore } from '../view/ViewContext.ts'
import type { Place } from '../view/view.ts'

/** px between the dots at zoom 1. */
const GAP = 20
/** Minimum px between the dots on the screen. */
const GAP_MIN = 12
/** How far the layer extends beyond the window. It moves by at most one gap. */
const GAP_MAX = 2 * GAP

/**
 * The dotted background. Dots have the same size at every zoom, and are fewer when zoomed out. One layer that moves
 * with the viewport and repaints only when the zoom changes.
 */
export function DotGrid() {
  const ground = useRef<HTMLDivElement>(null)
  const view = useViewStore()
  useEffect(() => {
    const place = ({ x, y, zoom }: Place) => {
      const gap = GAP * zoom * 2 ** Math.max(0, Math.ceil(Math.log2(GAP_MIN / (GAP * zoom))))
      if (!ground.current) return
      ground.current.style.backgroundSize = `${gap}px ${gap}px`
      ground.current.style.transform = `translate(${rest(x, gap)}px, ${rest(y, gap)}px)`
    }
    place(view.get())
    return view.watch(place)
  }, [view])
  return (
    <div
      ref={ground}
      aria-hidden
      style={{ inset: -GAP_MAX }}
      className="pointer-events-none absolute bg-[radial-gradient(var(--graph-dot)_1px,transparent_1px)] will-change-transform"
    />
  )
}

/** Returns the remainder of a distance divided by the gap, never negative. */
const rest = (way: number, gap: number): number => ((way % gap) + gap) % gap
