import { useReactFlow, useStoreApi } from '@xyflow/react'
import { type RefObject, useEffect } from 'react'

/**
 * Zooms with two fingers of which at least one is on a card. React Flow zooms with those on the empty canvas, and takes
 * any other for a drag of the card.
 */
export function usePinch(area: RefObject<HTMLElement | null>): void {
  const { setViewport } = useReactFlow()
  const store = useStoreApi()
  useEffect(() => {
    const element = area.current
    if (!element) return
    let last: Fingers | null = null
    const handleStart = (event: TouchEvent) => {
      const touches = [...event.touches]
      const isMeant = touches.length === 2 && touches.some(({ target }) => isOnCard(target))
      last = isMeant ? fingersOf(touches) : null
      if (last) event.stopPropagation()
    }
    const handleMove = (event: TouchEvent) => {
      if (!last) return
      event.preventDefault()
      event.stopPropagation()
      const now = fingersOf([...event.touches])
      const frame = element.getBoundingClientRect()
      const { transform, minZoom, maxZoom } = store.getState()
      const [x, y, zoom] = transform
      const next = Math.min(Math.max((zoom * now.apart) / last.apart, minZoom), maxZoom)
      // The point between the fingers stays between them.
      const place = { x: (last.x - frame.left - x) / zoom, y: (last.y - frame.top - y) / zoom }
      void setViewport({ x: now.x - frame.left - place.x * next, y: now.y - frame.top - place.y * next, zoom: next })
      last = now
    }
    const handleEnd = () => {
      last = null
    }
    const options = { capture: true, passive: false }
    element.addEventListener('touchstart', handleStart, options)
    element.addEventListener('touchmove', handleMove, options)
    element.addEventListener('touchend', handleEnd, options)
    element.addEventListener('touchcancel', handleEnd, options)
    return () => {
      element.removeEventListener('touchstart', handleStart, options)
      element.removeEventListener('touchmove', handleMove, options)
      element.removeEventListener('touchend', handleEnd, options)
      element.removeEventListener('touchcancel', handleEnd, options)
    }
  }, [area, setViewport, store])
}

/** Two fingers: the point between them, and the distance. */
interface Fingers {
  x: number
  y: number
  apart: number
}

function fingersOf(touches: readonly Touch[]): Fingers {
  const [a, b = a] = touches
  if (!a || !b) return { x: 0, y: 0, apart: 1 }
  return {
    x: (a.clientX + b.clientX) / 2,
    y: (a.clientY + b.clientY) / 2,
    apart: Math.max(Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), 1),
  }
}

const isOnCard = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('.react-flow__node') !== null
