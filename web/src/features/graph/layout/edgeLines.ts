// The curves of painted edges, computed once per layout because a plan may have thousands of edges.
import type { EdgeKind } from '@cairn/contract/api/edges'
import { edgeCurve } from './edgeCurve.ts'
import type { Layout, Point } from './geometry.ts'

export interface PaintedEdge {
  source_id: string
  target_id: string
  kind: EdgeKind
}

export interface EdgeLine {
  kind: EdgeKind
  from: Point
  /** The control points. */
  a: Point
  b: Point
  to: Point
}

const known = new WeakMap<readonly PaintedEdge[], { layout: Layout; lines: EdgeLine[] }>()

/** Returns the curves of edges between visible nodes. The same array for the same edges and layout. */
export function edgeLines(edges: readonly PaintedEdge[], layout: Layout): readonly EdgeLine[] {
  const before = known.get(edges)
  if (before?.layout === layout) return before.lines
  const lines: EdgeLine[] = []
  for (const { source_id, target_id, kind } of edges) {
    const source = layout.boxes.get(source_id)
    const target = layout.boxes.get(target_id)
    if (!source || !target) continue
    const from = { x: source.x + source.width, y: source.y + source.height / 2 }
    const to = { x: target.x, y: target.y + target.height / 2 }
    const [a, b] = edgeCurve(from, to)
    lines.push({ kind, from, a, b, to })
  }
  known.set(edges, { layout, lines })
  return lines
}
