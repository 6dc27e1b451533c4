import { type ListedPlan, type PlanStatus, plansApi } from '@cairn/contract/api/plans'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { type CallInput, call, callWithHeaders, nextCursor } from '../lib/api.ts'
import { planQuery } from './plan.ts'

/** Plans per page; the server's maximum. */
const PAGE_SIZE = 100
const FIRST = ''

export interface PlanPage {
  plans: ListedPlan[]
  /** The number of the user's plans on all pages. */
  total: number
  statusCounts: Partial<Record<PlanStatus, number>>
  /** The state of the list as the live channel names it; null on further pages. */
  state: string | null
  /** The cursor of the next page. */
  next: string | undefined
}

/** The user's plans: favorites first, then most recently changed. Further pages are fetched when needed. */
export const plansQuery = infiniteQueryOptions({
  queryKey: ['plans'],
  queryFn: async ({ pageParam, signal }): Promise<PlanPage> => {
    const { reply, headers } = await callWithHeaders(plansApi.list, {
      query: {
        ...(pageParam === FIRST ? { page: 1 } : { cursor: pageParam }),
        limit: PAGE_SIZE,
        favorites_first: '1',
      },
      signal,
    })
    return {
      plans: reply,
      total: Number(headers.get('x-total-count') ?? reply.length),
      statusCounts: JSON.parse(headers.get('x-status-counts') ?? '{}') as PlanPage['statusCounts'],
      state: headers.get('x-plans-state'),
      next: nextCursor(headers),
    }
  },
  initialPageParam: FIRST,
  getNextPageParam: (last) => last.next,
  // Cached data shows immediately, but counters and order change with every write, so each visit refetches.
  refetchOnMount: 'always',
})

/** The user's own plans in the trash, the last changed first. Invalidated with the list, because its key starts with the list's. */
export const trashQuery = infiniteQueryOptions({
  queryKey: ['plans', 'trash'],
  queryFn: async ({ pageParam, signal }) => {
    const { reply, headers } = await callWithHeaders(plansApi.list, {
      query: { ...(pageParam === FIRST ? { page: 1 } : { cursor: pageParam }), limit: PAGE_SIZE, trash: '1' },
      signal,
    })
    return { plans: reply, next: nextCursor(headers) }
  },
  initialPageParam: FIRST,
  getNextPageParam: (last) => last.next,
  staleTime: 0,
})

/** The plans that were shared with the user last. Invalidated with the list too. */
export const sharedQuery = queryOptions({
  queryKey: ['plans', 'shared'],
  queryFn: ({ signal }) => call(plansApi.list, { query: { page: 1, limit: PAGE_SIZE, sort: 'shared' }, signal }),
  staleTime: 0,
})

/** Refetches the list and the trash. */
export const refreshPlans = (cache: QueryClient) => cache.invalidateQueries({ queryKey: plansQuery.queryKey })

/** For code that creates plans without one of the hooks below. */
export function useRefreshPlans(): () => void {
  const cache = useQueryClient()
  return () => void refreshPlans(cache)
}

/** Changes the cached list optimistically. */
export function patchPlans(cache: QueryClient, change: (plans: ListedPlan[]) => ListedPlan[]) {
  cache.setQueryData<InfiniteData<PlanPage, string>>(
    plansQuery.queryKey,
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, plans: change(page.plans) })) },
  )
}

/** A snapshot of the lists and the plan before a change; `show` restores it if the change fails. */
function plansBefore(cache: QueryClient, planId: string) {
  const list = cache.getQueryData<InfiniteData<PlanPage, string>>(plansQuery.queryKey)
  const plan = cache.getQueryData(planQuery(planId).queryKey)
  return {
    show: () => {
      cache.setQueryData(plansQuery.queryKey, list)
      cache.setQueryData(planQuery(planId).queryKey, plan)
    },
  }
}

export function useCreatePlan() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof plansApi.create>['body']) => call(plansApi.create, { body }),
    onSuccess: (plan) => {
      cache.setQueryData(planQuery(plan.id).queryKey, plan)
      // The plan opens now; the next visit refetches the list.
      return cache.invalidateQueries({ queryKey: plansQuery.queryKey, refetchType: 'none' })
    },
  })
}

