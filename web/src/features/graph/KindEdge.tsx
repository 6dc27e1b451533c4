import type { EdgeKind } from '@cairn/contract/api/edges'
import { BaseEdge, type Edge, type EdgeProps } from '@xyflow/react'
import { memo } from 'react'
import { edgeCurve } from './layout/edgeCurve.ts'

export type PlanFlowEdge = Edge<{ kind: EdgeKind }, 'kind'>

/** Dependencies are blue, dashed and animated, references green and dotted, sequences amber. See styles.css. */
export const KindEdge = memo(function KindEdge({ data, selected, ...ends }: EdgeProps<PlanFlowEdge>) {
  const { sourceX, sourceY, targetX, targetY } = ends
  const [a, b] = edgeCurve({ x: sourceX, y: sourceY }, { x: targetX, y: targetY })
  const path = `M${sourceX},${sourceY} C${a.x},${a.y} ${b.x},${b.y} ${targetX},${targetY}`
  return (
    <BaseEdge
      path={path}
      interactionWidth={20}
      className={`graph-edge graph-edge-${data?.kind ?? 'reference'}${selected ? ' graph-edge-selected' : ''}`}
      {...(ends.markerEnd ? { markerEnd: ends.markerEnd } : {})}
    />
  )
})
