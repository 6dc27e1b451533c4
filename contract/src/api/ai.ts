import { z } from 'zod'
import { type Api, ErrorBody, Id, LIMITS, optionalEnum, optionalText, requiredText } from './common.ts'
import { NodeParams } from './nodes.ts'

export const AI_COMPLEXITIES = ['simple', 'detailed', 'comprehensive'] as const
export type AiComplexity = (typeof AI_COMPLEXITIES)[number]

export const AI_TIMELINES = ['auto', '1week', '1month', '3months', '6months'] as const
export type AiTimeline = (typeof AI_TIMELINES)[number]

/** The steps in which a plan is generated. Events name them by their index. */
export const AI_STEPS = ['understanding', 'phases', 'tasks', 'timeline', 'writing'] as const

/** What is known so far of a plan that is being generated. Each sketch includes everything in the earlier ones. */
export const PlanSketch = z.object({
  title: z.string(),
  description: z.string(),
  phases: z.array(z.object({ title: z.string(), tasks: z.array(z.object({ title: z.string() })) })),
  milestones: z.array(z.object({ title: z.string() })),
})
export type PlanSketch = z.infer<typeof PlanSketch>

/** Days that a weekly report covers. */
export const REPORT_DAYS = 7

/** Proposed children of a node. Nothing is written: the reader edits them and adds them as a tree. */
export const BrokenDown = z.object({
  nodes: z.array(
    z.object({
      title: z.string(),
      description: z.string(),
      children: z.array(z.object({ title: z.string(), description: z.string() })),
    }),
  ),
})
export type BrokenDown = z.infer<typeof BrokenDown>

const isAi = z.boolean().describe('false: no AI service is configured, so the draft is empty')

export const aiApi = {
  createPlan: {
    method: 'POST',
    path: '/ai/plans',
    idempotent: true,
    summary:
      'Create a plan from a prompt. Streams server-sent events: `step` and `sketch`, then one `done` or `error`. Close the connection to cancel; nothing is created',
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
          .max(AI_STEPS.length - 1),
      }),
      sketch: PlanSketch,
      done: z.object({
        plan_id: Id,
        is_ai: z.boolean().describe('false: no AI service is configured, so the plan is a sample made by rules'),
      }),
      error: ErrorBody,
    },
  },
  breakDown: {
    method: 'POST',
    path: '/plans/:planId/nodes/:nodeId/break-down',
    summary:
      'Draft children for a node with AI. Streams server-sent events: `titles` as they are known, then one `done` or `error`. Nothing is written. Close the connection to cancel',
    access: 'plan.edit',
    params: NodeParams,
    body: z.object({ note: optionalText('Note', LIMITS.prompt).describe('What to pay attention to') }),
    transport: 'events',
    refusals: [502],
    events: {
      titles: z.object({ titles: z.array(z.string()) }),
      done: BrokenDown.extend({ is_ai: isAi }),
      error: ErrorBody,
    },
  },
  summarize: {
    method: 'POST',
    path: '/plans/:planId/nodes/:nodeId/summary',
    summary:
      'Draft a summary of a node and everything under it with AI. Streams server-sent events: `text`, then one `done` or `error`. Nothing is written',
    access: 'plan.edit',
    params: NodeParams,
    transport: 'events',
    refusals: [502],
    events: {
      text: z.object({ text: z.string() }),
      done: z.object({ text: z.string(), is_ai: isAi }),
      error: ErrorBody,
    },
  },
  draftReport: {
    method: 'POST',
    path: '/plans/:planId/weekly-report',
    summary: `Draft a report about the last ${REPORT_DAYS} days of a plan with AI, as Markdown. Streams server-sent events: \`text\`, then one \`done\` or \`error\`. Nothing is written`,
    access: 'plan.edit',
    params: z.object({ planId: Id }),
    transport: 'events',
    refusals: [502],
    events: {
      text: z.object({ text: z.string() }),
      done: z.object({ text: z.string(), is_ai: isAi }),
      error: ErrorBody,
    },
  },
} as const satisfies Api
