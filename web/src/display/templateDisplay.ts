// Labels and icons of templates. Their content is defined by the server.
import { PLAN_TEMPLATES, type PlanTemplate } from '@cairn/contract/api/plans'
import { type LucideIcon, Rocket, Timer, TrendingUp, Users } from 'lucide-react'

interface TemplateLook {
  name: string
  text: string
  Icon: LucideIcon
}

export const TEMPLATE_DISPLAY: Record<PlanTemplate, TemplateLook> = {
  'product-launch': { name: 'Product Launch', text: 'From first interviews to launch day', Icon: Rocket },
  'team-project': { name: 'Team Project', text: 'From kickoff to handover', Icon: Users },
  'sprint-planning': { name: 'Sprint Planning', text: 'From backlog to review', Icon: Timer },
  'growth-strategy': { name: 'Growth Strategy', text: 'From metrics to tested ideas', Icon: TrendingUp },
}

export const TEMPLATES = PLAN_TEMPLATES.map((template) => ({ template, ...TEMPLATE_DISPLAY[template] }))

export const isTemplate = (name: string | null): name is PlanTemplate =>
  PLAN_TEMPLATES.some((template) => template === name)