/** Changes title, description or status. Optimistic; refetched if the server rejects it. */
export function useUpdatePlan() {
  const cache = useQueryClient()
  return useMutation({
    // One after the other, so that the last change of a plan counts.
    scope: { id: 'plans' },
    mutationFn: ({ planId, ...body }: { planId: string; title?: string; description?: string; status?: PlanStatus }) =>
      call(plansApi.update, { params: { planId }, body }),
    onMutate: async ({ planId, ...patch }) => {
      await cache.cancelQueries({ queryKey: plansQuery.queryKey })
      const before = plansBefore(cache, planId)
      patchPlans(cache, (plans) => plans.map((plan) => (plan.id === planId ? { ...plan, ...patch } : plan)))
      cache.setQueryData(planQuery(planId).queryKey, (plan) => plan && { ...plan, ...patch })
      return before
    },
    onError: (_error, _input, before) => before?.show(),
    onSettled: (_data, _error, { planId }) =>
      Promise.all([
        refreshPlans(cache),
        cache.invalidateQueries({ queryKey: planQuery(planId).queryKey, exact: true }),
      ]),
  })
}

/** Makes a collaborator the owner; the caller becomes an admin. */
export function useTransferPlan() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ planId, user_id }: { planId: string; user_id: string }) =>
      call(plansApi.transfer, { params: { planId }, body: { user_id } }),
    onSuccess: (plan) => cache.setQueryData(planQuery(plan.id).queryKey, plan),
    onSettled: (_reply, _error, { planId }) =>
      Promise.all([refreshPlans(cache), cache.invalidateQueries({ queryKey: planQuery(planId).queryKey })]),
  })
}

/** Copies a plan with everything in it. */
export function useDuplicatePlan() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (planId: string) => call(plansApi.duplicate, { params: { planId } }),
    onSuccess: () => refreshPlans(cache),
  })
}

/** Removes cached data of a deleted plan, except what a page still shows. */
export function forgetPlan(cache: QueryClient, planId: string): void {
  patchPlans(cache, (plans) => plans.filter((plan) => plan.id !== planId))
  cache.removeQueries({ queryKey: planQuery(planId).queryKey, type: 'inactive' })
}

const REMOVAL = ['plans', 'remove']

/**
 * Deletes a plan (`delete`, owner) or leaves it (`leave`, collaborators). On the plan's own page, `away` navigates
 * first, before the cache is cleared.
 */
export function useRemovePlan(how: 'delete' | 'leave', away?: () => unknown) {
  const cache = useQueryClient()
  return useMutation({
    mutationKey: REMOVAL,
    mutationFn: (planId: string) => call(plansApi[how], { params: { planId } }),
    onMutate: async (planId) => {
      await cache.cancelQueries({ queryKey: plansQuery.queryKey })
      const before = plansBefore(cache, planId)
      patchPlans(cache, (plans) => plans.filter((plan) => plan.id !== planId))
      return before
    },
    onSuccess: async (_reply, planId) => {
      await away?.()
      forgetPlan(cache, planId)
    },
    // The server may have processed it anyway.
    onError: (_error, planId, before) => {
      before?.show()
      return cache.invalidateQueries({ queryKey: planQuery(planId).queryKey, exact: true })
    },
    onSettled: () => refreshPlans(cache),
  })
}

/** Whether the user is deleting or leaving this plan at the moment. */
export const isRemoving = (cache: QueryClient, planId: string): boolean =>
  cache.isMutating({ mutationKey: REMOVAL, predicate: ({ state }) => state.variables === planId }) > 0

/** Marks plans shared until now as seen, on all devices. */
export function useMarkSeen() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (until: string) => call(plansApi.markSeen, { body: { until } }),
    // Failures are ignored: the mark shows again on the next visit.
    onSuccess: (_reply, until) => {
      const mark = (plans: ListedPlan[]) =>
        plans.map((plan) => (plan.is_new && (plan.shared_at ?? '') <= until ? { ...plan, is_new: false } : plan))
      patchPlans(cache, mark)
      cache.setQueryData(sharedQuery.queryKey, (plans) => plans && mark(plans))
    },
  })
}

/** Restores a plan from the trash. */
export function useRestorePlan() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (planId: string) => call(plansApi.restore, { params: { planId } }),
    onSuccess: () => refreshPlans(cache),
  })
}

/** Permanently deletes a plan from the trash. */
export function usePurgePlan() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (planId: string) => call(plansApi.purge, { params: { planId } }),
    onSettled: () => refreshPlans(cache),
  })
}
