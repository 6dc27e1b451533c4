import { plansApi } from '@cairn/contract/api/plans'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { makeId, makePlan } from '../test/make.ts'
import { serve } from '../test/plansList.ts'
import { openApp } from '../test/render.tsx'

const SHARED = {
  role: 'viewer',
  owner: { id: makeId(), name: 'Björn' },
  shared_at: '2026-03-03T00:00:00.000Z',
} as const

it('announces plans shared since the last visit until dismissed', async () => {
  const api = serve([makePlan({ title: 'Known', ...SHARED }), makePlan({ title: 'Fresh', ...SHARED, is_new: true })])
  const { user } = openApp('/plans')

  const inbox = await screen.findByRole('region', { name: 'Shared with you' })
  expect(within(inbox).getByRole('listitem').textContent).toBe('Björn shared Fresh with you')
  expect(within(inbox).getByRole('status').textContent).toBe('1 plan shared with you')
  await user.click(within(inbox).getByRole('button', { name: 'Dismiss' }))

  await waitFor(() => expect(screen.queryByRole('region', { name: 'Shared with you' })).toBeNull())
  expect(api.sentTo(plansApi.markSeen).map(({ body }) => body)).toEqual([{ until: SHARED.shared_at }])
})

it('announces a plan of a later page, beside more plans than are loaded', async () => {
  const mine = Array.from({ length: 130 }, (_, index) => makePlan({ title: `Plan ${index}` }))
  const api = serve([...mine, makePlan({ title: 'Fresh', ...SHARED, is_new: true })])
  const { user } = openApp('/plans')

  const inbox = await screen.findByRole('region', { name: 'Shared with you' })
  expect(within(inbox).getByRole('listitem').textContent).toBe('Björn shared Fresh with you')
  await user.click(within(inbox).getByRole('button', { name: 'Dismiss' }))

  await waitFor(() => expect(screen.queryByRole('region', { name: 'Shared with you' })).toBeNull())
  expect(api.sentTo(plansApi.markSeen).map(({ body }) => body)).toEqual([{ until: SHARED.shared_at }])
})

it('keeps announcing shared plans until the server knows they were seen', async () => {
  serve([makePlan({ title: 'Fresh', ...SHARED, is_new: true })]).on(plansApi.markSeen, () => ({
    status: 503,
    error: 'The server is away.',
    code: 'unavailable',
  }))
  const { router, user } = openApp('/plans')

  await user.click(await screen.findByRole('button', { name: 'Dismiss' }))

  expect(await screen.findByText('The server is away.')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Shared with you' })).toBeTruthy()
  await router.navigate('/plans/new')
  await router.navigate('/plans')
  expect(await screen.findByRole('region', { name: 'Shared with you' })).toBeTruthy()
  await router.navigate('/plans/new')
})

it('marks shared plans as seen when leaving the page', async () => {
  const api = serve([makePlan({ title: 'Fresh', ...SHARED, is_new: true })])
  const { router } = openApp('/plans')
  await screen.findByRole('region', { name: 'Shared with you' })
  expect(api.sentTo(plansApi.markSeen)).toEqual([])

  await router.navigate('/plans/new')

  await waitFor(() => expect(api.sentTo(plansApi.markSeen)).toHaveLength(1))
})
