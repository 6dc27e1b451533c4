// Generates a plan from a prompt and reports progress.
import { type AiComplexity, type AiTimeline, aiApi, type PlanSketch } from '@cairn/contract/api/ai'
import { ApiError } from '../lib/api.ts'
import { type StreamEvent, stream } from '../lib/stream.ts'

export interface PlanWish {
  prompt: string
  complexity: AiComplexity
  timeline: AiTimeline
}
/** The new plan, and whether it is a sample created without AI. */
export type MadePlan = Extract<StreamEvent<typeof aiApi.createPlan>, { name: 'done' }>['data']

interface Listener {
  onStep: (step: number) => void
  onSketch: (sketch: PlanSketch) => void
  signal: AbortSignal
  /** The idempotency key: the same key never creates a second plan. */
  idempotencyKey: string
}

/** Throws an `ApiError`. With status 0, the plan may have been created anyway. */
export async function generatePlan(body: PlanWish, { onStep, onSketch, ...options }: Listener): Promise<MadePlan> {
  for await (const event of stream(aiApi.createPlan, { body, ...options })) {
    if (event.name === 'step') onStep(event.data.step)
    if (event.name === 'sketch') onSketch(event.data)
    if (event.name === 'done') return event.data
  }
  throw new ApiError(0, 'interrupted', 'The connection was lost before the plan was ready.')
}
