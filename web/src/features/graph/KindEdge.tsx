import { BaseEdge, type Edge, type EdgeProps } from '@xyflow/react'
import { memo } from 'react'
import { cx } from '../../ui/cx.ts'
import { type EdgeLine, pathData } from './layout/edgeRoutes.ts'
import type { PathSide } from './path/path.ts'

/** `isStrong`: one of its cards is selected or pointed at. `side`: it is on the shown path. */
export type PlanFlowEdge = Edge<{ line: EdgeLine; isStrong: boolean; side: PathSide | undefined }, 'kind'>

/** Dependencies are blue, dashed and animated, references green and dotted, sequences amber. See styles.css. */
export const KindEdge = memo(function KindEdge({ data, selected, markerEnd }: EdgeProps<PlanFlowEdge>) {
  if (!data) return null
  const { line, isStrong, side } = data
  return (
    <BaseEdge
      path={pathData(line)}
      interactionWidth={20}
      className={cx(
        `graph-edge graph-edge-${line.kind}`,
        selected && 'graph-edge-selected',
        (selected || isStrong) && 'graph-edge-strong',
        side && `graph-edge-${side}`,
      )}
      {...(markerEnd ? { markerEnd } : {})}
    />
  )
})
