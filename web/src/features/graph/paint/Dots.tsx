import { type Transform, useStoreApi } from '@xyflow/react'
import { useEffect, useRef } from 'react'

/** Between the dots, in px of the canvas at zoom 1. */
const GAP = 20
/** On the screen they never stand closer than this many px. */
const GAP_MIN = 12
/** The ground reaches this far beyond the window, as it is moved by at most one gap. */
const GAP_MAX = 2 * GAP

/**
 * The dotted ground: the dots keep their size at every zoom, and far away there are fewer of them. It is one layer that is moved,
 * and only drawn anew when the zoom changes.
 */
export function Dots() {
  const ground = useRef<HTMLDivElement>(null)
  const store = useStoreApi()
  useEffect(() => {
    const place = ([x, y, zoom]: Transform) => {
      const gap = GAP * zoom * 2 ** Math.max(0, Math.ceil(Math.log2(GAP_MIN / (GAP * zoom))))
      if (!ground.current) return
      ground.current.style.backgroundSize = `${gap}px ${gap}px`
      ground.current.style.transform = `translate(${rest(x, gap)}px, ${rest(y, gap)}px)`
    }
    place(store.getState().transform)
    return store.subscribe(({ transform }, before) => transform !== before.transform && place(transform))
  }, [store])
  return (
    <div
      ref={ground}
      aria-hidden
      style={{ inset: -GAP_MAX }}
      className="pointer-events-none absolute bg-[radial-gradient(var(--graph-dot)_1px,transparent_1px)] will-change-transform"
    />
  )
}

/** What is left over of a way in whole gaps, from 0 to one gap. */
const rest = (way: number, gap: number): number => ((way % gap) + gap) % gap
