import { plansApi } from '@cairn/contract/api/plans'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { makePlan } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

async function open(role: 'owner' | 'editor') {
  const plan = new FakePlan('Maps\nTents', { role })
  const copy = makePlan({ title: 'Trip (copy)' })
  plan.api
    .on(plansApi.list, () => ({ reply: [] }))
    .on(plansApi.duplicate, () => ({ reply: copy }))
    .on(plansApi.delete, () => ({ reply: undefined }))
    .on(plansApi.restore, () => ({ reply: plan.plan }))
  localStorage.setItem(`layout_mode:${plan.plan.id}`, 'tree')
  localStorage.setItem('tour_skipped', 'true')
  const app = openApp(`/plans/${plan.plan.id}`)
  await screen.findByRole('treeitem', { name: /^Tents/ })
  await app.user.click(screen.getByRole('button', { name: 'More' }))
  await screen.findByRole('menuitem', { name: 'Duplicate plan' })
  return { plan, copy, ...app }
}

it('deletes the plan on its own page, goes to My Plans and offers Undo', async () => {
  const { plan, user, router } = await open('owner')
  await user.click(screen.getByRole('menuitem', { name: 'Delete plan' }))

  await waitFor(() => expect(router.state.location.pathname).toBe('/plans'))
  await screen.findByText(`“${plan.plan.title}” moved to the trash`)
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(plan.api.sentTo(plansApi.restore)).toHaveLength(1))
})

it('stays on the plan, and says why, when it could not be deleted', async () => {
  const { plan, user, router } = await open('owner')
  plan.api.on(plansApi.delete, () => ({ status: 503, error: 'The server is being updated.', code: 'unavailable' }))
  await user.click(screen.getByRole('menuitem', { name: 'Delete plan' }))

  await screen.findByText('The server is being updated.')
  expect(router.state.location.pathname).toBe(`/plans/${plan.plan.id}`)
})

it('duplicates the plan and opens the copy on request', async () => {
  const { copy, user, router } = await open('editor')
  expect(screen.queryByRole('menuitem', { name: 'Delete plan' })).toBeNull()
  await user.click(screen.getByRole('menuitem', { name: 'Duplicate plan' }))

  await screen.findByText(`Duplicated as “${copy.title}”`)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/plans/${copy.id}`))
})
