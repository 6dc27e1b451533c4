import type { DraftEdge } from '../edges/edges.draft.ts'
import type { DraftNode } from '../nodes/nodes.draft.ts'

/** The nodes under the root, which takes the plan's own title. */
export interface Template {
  description: string
  phases: readonly DraftNode[]
  edges: readonly DraftEdge[]
}
