// Converts a generated plan to the nodes of a plan.
import type { DraftNode } from '../nodes/nodes.draft.ts'
import type { PlanDraft } from '../plans/plans.draft.ts'
import { schedule } from './ai.dates.ts'
import type { PlanRequest } from './ai.prompts.ts'
import type { AiPlan } from './ai.reply.ts'

const keyOf = (phase: number) => `phase ${phase}`

/** Each phase depends on the one before. A milestone belongs to the phase whose time contains its date. */
export function toDraft(plan: AiPlan, request: PlanRequest, now: string): PlanDraft {
  const dates = schedule(plan, { ...request, now })
  const milestones = plan.milestones.map(
    ({ title, description }, index): DraftNode => ({
      title,
      description,
      type: 'milestone',
      due: dates.milestones[index],
    }),
  )
  const last = plan.phases.length - 1
  const phaseOf = ({ due = 0 }: DraftNode) => {
    const found = dates.phases.findIndex((phase) => due <= phase.due)
    return found < 0 ? last : found
  }
  return {
    root: {
      title: plan.title,
      description: plan.description,
      type: 'root',
      due: dates.span,
      children: plan.phases.map(({ title, description, tasks }, index) => ({
        key: keyOf(index),
        title,
        description,
        type: 'phase',
        due: dates.phases[index]?.due,
        children: [
          ...tasks.map(
            ({ title, description, estimatedTime }, place): DraftNode => ({
              title,
              description,
              type: 'task',
              due: dates.phases[index]?.tasks[place],
              metadata: estimatedTime ? { estimatedTime } : {},
            }),
          ),
          ...milestones.filter((milestone) => phaseOf(milestone) === index),
        ].sort((a, b) => (a.due ?? 0) - (b.due ?? 0)),
      })),
    },
    edges: plan.phases.slice(1).map((_, index) => [keyOf(index), 'dependency', keyOf(index + 1)] as const),
  }
}
