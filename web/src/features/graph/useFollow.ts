// Moves the view with what the page shows.
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useView } from './view/ViewContext.ts'

/** Fits the canvas to a branch when it becomes the focus, and to the whole plan afterwards. */
export function useFitBranch(branchId: string | null, fitNext: () => void): void {
  const last = useRef(branchId)
  // Before the effect that moves the viewport to the new scene.
  useLayoutEffect(() => {
    if (branchId !== last.current) fitNext()
    last.current = branchId
  }, [branchId, fitNext])
}

/** Scrolls the selected node into view, and again when its panel narrows the canvas. */
export function useShowSelected(selectedId: string | null, show: (id: string) => void): void {
  const width = useView((view) => view.width)
  const last = useRef<{ id: string | null; width: number }>({ id: null, width })
  useEffect(() => {
    const isNew = selectedId !== last.current.id
    const isNarrower = width < last.current.width
    last.current = { id: selectedId, width }
    if (selectedId !== null && (isNew || isNarrower)) show(selectedId)
  }, [selectedId, width, show])
}
