import type { Artifact } from '@cairn/contract/api/artifacts'
import type { Collaborator } from '@cairn/contract/api/collaborators'
import { plansApi } from '@cairn/contract/api/plans'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { FakeApi } from '../test/fakeApi.ts'
import { makeId, makePlan } from '../test/make.ts'
import { artifactsQuery, useArtifacts } from './artifacts.ts'
import { collaboratorsQuery, useCollaborators } from './collaborators.ts'
import { useChangePlans, useMarkPlan } from './planMarks.ts'
import { plansQuery } from './plans.ts'
import { useSetWatch, watchesQuery } from './watches.ts'

const PLAN = makeId()
const NODE = makeId()

/** A cache without a connection to the server. */
function offline() {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const cache = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  )
  const run = <T,>(hook: () => T) => renderHook(hook, { wrapper }).result.current
  return { cache, run }
}

const pagesOf = (plans: ReturnType<typeof makePlan>[]) => ({
  pages: [{ plans, total: plans.length, statusCounts: {}, state: null, next: undefined }],
  pageParams: [''],
})
const plansIn = (cache: QueryClient) => cache.getQueryData(plansQuery.queryKey)?.pages.flatMap(({ plans }) => plans)

it('shows a favorite as before when it could not be saved', async () => {
  const { cache, run } = offline()
  const plan = makePlan({ is_favorite: false })
  cache.setQueryData(plansQuery.queryKey, pagesOf([plan]))
  const mark = run(useMarkPlan)

  await act(() => expect(mark.mutateAsync({ planId: plan.id, isFavorite: true })).rejects.toThrow())

  expect(plansIn(cache)).toEqual([plan])
})

it('shows the plans of a bulk change that failed as before, and only those', async () => {
  const { cache, run } = offline()
  const plans = [makePlan(), makePlan(), makePlan()]
  const ids = plans.map(({ id }) => id)
  cache.setQueryData(plansQuery.queryKey, pagesOf(plans))
  const change = run(useChangePlans)
  const bulk = (planIds: string[]) => act(() => change.mutateAsync({ planIds, change: { kind: 'delete' } }))

  await bulk(ids)
  expect(plansIn(cache)).toEqual(plans)
  new FakeApi().on(plansApi.delete, ({ params }) =>
    params.planId === ids[0] ? { reply: undefined } : { status: 500, error: 'Something went wrong.', code: 'internal' },
  )
  await bulk(ids)

  expect(plansIn(cache)).toEqual(plans.slice(1))
})

it('shows a watched node as before when it could not be saved', async () => {
  const { cache, run } = offline()
  cache.setQueryData(watchesQuery(PLAN).queryKey, [{ node_id: NODE, level: 'watch' }])
  const set = run(() => useSetWatch(PLAN))

  await act(() => expect(set.mutateAsync({ nodeId: NODE, level: 'mute' })).rejects.toThrow())

  expect(cache.getQueryData(watchesQuery(PLAN).queryKey)).toEqual([{ node_id: NODE, level: 'watch' }])
})

it('shows a file as before when it could not be renamed or deleted', async () => {
  const { cache, run } = offline()
  const files = ['b', 'a'].map((name, index) => ({ id: name, name, created_at: `2026-01-0${2 - index}` }) as Artifact)
  cache.setQueryData(artifactsQuery(PLAN, NODE).queryKey, files)
  const { rename, remove } = run(() => useArtifacts(PLAN, NODE))

  await act(() => expect(rename.mutateAsync({ id: 'a', name: 'c' })).rejects.toThrow())
  await act(() => expect(remove.mutateAsync('b')).rejects.toThrow())

  expect(cache.getQueryData(artifactsQuery(PLAN, NODE).queryKey)).toEqual(files)
})

it('shows the role of a collaborator as before when it could not be saved', async () => {
  const { cache, run } = offline()
  const people = { collaborators: [{ user_id: makeId(), role: 'viewer' } as Collaborator] }
  const [person] = people.collaborators
  cache.setQueryData(collaboratorsQuery(PLAN).queryKey, people as never)
  const { setRole } = run(() => useCollaborators(PLAN))

  await act(() => expect(setRole.mutateAsync({ id: person?.user_id ?? '', role: 'admin' })).rejects.toThrow())

  expect(cache.getQueryData(collaboratorsQuery(PLAN).queryKey)).toEqual(people)
})
