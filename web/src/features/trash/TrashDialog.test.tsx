import { activityApi } from '@cairn/contract/api/activity'
import { nodesApi } from '@cairn/contract/api/nodes'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { ME, makeId } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

async function openTrash(plan: FakePlan) {
  const app = openApp(`/plans/${plan.plan.id}`)
  await app.user.click(await screen.findByRole('button', { name: 'More' }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Trash' }))
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Trash' })) }
}

it('lists deleted nodes with when and by whom, and restores them', async () => {
  const plan = new FakePlan('Research\n  Interviews\n  Survey')
  plan.remove('Interviews')
  const { dialog, user } = await openTrash(plan)

  const row = within(await dialog.findByRole('listitem'))
  row.getByText('Interviews')
  expect(screen.getByRole('dialog').textContent).toMatch(/in Research · deleted .* by Ana Ruiz/)
  await user.click(row.getByRole('button', { name: 'Restore Interviews' }))

  await dialog.findByText('No deleted nodes')
  expect(plan.outline).toEqual(['Research', '  Interviews', '  Survey'])
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Show' }))
  await screen.findByRole('region', { name: 'Interviews' })
})

it('shows 25 deleted nodes at first and loads more on demand', async () => {
  const plan = new FakePlan(`${Array.from({ length: 30 }, (_, index) => `Step ${index}`).join('\n')}\nRest`)
  for (let index = 0; index < 30; index++) plan.remove(`Step ${index}`)
  const { dialog, user } = await openTrash(plan)

  await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(25))
  await user.click(dialog.getByRole('button', { name: 'Load more' }))

  expect(dialog.getAllByRole('listitem')).toHaveLength(30)
  expect(dialog.queryByRole('button', { name: 'Load more' })).toBeNull()
})

it('shows why a node was not restored and keeps it in the list', async () => {
  const plan = new FakePlan('Research\nSurvey')
  plan.remove('Research')
  plan.api.on(nodesApi.restore, () => ({ status: 409, error: 'This plan is full.', code: 'plan_full' }))
  const { dialog, user } = await openTrash(plan)

  await user.click(await dialog.findByRole('button', { name: 'Restore Research' }))

  await screen.findByText('This plan is full.')
  dialog.getByText('Research')
})

it('shows viewers the trash without Restore', async () => {
  const plan = new FakePlan('Research\nSurvey', { role: 'viewer' })
  plan.remove('Research')
  const { dialog } = await openTrash(plan)

  await dialog.findByText('Research')
  expect(dialog.queryByRole('button', { name: /Restore/ })).toBeNull()
})

it('offers Restore on the latest deletion in the activity', async () => {
  const plan = new FakePlan('Research\n  Survey')
  const { id } = plan.node('Survey')
  plan.remove('Survey')
  const deletion = {
    revision: 1,
    type: 'node_deleted' as const,
    content: 'Ana Ruiz deleted "Survey"',
    plan_id: ME,
    node_id: id,
    node_title: 'Survey',
    user: { id: ME, name: 'Ana Ruiz', email: 'ana@example.com', avatar_url: null },
    via: { kind: 'session' as const },
    run_id: null,
    created_at: '2026-03-04T10:00:00.000Z',
    data: { before: null, after: null },
  }
  const data = [
    { ...deletion, id: makeId() },
    { ...deletion, id: makeId() },
  ]
  plan.api.on(activityApi.plan, () => ({ reply: { data, total: 2, page: 1, limit: 20, total_pages: 1 } }))
  const { user } = openApp(`/plans/${plan.plan.id}`)
  await user.click(await screen.findByRole('button', { name: 'View all activity' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Plan activity' }))

  const button = await dialog.findByRole('button', { name: 'Restore Survey' })
  await user.click(button)

  await waitFor(() => expect(dialog.queryByRole('button', { name: /Restore/ })).toBeNull())
  expect(plan.outline).toEqual(['Research', '  Survey'])
})
