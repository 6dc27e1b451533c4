import { type ActivityItem, activityApi } from '@cairn/contract/api/activity'
import { type AccessEntry, securityApi } from '@cairn/contract/api/security'
import { undoApi } from '@cairn/contract/api/undo'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { ME, makeId } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

const BEN = { id: makeId(), name: 'Ben Okafor', email: 'ben@example.com', avatar_url: null }

const accessEntry = (content: string): AccessEntry => ({
  id: makeId(),
  kind: 'collaborator.added',
  content,
  plan_id: ME,
  user: BEN,
  created_at: '2026-03-04T10:00:00.000Z',
})

const created = (content: string): ActivityItem => ({
  id: makeId(),
  revision: 1,
  type: 'node_created',
  content,
  plan_id: ME,
  node_id: null,
  node_title: null,
  user: BEN,
  via: { kind: 'session' },
  run_id: null,
  created_at: '2026-03-04T10:00:00.000Z',
  data: { before: null, after: null },
})

const NO_MORE = { total: 0, page: 1, limit: 20, total_pages: 0 }

async function openActivity(plan: FakePlan) {
  const app = openApp(`/plans/${plan.plan.id}`)
  await app.user.click(await screen.findByRole('button', { name: 'View all activity' }))
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Plan activity' })) }
}

it('shows all activity first, and lets the owner filter access events page by page', async () => {
  const plan = new FakePlan('Research')
  plan.activity = [created('Ben Okafor created "Research"')]
  plan.api.on(securityApi.planAccess, ({ query }) =>
    query.cursor === 'second'
      ? { reply: { ...NO_MORE, data: [accessEntry('Ben Okafor was refused GET /plans')] } }
      : {
          reply: { ...NO_MORE, data: [accessEntry('Ben Okafor added Ana Ruiz as viewer')] },
          headers: { link: '</api/activity?cursor=second>; rel="next"' },
        },
  )
  const { dialog, user } = await openActivity(plan)
  await dialog.findByText('Ben Okafor created "Research"')
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'All' }).checked).toBe(true)

  await user.click(dialog.getByRole('radio', { name: 'Access' }))
  const entry = (await dialog.findByText('Ben Okafor added Ana Ruiz as viewer')).closest('li') as HTMLElement
  expect(within(entry).getByRole('img', { name: 'Ben Okafor' })).toBeTruthy()
  expect(entry.querySelector('time')?.dateTime).toBe('2026-03-04T10:00:00.000Z')
  expect(dialog.queryByText('Ben Okafor created "Research"')).toBeNull()

  await user.click(dialog.getByRole('button', { name: 'Load more' }))
  await dialog.findByText('Ben Okafor was refused GET /plans')
  expect(dialog.getByText('Ben Okafor added Ana Ruiz as viewer')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Load more' })).toBeNull()
})

it('shows a message if there are no access events', async () => {
  const plan = new FakePlan('Research')
  plan.api.on(securityApi.planAccess, () => ({ reply: { ...NO_MORE, data: [] } }))
  const { dialog, user } = await openActivity(plan)

  await user.click(dialog.getByRole('radio', { name: 'Access' }))

  await dialog.findByText('No access events yet')
})

it('offers a retry after a failure', async () => {
  const plan = new FakePlan('Research')
  plan.api.on(securityApi.planAccess, () => ({ status: 403, error: 'Not for you', code: 'forbidden' }))
  const { dialog, user } = await openActivity(plan)
  await user.click(dialog.getByRole('radio', { name: 'Access' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Not for you')

  plan.api.on(securityApi.planAccess, () => ({ reply: { ...NO_MORE, data: [] } }))
  await user.click(dialog.getByRole('button', { name: 'Try again' }))

  await dialog.findByText('No access events yet')
})

it('opens from the palette, and shows the filter only to the owner', async () => {
  const plan = new FakePlan('Research', { role: 'admin' })
  plan.activity = [created('Ben Okafor created "Research"')]
  const { user } = openApp(`/plans/${plan.plan.id}`)
  await screen.findByRole('button', { name: 'View all activity' })

  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('dialog', { name: 'Command palette' })
  await user.keyboard('plan activity{Enter}')

  const dialog = within(await screen.findByRole('dialog', { name: 'Plan activity' }))
  await dialog.findByText('Ben Okafor created "Research"')
  expect(dialog.queryByRole('radio', { name: 'Access' })).toBeNull()
  expect(plan.api.sentTo(securityApi.planAccess)).toHaveLength(0)
  expect(plan.api.sentTo(activityApi.plan).at(-1)?.query).toEqual({ page: '1', limit: '20' })
})

it('names the agent, and returns to the activity from the undo of its run', async () => {
  const plan = new FakePlan('Research')
  const via = { kind: 'token' as const, name: 'Claude' }
  plan.activity = [{ ...created('Ben Okafor created "Research"'), via, run_id: 'run-1' }]
  const result = { change: null, undone: 1, kinds: {}, blocked: [], already: 0, logs: 0, left: 0, node_ids: [] }
  plan.api.on(undoApi.undo, () => ({ reply: result }))
  const { dialog, user } = await openActivity(plan)
  await dialog.findByText(/via Claude/)
  await user.click(dialog.getByRole('button', { name: 'Undo run' }))
  await screen.findByRole('dialog', { name: 'Undo this run' })

  await user.keyboard('{Escape}')

  await screen.findByRole('dialog', { name: 'Plan activity' })
  expect(screen.queryByRole('dialog', { name: 'Undo this run' })).toBeNull()
})
