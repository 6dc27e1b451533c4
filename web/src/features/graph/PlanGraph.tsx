import { ReactFlowProvider } from '@xyflow/react'
import { useLayoutEffect, useRef, useState } from 'react'
import { GraphFlow, type GraphFlowProps } from './GraphFlow.tsx'
import type { Size } from './layout/geometry.ts'

/** The plan as a graph. Visible nodes are React Flow cards, everything else is painted on one canvas. */
export function PlanGraph(props: Omit<GraphFlowProps, 'viewport'>) {
  const frame = useRef<HTMLDivElement>(null)
  const [viewport, setViewport] = useState<Size | null>(null)
  // The opening layout depends on the size of the canvas, so measure it first.
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setViewport({ width: element.offsetWidth || 1, height: element.offsetHeight || 1 })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={frame} className="flex min-h-0 min-w-0 flex-1">
      {viewport && (
        <ReactFlowProvider>
          <GraphFlow {...props} viewport={viewport} />
        </ReactFlowProvider>
      )}
    </div>
  )
}
