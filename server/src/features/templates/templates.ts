// The templates for plans.
import type { PlanTemplate } from '@cairn/contract/api/plans'
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
