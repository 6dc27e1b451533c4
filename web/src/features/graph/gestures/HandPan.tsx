import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { isCovered, isField } from '../../../lib/shortcuts.ts'
import { useViewStore } from '../view/ViewContext.ts'

interface Props {
  /** The element that the pointer must be over. */
  area: RefObject<HTMLElement | null>
  /** Set while a hold of the space bar has moved the canvas, so that its release does nothing else. */
  hasPanned: RefObject<boolean>
}

/** While the space bar is held, a layer over the cards, which a drag moves with the canvas. */
export function HandPan({ area, hasPanned }: Props) {
  const view = useViewStore()
  const [isHeld, setHeld] = useState(false)
  const [isDragging, setDragging] = useState(false)
  const last = useRef({ x: 0, y: 0 })
  useEffect(() => {
    const release = () => setHeld(false)
    const handleDown = (event: KeyboardEvent) => {
      if (event.code !== 'Space' || !isMeant(event, area.current)) return
      event.preventDefault()
      if (event.repeat) return
      hasPanned.current = false
      setHeld(true)
    }
    const handleUp = ({ code }: KeyboardEvent) => code === 'Space' && release()
    window.addEventListener('keydown', handleDown)
    window.addEventListener('keyup', handleUp)
    window.addEventListener('blur', release)
    return () => {
      window.removeEventListener('keydown', handleDown)
      window.removeEventListener('keyup', handleUp)
      window.removeEventListener('blur', release)
    }
  }, [area, hasPanned])
  if (!isHeld && !isDragging) return null
  const drag = ({ clientX, clientY }: PointerEvent) => {
    if (!isDragging) return
    hasPanned.current = true
    view.panBy({ x: clientX - last.current.x, y: clientY - last.current.y })
    last.current = { x: clientX, y: clientY }
  }
  return (
    <div
      data-testid="hand"
      className="absolute inset-0 z-5 cursor-grab touch-none active:cursor-grabbing"
      onPointerDown={(event) => {
        if (event.button !== 0) return
        // Keeps the focus where it is.
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        last.current = { x: event.clientX, y: event.clientY }
        setDragging(true)
      }}
      onPointerMove={drag}
      onPointerUp={() => setDragging(false)}
      onPointerCancel={() => setDragging(false)}
    />
  )
}

/** Whether the space bar is pressed for the canvas: over it, and not for a control or a part of the page beside it. */
function isMeant({ target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent, area: HTMLElement | null): boolean {
  if (ctrlKey || metaKey || altKey || shiftKey || isField(target) || isCovered()) return false
  if (!area?.matches(':hover') || !(target instanceof Element)) return false
  return target === document.body || (area.contains(target) && target.closest('button, a, input') === null)
}
