import { BaseEdge, type Edge, type EdgeProps } from '@xyflow/react'
import { memo } from 'react'
import { cx } from '../../ui/cx.ts'
import { type EdgeLine, pathData } from './layout/edgeRoutes.ts'

/** `isStrong`: one of its cards is selected or pointed at. */
export type PlanFlowEdge = Edge<{ line: EdgeLine; isStrong: boolean }, 'kind'>

/** Dependencies are blue, dashed and animated, references green and dotted, sequences amber. See styles.css. */
export const KindEdge = memo(function KindEdge({ data, selected, markerEnd }: EdgeProps<PlanFlowEdge>) {
  if (!data) return null
  const { line, isStrong } = data
  return (
    <BaseEdge
      path={pathData(line)}
      interactionWidth={20}
      className={cx(
        `graph-edge graph-edge-${line.kind}`,
        selected && 'graph-edge-selected',
        (selected || isStrong) && 'graph-edge-strong',
      )}
      {...(markerEnd ? { markerEnd } : {})}
    />
  )
})
