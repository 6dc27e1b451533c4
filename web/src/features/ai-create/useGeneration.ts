// One generation at a time: started, followed, cancelled, or failed with a sentence that says why.
import type { PlanOutline } from '@cairn/contract/api/ai'
import { useEffect, useRef, useState } from 'react'
import { generatePlan, type MadePlan, type PlanWish } from '../../data/ai.ts'
import { useRefreshPlans, useRemovePlan } from '../../data/plans.ts'
import { ApiError, messageOf } from '../../lib/api.ts'
import { randomKey } from '../../lib/sendOnce.ts'
import { toast } from '../../ui/Toast.tsx'

export interface Generation {
  /** The step that the server is at. */
  step: number
  outline: PlanOutline | null
  /** The plan, once it is there. */
  made: MadePlan | null
}

export interface Failure {
  message: string
  /** No word came of how it ended: the plan may be there all the same. */
  isUncertain: boolean
}

const FIRST: Generation = { step: 0, outline: null, made: null }

export function useGeneration() {
  const [generation, setGeneration] = useState<Generation | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const running = useRef<AbortController | null>(null)
  const attempt = useRef({ wish: '', key: '' })
  const remove = useRemovePlan('delete')
  const refreshPlans = useRefreshPlans()
  useEffect(() => () => running.current?.abort(), [])

  /** For a plan that was ready before its creation was cancelled. */
  const discard = ({ plan_id }: MadePlan) => {
    remove.mutateAsync(plan_id).catch((error: unknown) => {
      toast.error(messageOf(error, 'Failed to delete plan'))
    })
  }

  const start = async (wish: PlanWish) => {
    if (running.current) return
    const run = new AbortController()
    running.current = run
    setFailure(null)
    setGeneration(FIRST)
    attempt.current = keyFor(wish, attempt.current)
    const patch = (change: Partial<Generation>) => setGeneration((now) => now && { ...now, ...change })
    try {
      const made = await generatePlan(wish, {
        onStep: (step) => patch({ step }),
        onOutline: (outline) => patch({ outline }),
        signal: run.signal,
        idempotencyKey: attempt.current.key,
      })
      attempt.current = { wish: '', key: '' }
      if (run.signal.aborted) discard(made)
      else patch({ made })
    } catch (error) {
      if (!run.signal.aborted) {
        setFailure(failureOf(error))
        setGeneration(null)
      }
    } finally {
      if (running.current === run) running.current = null
      refreshPlans()
    }
  }

  const cancel = () => {
    running.current?.abort()
    running.current = null
    setGeneration(null)
    if (generation?.made) discard(generation.made)
  }
  return { generation, failure, start, cancel }
}

/** The same wish keeps its key until a plan has come of it, so that trying again after a lost connection makes no second plan. */
function keyFor(wish: PlanWish, last: { wish: string; key: string }): { wish: string; key: string } {
  const text = JSON.stringify(wish)
  return last.wish === text ? last : { wish: text, key: randomKey() }
}

const failureOf = (error: unknown): Failure => {
  const message = messageOf(error, '')
  return {
    message: message === '' ? 'Failed to generate plan. Please try again.' : `Error: ${message}`,
    isUncertain: error instanceof ApiError && error.status === 0,
  }
}
