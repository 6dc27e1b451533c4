import type { Plan } from '@cairn/contract/api/plans'

/** The filters of the list (point 2). */
export type PlanFilter = 'all' | 'active' | 'completed'

/** How many plans each filter shows, when all plans are here. */
export const countPlans = (plans: readonly Plan[]): Record<PlanFilter, number> => ({
  all: plans.length,
  active: plans.filter(({ status }) => status === 'active').length,
  completed: plans.filter(({ status }) => status === 'completed').length,
})

/** Plans with that status whose title or description contains the text, in any case. */
export function filterPlans(
  plans: readonly Plan[],
  { filter, search }: { filter: PlanFilter; search: string },
): Plan[] {
  const wanted = search.trim().toLowerCase()
  return plans.filter(
    (plan) =>
      (filter === 'all' || plan.status === filter) &&
      (plan.title.toLowerCase().includes(wanted) || (plan.description ?? '').toLowerCase().includes(wanted)),
  )
}
