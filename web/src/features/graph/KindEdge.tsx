import type { EdgeKind } from '@cairn/contract/api/edges'
import { BaseEdge, type Edge, type EdgeProps, getBezierPath } from '@xyflow/react'
import { memo } from 'react'

export type PlanFlowEdge = Edge<{ kind: EdgeKind }, 'kind'>

/** Dependency blue, dashed and animated; reference green and dotted; sequence amber (point 4). The classes are in styles.css. */
export const KindEdge = memo(function KindEdge({ data, selected, ...ends }: EdgeProps<PlanFlowEdge>) {
  const [path] = getBezierPath(ends)
  return (
    <BaseEdge
      path={path}
      interactionWidth={20}
      className={`graph-edge graph-edge-${data?.kind ?? 'reference'}${selected ? ' graph-edge-selected' : ''}`}
      {...(ends.markerEnd ? { markerEnd: ends.markerEnd } : {})}
    />
  )
})
