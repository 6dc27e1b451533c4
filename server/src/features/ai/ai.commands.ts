// A plan generated from a prompt: by the AI service, or by rules without one, and then written in one transaction.
import { AI_STEPS, type aiApi, type PlanSketch } from '@cairn/contract/api/ai'
import type { CallWithoutTx } from '../../core/ctx.ts'
import type { EventStream } from '../../core/event-stream.ts'
import type { Services } from '../../core/services.ts'
import { createPlanFromDraft } from '../plans/plans.draft.ts'
import { generatePlan } from './ai.ask.ts'
import { counted } from './ai.limit.ts'
import type { PlanRequest } from './ai.prompts.ts'
import { sketchOf } from './ai.reply.ts'
import { samplePlan } from './ai.sample.ts'
import { toDraft } from './ai.shape.ts'

/** Plans that one person may generate per hour. */
const PLANS_MAX = 10

/** Sends each step as it is reached. If the client disconnects before the plan is written, nothing is created. */
export async function createAiPlan(
  { ctx: { actor }, run }: CallWithoutTx,
  { ai, attempts, clock, store }: Pick<Services, 'ai' | 'attempts' | 'clock' | 'store'>,
  request: PlanRequest,
  { send, signal }: EventStream<typeof aiApi.createPlan>,
): Promise<void> {
  const reach = steps((step) => send('step', { step }))
  const onSketch = (sketch: PlanSketch) => {
    if (sketch.phases.length > 0) reach('phases')
    if (sketch.phases.some(({ tasks }) => tasks.length > 0)) reach('tasks')
    send('sketch', sketch)
  }

  const now = clock().toISOString()
  const limit = { key: `ai_plan ${actor.id}`, max: PLANS_MAX }
  const planned = await counted({ attempts, store }, limit, async () => {
    reach('understanding')
    return ai ? generatePlan(ai, request, { now, signal, onSketch }) : samplePlan(request, now)
  })
  onSketch(sketchOf(planned))
  reach('timeline')
  const draft = toDraft(planned, request, now)
  reach('writing')
  const plan = await run(async (ctx) => {
    signal.throwIfAborted()
    return createPlanFromDraft(ctx, { title: planned.title, description: planned.description || null }, draft)
  })
  send('done', { plan_id: plan.id, is_ai: ai !== null })
}

/** Each step once and in order, also skipped ones. */
function steps(send: (step: number) => void) {
  let next = 0
  return (step: (typeof AI_STEPS)[number]) => {
    for (; next <= AI_STEPS.indexOf(step); next++) send(next)
  }
}
