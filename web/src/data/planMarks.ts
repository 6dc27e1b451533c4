// Changes to plans that only the plan list offers.
import { type PlanStatus, plansApi } from '@cairn/contract/api/plans'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { patchPlans, plansQuery } from './plans.ts'

/** Adds or removes a favorite. Optimistic. */
export function useMarkPlan() {
  const cache = useQueryClient()
  const show = (planId: string, is_favorite: boolean) =>
    patchPlans(cache, (plans) => plans.map((plan) => (plan.id === planId ? { ...plan, is_favorite } : plan)))
  return useMutation({
    mutationFn: ({ planId, isFavorite }: { planId: string; isFavorite: boolean }) =>
      call(isFavorite ? plansApi.favorite : plansApi.unfavorite, { params: { planId } }),
    onMutate: async ({ planId, isFavorite }) => {
      await cache.cancelQueries({ queryKey: plansQuery.queryKey })
      show(planId, isFavorite)
    },
    onError: (_error, { planId, isFavorite }) => show(planId, !isFavorite),
    onSettled: () => cache.invalidateQueries({ queryKey: plansQuery.queryKey }),
  })
}

/** Maximum number of concurrent calls. */
const AT_ONCE = 5

export type PlansChange = { kind: 'delete' } | { kind: 'restore' } | { kind: 'status'; status: PlanStatus }

interface Outcome {
  done: string[]
  /** The first error, reported for all. */
  error: unknown
}

/** Changes several plans. Optimistic; after all calls have ended, those that failed are shown as before, and all refetched. */
export function useChangePlans() {
  const cache = useQueryClient()
  const show = (planIds: readonly string[], change: PlansChange) => {
    if (change.kind === 'delete') patchPlans(cache, (plans) => plans.filter(({ id }) => !planIds.includes(id)))
    if (change.kind === 'status')
      patchPlans(cache, (plans) =>
        plans.map((plan) => (planIds.includes(plan.id) ? { ...plan, status: change.status } : plan)),
      )
  }
  return useMutation({
    mutationFn: async ({ planIds, change }: { planIds: readonly string[]; change: PlansChange }): Promise<Outcome> => {
      const outcome: Outcome = { done: [], error: null }
      for (let at = 0; at < planIds.length; at += AT_ONCE) {
        const slice = planIds.slice(at, at + AT_ONCE)
        const replies = await Promise.allSettled(slice.map((planId) => send(planId, change)))
        for (const [index, reply] of replies.entries()) {
          const planId = slice[index]
          if (reply.status === 'rejected') outcome.error ??= reply.reason
          else if (planId !== undefined) outcome.done.push(planId)
        }
      }
      return outcome
    },
    onMutate: async ({ planIds, change }) => {
      await cache.cancelQueries({ queryKey: plansQuery.queryKey })
      const before = cache.getQueryData(plansQuery.queryKey)
      show(planIds, change)
      return before
    },
    onSuccess: ({ done, error }, { change }, before) => {
      if (error === null) return
      cache.setQueryData(plansQuery.queryKey, before)
      show(done, change)
    },
    onSettled: () => cache.invalidateQueries({ queryKey: plansQuery.queryKey }),
  })
}

function send(planId: string, change: PlansChange): Promise<unknown> {
  const params = { planId }
  if (change.kind === 'delete') return call(plansApi.delete, { params })
  if (change.kind === 'restore') return call(plansApi.restore, { params })
  return call(plansApi.update, { params, body: { status: change.status } })
}
