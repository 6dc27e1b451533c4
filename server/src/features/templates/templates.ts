// The plans that one can start from.
import type { PlanTemplate } from '@cairn/contract/api/plans'
import type { DraftEdge } from '../edges/edges.draft.ts'
import type { DraftNode } from '../nodes/nodes.draft.ts'
import { growthStrategy } from './growth-strategy.ts'
import { productLaunch } from './product-launch.ts'
import { sprintPlanning } from './sprint-planning.ts'
import { teamProject } from './team-project.ts'

/** What stands under a root that carries the plan's own title. */
export interface Template {
  description: string
  phases: readonly DraftNode[]
  edges: readonly DraftEdge[]
}

export const templates: Record<PlanTemplate, Template> = {
  'product-launch': productLaunch,
  'team-project': teamProject,
  'sprint-planning': sprintPlanning,
  'growth-strategy': growthStrategy,
}
