// The list of plans, with a server that changes them.
import { type ListedPlan, type PlanStatus, plansApi } from '@cairn/contract/api/plans'
import { screen, within } from '@testing-library/react'
import { FakeApi } from './fakeApi.ts'
import { makeId, makePlan } from './make.ts'
import { pageOf } from './pages.ts'
import type { openApp } from './render.tsx'

/** A server with plans, as far as the list needs it. */
export function serve(plans: ListedPlan[]) {
  let kept = plans
  let trash: ListedPlan[] = []
  const change = (id: string | undefined, patch: Partial<ListedPlan>) => {
    kept = kept.map((plan) => (plan.id === id ? { ...plan, ...patch } : plan))
    return kept.find((plan) => plan.id === id) ?? makePlan()
  }
  const api = new FakeApi()
    .on(plansApi.list, ({ query }) => {
      if (query.trash) return { reply: trash }
      const counts: Partial<Record<PlanStatus, number>> = {}
      for (const { status } of kept) counts[status] = (counts[status] ?? 0) + 1
      const sharedFirst = (a: ListedPlan, b: ListedPlan) => ((a.shared_at ?? '') < (b.shared_at ?? '') ? 1 : -1)
      const { reply, headers } = pageOf(query.sort === 'shared' ? kept.toSorted(sharedFirst) : kept, query)
      return { reply, headers: { ...headers, 'x-status-counts': JSON.stringify(counts) } }
    })
    .on(plansApi.update, ({ params, body }) => ({ reply: change(params.planId, body as Partial<ListedPlan>) }))
    .on(plansApi.duplicate, ({ params }) => {
      const copy = { ...change(params.planId, {}), id: makeId(), title: 'Copy' }
      kept = [copy, ...kept]
      return { reply: copy }
    })
    .on(plansApi.delete, ({ params }) => {
      trash.push(
        ...kept
          .filter((plan) => plan.id === params.planId)
          .map((plan) => ({ ...plan, deleted_at: '2026-03-05T10:00:00.000Z' })),
      )
      kept = kept.filter((plan) => plan.id !== params.planId)
      return { reply: undefined }
    })
    .on(plansApi.restore, ({ params }) => {
      kept = [...trash.filter((plan) => plan.id === params.planId), ...kept]
      trash = trash.filter((plan) => plan.id !== params.planId)
      return { reply: change(params.planId, {}) }
    })
    .on(plansApi.favorite, ({ params }) => {
      change(params.planId, { is_favorite: true })
      return { reply: undefined }
    })
    .on(plansApi.markSeen, () => {
      kept = kept.map((plan) => ({ ...plan, is_new: false }))
      return { reply: undefined }
    })
    .on(plansApi.leave, ({ params }) => {
      kept = kept.filter((plan) => plan.id !== params.planId)
      return { reply: undefined }
    })
  return api
}

/** The requests for the list, without those for the trash. */
export const listed = (api: FakeApi) =>
  api.sentTo(plansApi.list).filter(({ query }) => !query.trash && query.sort !== 'shared')

export const titles = () =>
  within(screen.getByRole('list', { name: 'Plans' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

export async function openMenu(user: ReturnType<typeof openApp>['user'], title: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${title}` }))
  return screen.findByRole('menu')
}
