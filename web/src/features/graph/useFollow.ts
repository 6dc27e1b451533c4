// Moves the view with what the page shows.
import { useEffect, useLayoutEffect, useRef } from 'react'
import { moveMs, type ViewControls } from './useViewport.ts'
import { useView, useViewStore } from './view/ViewContext.ts'
import { isNear, type Place } from './view/view.ts'

/** Fits the canvas to a branch when it becomes the focus, and to the whole plan afterwards. */
export function useFitBranch(branchId: string | null, fitNext: () => void): void {
  const last = useRef(branchId)
  // Before the effect that moves the viewport to the new scene.
  useLayoutEffect(() => {
    if (branchId !== last.current) fitNext()
    last.current = branchId
  }, [branchId, fitNext])
}

/** A place that the view returns to, unless it has been moved from where the selection brought it. */
interface Return {
  to: Place
  from: Place
  width: number
}

/**
 * Scrolls the selected node into view, and again when its panel narrows the canvas. When the panel is closed, the view
 * returns to where it was.
 */
export function useShowSelected(
  selectedId: string | null,
  { show, bringIn }: Pick<ViewControls, 'show' | 'bringIn'>,
): void {
  const store = useViewStore()
  const width = useView((view) => view.width)
  const last = useRef<{ id: string | null; width: number }>({ id: null, width })
  const back = useRef<Return | null>(null)
  // Before the effects that move the view.
  useLayoutEffect(() => {
    const place = store.destination
    if (selectedId !== null && width < last.current.width)
      back.current ??= { to: place, from: place, width: last.current.width }
  }, [selectedId, width, store])
  useEffect(() => {
    const isNew = selectedId !== last.current.id
    const isNarrower = width < last.current.width
    last.current = { id: selectedId, width }
    if (selectedId !== null && isNew) show(selectedId)
    else if (selectedId !== null && isNarrower) bringIn(selectedId)
    const { current: way } = back
    if (!way) return
    if (width < way.width) {
      if (selectedId !== null && (isNew || isNarrower)) way.from = store.destination
      return
    }
    back.current = null
    if (selectedId === null && isNear(store.destination, way.from)) store.moveTo(way.to, moveMs())
  }, [selectedId, width, show, bringIn, store])
}
