import { EDGE_KINDS, type EdgeKind } from '@cairn/contract/api/edges'
import { memo } from 'react'
import { cx } from '../../../ui/cx.ts'
import type { PathSide } from '../path/path.ts'

/** An edge on the canvas. The same object until something about it changes. */
export interface EdgeElement {
  id: string
  kind: EdgeKind
  /** The curve as the `d` of an SVG path. */
  d: string
  /** One of its cards is selected or pointed at. */
  isStrong: boolean
  isAnimated: boolean
  /** Defined on the shown path. */
  side: PathSide | undefined
}

interface Props {
  edges: readonly EdgeElement[]
  /** Whether a click on an edge opens its menu. */
  canEdit: boolean
}

/** The edges between cards. Screen readers find them in the panels of nodes instead. */
export const EdgeElements = memo(function EdgeElements({ edges, canEdit }: Props) {
  return (
    <svg aria-hidden className="graph-edges">
      <defs>
        {EDGE_KINDS.map((kind) => (
          <Arrow key={kind} id={kind} color={`var(--edge-${kind})`} />
        ))}
        <Arrow id="before" color="var(--path-before)" />
        <Arrow id="after" color="var(--path-after)" />
      </defs>
      {edges.map((edge) => (
        <Edge key={edge.id} edge={edge} canEdit={canEdit} />
      ))}
    </svg>
  )
})

/** Dependencies are blue, dashed and animated, references green and dotted, sequences amber. See styles.css. */
const Edge = memo(function Edge({ edge, canEdit }: { edge: EdgeElement; canEdit: boolean }) {
  const { id, kind, d, isStrong, isAnimated, side } = edge
  return (
    <g>
      <path
        d={d}
        markerEnd={`url(#graph-arrow-${side ?? kind})`}
        className={cx(
          `graph-edge graph-edge-${kind}`,
          isStrong && 'graph-edge-strong',
          isAnimated && 'graph-edge-animated',
          side && `graph-edge-${side}`,
        )}
      />
      {canEdit && <path d={d} data-id={id} className="graph-edge-hit" />}
    </g>
  )
})

/** The same size on every line, regardless of its width. */
function Arrow({ id, color }: { id: string; color: string }) {
  return (
    <marker
      id={`graph-arrow-${id}`}
      viewBox="-10 -10 20 20"
      markerWidth={24}
      markerHeight={24}
      markerUnits="userSpaceOnUse"
      orient="auto"
    >
      <path d="M-5,-4 L0,0 L-5,4 Z" strokeLinejoin="round" style={{ fill: color, stroke: color }} />
    </marker>
  )
}
