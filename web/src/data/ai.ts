// A plan made of a prompt, followed while it comes along.
import { type AiComplexity, type AiTimeline, aiApi, type PlanOutline } from '@cairn/contract/api/ai'
import { ApiError } from '../lib/api.ts'
import { type StreamEvent, stream } from '../lib/stream.ts'

export interface PlanWish {
  prompt: string
  complexity: AiComplexity
  timeline: AiTimeline
}
/** The new plan, and whether it is a sample that was made without AI. */
export type MadePlan = Extract<StreamEvent<typeof aiApi.createPlan>, { name: 'done' }>['data']

interface Listener {
  onStep: (step: number) => void
  onOutline: (outline: PlanOutline) => void
  signal: AbortSignal
  /** The same key for the same wish never makes a second plan. */
  idempotencyKey: string
}

/** Throws an `ApiError`; one with status 0 leaves open whether the plan was made. */
export async function generatePlan(body: PlanWish, { onStep, onOutline, ...options }: Listener): Promise<MadePlan> {
  for await (const event of stream(aiApi.createPlan, { body, ...options })) {
    if (event.name === 'step') onStep(event.data.step)
    if (event.name === 'outline') onOutline(event.data)
    if (event.name === 'done') return event.data
  }
  throw new ApiError(0, 'interrupted', 'The connection was lost before the plan was ready.')
}
