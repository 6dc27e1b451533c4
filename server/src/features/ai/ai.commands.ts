// A plan generated from a prompt: by the AI service, or by rules without one, and then written in one transaction.
import { AI_STEPS, type aiApi } from '@cairn/contract/api/ai'
import { HOUR_MS } from '../../base/units.ts'
import type { CallWithoutTx } from '../../core/ctx.ts'
import type { EventStream } from '../../core/event-stream.ts'
import type { Services } from '../../core/services.ts'
import { type Ai, isFailure } from '../../providers/ai.ts'
import { createPlanFromDraft } from '../plans/plans.draft.ts'
import { generatePlan } from './ai.ask.ts'
import type { PlanRequest } from './ai.prompts.ts'
import { outlineOf } from './ai.reply.ts'
import { samplePlan } from './ai.sample.ts'
import { toDraft } from './ai.shape.ts'

/** Plans that one person may generate per hour. */
const PLANS_MAX = 10

/**
 * The steps that the screen shows: understanding, structuring phases, creating tasks, setting up the timeline,
 * finalizing.
 */
const STEP = { asked: 0, phases: 1, tasks: 2, timeline: 3, writing: 4 } as const satisfies Record<string, number>

/** Sends each step as it is reached. If the client disconnects before the plan is written, nothing is created. */
export async function createAiPlan(
  { ctx: { actor }, run }: CallWithoutTx,
  { ai, attempts, clock, store }: Pick<Services, 'ai' | 'attempts' | 'clock' | 'store'>,
  request: PlanRequest,
  { send, signal }: EventStream<typeof aiApi.createPlan>,
): Promise<void> {
  const attempt = await attempts.count([{ key: `ai_plan ${actor.id}`, max: PLANS_MAX, window_ms: HOUR_MS }])
  const reach = steps((step) => send('step', { step }))
  const onOutline = (outline: ReturnType<typeof outlineOf>) => {
    if (outline.phases.length > 0) reach(STEP.phases)
    if (outline.phases.some(({ tasks }) => tasks.length > 0)) reach(STEP.tasks)
    send('outline', outline)
  }

  const now = clock().toISOString()
  const ask = (service: Ai) =>
    generatePlan(service, request, { now, signal, onOutline }).catch(async (error: unknown) => {
      // A failed generation does not count against the hourly limit.
      if (isFailure(error)) await store.write((tx) => attempts.refund(tx, attempt))
      throw error
    })

  reach(STEP.asked)
  const planned = ai ? await ask(ai) : samplePlan(request, now)
  onOutline(outlineOf(planned))
  reach(STEP.timeline)
  const draft = toDraft(planned, request, now)
  reach(STEP.writing)
  const plan = await run(async (ctx) => {
    signal.throwIfAborted()
    return createPlanFromDraft(ctx, { title: planned.title, description: planned.description || null }, draft)
  })
  send('done', { plan_id: plan.id, sample: ai === null })
}

/** Each step once and in order, also skipped ones. */
function steps(send: (step: number) => void) {
  let next = 0
  return (step: number) => {
    for (; next <= step && next < AI_STEPS; next++) send(next)
  }
}
