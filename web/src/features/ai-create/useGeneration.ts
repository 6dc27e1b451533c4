// Runs one AI generation at a time: start, progress, cancel, failure.
import type { PlanSketch } from '@cairn/contract/api/ai'
import { useEffect, useRef, useState } from 'react'
import { generatePlan, type MadePlan, type PlanWish } from '../../data/ai.ts'
import { useRefreshPlans, useRemovePlan } from '../../data/plans.ts'
import { ApiError, messageOf } from '../../lib/api.ts'
import { randomKey } from '../../lib/idempotency.ts'
import { toast } from '../../ui/Toast.tsx'

export interface Generation {
  /** The server's current step. */
  step: number
  sketch: PlanSketch | null
  /** The plan, once created. */
  made: MadePlan | null
}

interface Run {
  connection: AbortController
  isCanceled: boolean
}

export interface Failure {
  message: string
  /** The outcome is unknown: the plan may have been created anyway. */
  isUncertain: boolean
}

/** A canceled run may have created its plan already: its reply is awaited this long, so that the plan can be deleted. */
const LAST_REPLY_MS = 1_000

const FIRST: Generation = { step: 0, sketch: null, made: null }

export function useGeneration() {
  const [generation, setGeneration] = useState<Generation | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const running = useRef<Run | null>(null)
  /** For a cancel between the reply and its render. */
  const created = useRef<MadePlan | null>(null)
  const attempt = useRef({ wish: '', key: '' })
  const remove = useRemovePlan('delete')
  const refreshPlans = useRefreshPlans()
  useEffect(() => () => running.current?.connection.abort(), [])

  /** Deletes a plan that was created before the user cancelled. */
  const discard = ({ plan_id }: MadePlan) => {
    remove.mutateAsync(plan_id).catch((error: unknown) => {
      toast.error(messageOf(error, 'Failed to delete plan'))
    })
  }

  const start = async (wish: PlanWish) => {
    if (running.current) return
    const run: Run = { connection: new AbortController(), isCanceled: false }
    running.current = run
    created.current = null
    setFailure(null)
    setGeneration(FIRST)
    attempt.current = keyFor(wish, attempt.current)
    const patch = (change: Partial<Generation>) => {
      if (running.current === run) setGeneration((now) => now && { ...now, ...change })
    }
    try {
      const made = await generatePlan(wish, {
        onStep: (step) => patch({ step }),
        onSketch: (sketch) => patch({ sketch }),
        signal: run.connection.signal,
        idempotencyKey: attempt.current.key,
      })
      if (run.isCanceled) discard(made)
      else {
        attempt.current = { wish: '', key: '' }
        created.current = made
        patch({ made })
      }
    } catch (error) {
      if (!run.isCanceled && !run.connection.signal.aborted) {
        setFailure(failureOf(error))
        setGeneration(null)
      }
    } finally {
      if (running.current === run) running.current = null
      refreshPlans()
    }
  }

  const cancel = () => {
    const run = running.current
    if (run) {
      run.isCanceled = true
      // Another attempt with the same words is another plan.
      attempt.current = { wish: '', key: '' }
      setTimeout(() => run.connection.abort(), LAST_REPLY_MS)
    }
    running.current = null
    setGeneration(null)
    if (created.current) discard(created.current)
    created.current = null
  }
  return { generation, failure, start, cancel }
}

/** Reuses the key of an unfinished request, so a retry after a lost connection does not create a second plan. */
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
