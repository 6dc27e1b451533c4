import { z } from 'zod'
import { type Api, ErrorBody, Id, LIMITS, optionalEnum, requiredText } from './common.ts'

export const AI_COMPLEXITIES = ['simple', 'detailed', 'comprehensive'] as const
export type AiComplexity = (typeof AI_COMPLEXITIES)[number]

export const AI_TIMELINES = ['auto', '1week', '1month', '3months', '6months'] as const
export type AiTimeline = (typeof AI_TIMELINES)[number]

/**
 * The current step: understanding requirements, structuring phases, creating tasks and milestones, setting up the
 * timeline, finalizing.
 */
export const AI_STEPS = 5

/** What is known so far of a plan that is being generated. Each outline includes everything in the earlier ones. */
export const PlanOutline = z.object({
  title: z.string(),
  description: z.string(),
  phases: z.array(z.object({ title: z.string(), tasks: z.array(z.object({ title: z.string() })) })),
  milestones: z.array(z.object({ title: z.string() })),
})
export type PlanOutline = z.infer<typeof PlanOutline>

export const aiApi = {
  createPlan: {
    method: 'POST',
    path: '/ai/plans',
    idempotent: true,
    summary:
      'Create a plan from a prompt. Streams server-sent events: `step` and `outline`, then one `done` or `error`. Close the connection to cancel; nothing is created',
    access: 'account.write',
    body: z.object({
      prompt: requiredText('Prompt', LIMITS.prompt),
      complexity: optionalEnum('Complexity', AI_COMPLEXITIES).transform((complexity) => complexity ?? 'detailed'),
      timeline: optionalEnum('Timeline', AI_TIMELINES).transform((timeline) => timeline ?? 'auto'),
    }),
    transport: 'events',
    refusals: [502],
    events: {
      step: z.object({
        step: z
          .int()
          .min(0)
          .max(AI_STEPS - 1),
      }),
      outline: PlanOutline,
      /** `sample`: no AI service is configured, so the plan comes from rules. */
      done: z.object({ plan_id: Id, sample: z.boolean() }),
      error: ErrorBody,
    },
  },
} as const satisfies Api
