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

/** Plans a page of the list (point 9); the server gives no more at once. */
const PAGE_SIZE = 100
const FIRST = ''

export interface PlanPage {
  plans: ListedPlan[]
  /** All plans of this person, on every page. */
  total: number
  statusCounts: Partial<Record<PlanStatus, number>>
  /** Where all plans stood when this was read, as the live channel calls it; null on further pages. */
  state: string | null
  /** Where the next page begins. */
  next: string | undefined
}

/** The plans of this person, favorites first, then newest change first. The first page draws the screen; further ones come when they are needed. */
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
  // What is cached shows at once, but counters and order change with every write in a plan: each visit looks again.
  refetchOnMount: 'always',
})

/** The person's own plans in the trash, of which the newest hundred are enough. Refreshed together with the list, whose key begins its own. */
export const trashQuery = queryOptions({
  queryKey: ['plans', 'trash'],
  queryFn: ({ signal }) => call(plansApi.list, { query: { page: 1, limit: PAGE_SIZE, trash: '1' }, signal }),
  staleTime: 0,
})

/** Reads the list and the trash again. */
export const refreshPlans = (cache: QueryClient) => cache.invalidateQueries({ queryKey: plansQuery.queryKey })

/** For whatever has made plans without one of the hooks below. */
export function useRefreshPlans(): () => void {
  const cache = useQueryClient()
  return () => void refreshPlans(cache)
}

/** Changes the cached list in place, so that what was done shows at once. */
export function patchPlans(cache: QueryClient, change: (plans: ListedPlan[]) => ListedPlan[]) {
  cache.setQueryData<InfiniteData<PlanPage, string>>(
    plansQuery.queryKey,
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, plans: change(page.plans) })) },
  )
}

/** The lists and the plan as they are before a change; `show` brings them back when the change failed. */
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
      // The plan opens now; the list is read again with the next visit.
      return cache.invalidateQueries({ queryKey: plansQuery.queryKey, refetchType: 'none' })
    },
  })
}

/** Changes title, description or status; shown at once, and put right by a refetch if the server refuses. */
export function useUpdatePlan() {
  const cache = useQueryClient()
  return useMutation({
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

/** Copies a plan with everything in it. */
export function useDuplicatePlan() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (planId: string) => call(plansApi.duplicate, { params: { planId } }),
    onSuccess: () => refreshPlans(cache),
  })
}

/** Keeps nothing of a plan that is gone, beyond what a page still shows. */
export function forgetPlan(cache: QueryClient, planId: string): void {
  patchPlans(cache, (plans) => plans.filter((plan) => plan.id !== planId))
  cache.removeQueries({ queryKey: planQuery(planId).queryKey, type: 'inactive' })
}

const REMOVAL = ['plans', 'remove']

/**
 * Takes a plan out of the list: to the trash (`delete`, the owner) or by leaving it (`leave`, everybody else). From the plan's own
 * page one goes `away` before it is forgotten.
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
    // It may have reached the server all the same.
    onError: (_error, planId, before) => {
      before?.show()
      return cache.invalidateQueries({ queryKey: planQuery(planId).queryKey, exact: true })
    },
    onSettled: () => refreshPlans(cache),
  })
}

/** Whether it is this person who takes the plan away at the moment. */
export const isRemoving = (cache: QueryClient, planId: string): boolean =>
  cache.isMutating({ mutationKey: REMOVAL, predicate: ({ state }) => state.variables === planId }) > 0

/** Plans that were shared until then are not new any more, on any device. */
export function useMarkSeen() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (until: string) => call(plansApi.markSeen, { body: { until } }),
    // What could not be saved is shown again with the next visit.
    onSuccess: (_reply, until) =>
      patchPlans(cache, (plans) =>
        plans.map((plan) => (plan.is_new && (plan.shared_at ?? '') <= until ? { ...plan, is_new: false } : plan)),
      ),
  })
}

/** Takes a plan out of the trash. */
export function useRestorePlan() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (planId: string) => call(plansApi.restore, { params: { planId } }),
    onSuccess: () => refreshPlans(cache),
  })
}

/** Deletes a plan in the trash for good. */
export function usePurgePlan() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (planId: string) => call(plansApi.purge, { params: { planId } }),
    onSettled: () => refreshPlans(cache),
  })
}
