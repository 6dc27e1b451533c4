import type { PlanSketch } from '@cairn/contract/api/ai'
import { type Ai, invalidReply } from '../../providers/ai.ts'
import { continuation, opening, type PlanRequest, repair, SYSTEM } from './ai.prompts.ts'
import {
  type AiPlan,
  endOfLastText,
  merge,
  missingParts,
  NOTHING,
  parseComplete,
  readReply,
  readSoFar,
  sketchOf,
} from './ai.reply.ts'

/** The longest plan has eight phases, and each may need its own call. */
const CALLS_MAX = 12

export interface Asking {
  now: string
  signal: AbortSignal
  /** Called with what is known so far, whenever something was added. */
  onSketch(sketch: PlanSketch): void
}

/**
 * Asks the AI service for a plan. An unusable reply is sent back once with its errors. A truncated reply is continued:
 * its complete phases are used, and the missing ones are requested.
 */
export async function generatePlan(ai: Ai, request: PlanRequest, { now, signal, onSketch }: Asking): Promise<AiPlan> {
  const first = opening(request, now)
  const follow = follower(onSketch)
  let messages = first
  let whole = NOTHING
  let repaired = false
  for (let call = 0; call < CALLS_MAX; call++) {
    const { text, cut } = await ai.ask({ system: SYSTEM, messages, signal, onText: follow(whole) })
    if (cut) {
      const { parts, hasAllPhases } = await parseComplete(text)
      const grown = merge(whole, parts)
      if (hasAllPhases && missingParts(grown) === null) return grown
      if (grown.phases.length === whole.phases.length) throw invalidReply()
      whole = grown
      messages = continuation(first, whole)
      continue
    }
    const reply = readReply(text)
    const plan = 'parts' in reply ? merge(whole, reply.parts) : NOTHING
    const problem = 'problem' in reply ? reply.problem : missingParts(plan)
    if (problem === null) return plan
    if (repaired) throw invalidReply()
    repaired = true
    messages = repair(messages, text, problem)
  }
  throw invalidReply()
}

/** Emits a sketch for each further complete title of a growing reply; sketches never shrink. */
function follower(onSketch: (sketch: PlanSketch) => void) {
  let told = 0
  return (whole: AiPlan) => {
    let seen = 0
    return async (text: string) => {
      const until = endOfLastText(text, seen)
      seen = text.length
      if (until === null) return
      const sketch = sketchOf(merge(whole, await readSoFar(text.slice(0, until))))
      const size = sizeOf(sketch)
      if (size <= told) return
      told = size
      onSketch(sketch)
    }
  }
}

const sizeOf = ({ title, description, phases, milestones }: PlanSketch): number =>
  [title, description, ...milestones, ...phases, ...phases.flatMap(({ tasks }) => tasks)].filter(Boolean).length
