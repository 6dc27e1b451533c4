// The templates for plans.
import type { PlanTemplate } from '@cairn/contract/api/plans'
import type { DraftEdge } from '../edges/edges.draft.ts'
import type { DraftNode } from '../nodes/nodes.draft.ts'
import { growthStrategy } from './growth-strategy.ts'
import { productLaunch } from './product-launch.ts'
import { sprintPlanning } from './sprint-planning.ts'
import { teamProject } from './team-project.ts'
import type { Template } from './template.ts'

export const templates: Record<PlanTemplate, Template> = {
  'product-launch': productLaunch,
  'team-project': teamProject,
  'sprint-planning': sprintPlanning,
  'growth-strategy': growthStrategy,
}

/** The nodes of a template under a root with the plan's own title, and their edges. */
export function draftOf(
  template: PlanTemplate,
  { title, description }: { title: string; description: string | null },
): { root: DraftNode; edges: readonly DraftEdge[] } {
  const { phases, edges, ...own } = templates[template]
  return {
    root: {
      title,
      type: 'root',
      due: Math.max(...phases.map(({ due = 0 }) => due)),
      description: description ?? own.description,
      children: phases,
    },
    edges,
  }
}
