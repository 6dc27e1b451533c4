import { useLayoutEffect, useRef, useState } from 'react'
import { GraphCanvas, type GraphCanvasProps } from './GraphCanvas.tsx'
import type { Size } from './layout/geometry.ts'
import { ViewContext } from './view/ViewContext.ts'
import { ViewStore } from './view/viewStore.ts'

/** The plan as a graph. Visible nodes are cards, everything else is painted on one canvas. */
export function PlanGraph(props: Omit<GraphCanvasProps, 'viewport'>) {
  const frame = useRef<HTMLDivElement>(null)
  const [viewport, setViewport] = useState<Size | null>(null)
  const [view] = useState(() => new ViewStore())
  // The opening layout depends on the size of the canvas, so measure it first.
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    let before = { left: 0, window: '' }
    const measure = () => {
      const size = { width: element.offsetWidth || 1, height: element.offsetHeight || 1 }
      // The tree came or went, or the window has another size. Panels at the right move nothing.
      const now = { left: element.getBoundingClientRect().left, window: `${window.innerWidth}×${window.innerHeight}` }
      view.resize(size, { keepsMiddle: now.left !== before.left || now.window !== before.window })
      before = now
      setViewport(size)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      observer.disconnect()
      view.stop()
    }
  }, [view])
  return (
    <div ref={frame} className="flex min-h-0 min-w-0 flex-1">
      {viewport && (
        <ViewContext value={view}>
          <GraphCanvas {...props} viewport={viewport} />
        </ViewContext>
      )}
    </div>
  )
}
