import { type ListedPlan, plansApi } from '@cairn/contract/api/plans'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { makeId, makePlan } from '../test/make.ts'
import { openMenu, serve, titles } from '../test/plansList.ts'
import { openApp } from '../test/render.tsx'

it('renames a plan', async () => {
  const api = serve([makePlan({ title: 'Alpha' })])
  const { user } = openApp('/plans')
  await openMenu(user, 'Alpha')
  await user.click(screen.getByRole('menuitem', { name: 'Rename…' }))

  const title = await screen.findByLabelText('Title')
  await user.clear(title)
  await user.type(title, ' Omega {Enter}')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(titles()).toEqual(['Omega'])
  expect(api.sentTo(plansApi.update)[0]?.body).toEqual({ title: 'Omega' })
})

it('returns the focus to the menu button when a dialog closes', async () => {
  serve([makePlan({ title: 'Alpha' })])
  const { user } = openApp('/plans')
  await openMenu(user, 'Alpha')
  await user.click(screen.getByRole('menuitem', { name: 'Rename…' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title')))

  await user.keyboard('{Escape}')

  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Actions for Alpha'))
})

it('archives a plan, with Undo', async () => {
  serve([makePlan({ title: 'Alpha', status: 'completed' })])
  const { user } = openApp('/plans')
  await openMenu(user, 'Alpha')
  await user.click(screen.getByRole('menuitem', { name: 'Archive' }))

  await screen.findByText('“Alpha” is now archived')
  expect(screen.getByText('1 archived plan hidden from All.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show archived' }))
  expect(screen.getAllByText('Archived')).not.toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Undo' }))

  await waitFor(() => expect(screen.queryByText('Archived')).toBeNull())
})

it('duplicates a plan', async () => {
  serve([makePlan({ title: 'Alpha' })])
  const { user } = openApp('/plans')
  await openMenu(user, 'Alpha')

  await user.click(screen.getByRole('menuitem', { name: 'Duplicate' }))

  await waitFor(() => expect(titles()).toEqual(['Copy', 'Alpha']))
})

it('shows viewers only what they may do, and lets them leave', async () => {
  serve([makePlan({ title: 'Alpha', role: 'viewer', owner: { id: makeId(), name: 'Björn' } })])
  const { user } = openApp('/plans')
  expect(await screen.findByText('Shared by Björn · Viewer')).toBeTruthy()

  const menu = await openMenu(user, 'Alpha')
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map((item) => item.textContent),
  ).toEqual(['Open', 'Duplicate', 'Leave plan…'])
  await user.click(screen.getByRole('menuitem', { name: 'Leave plan…' }))
  await user.click(await screen.findByRole('button', { name: 'Leave plan' }))

  await screen.findByText('Start Your Planning Journey')
})

it('archives and deletes selected plans as the roles allow, with one Undo', async () => {
  const api = serve([
    makePlan({ title: 'Alpha' }),
    makePlan({ title: 'Beta', status: 'completed' }),
    makePlan({ title: 'Theirs', role: 'viewer', owner: { id: makeId(), name: 'Björn' } }),
  ])
  const { user } = openApp('/plans')
  await screen.findByText('Alpha')

  await user.keyboard('jxjx')
  await user.click(screen.getByRole('checkbox', { name: 'Select Theirs' }))
  const bar = within(screen.getByRole('toolbar', { name: 'Selected plans' }))
  expect(bar.getByText('3 selected')).toBeTruthy()
  expect(bar.getByRole('button', { name: 'Archive 2' })).toBeTruthy()
  await user.click(bar.getByRole('button', { name: 'Delete 2' }))

  await waitFor(() => expect(titles()).toEqual(['Theirs']))
  expect(screen.queryByRole('toolbar', { name: 'Selected plans' })).toBeNull()
  await screen.findByText('2 plans moved to the trash')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(titles()).toHaveLength(3))
  expect(api.sentTo(plansApi.restore)).toHaveLength(2)
})

it('shows one toast when several plans could not be deleted', async () => {
  serve([makePlan({ title: 'Alpha' }), makePlan({ title: 'Beta' })]).on(plansApi.delete, () => ({
    status: 500,
    error: 'Something went wrong.',
    code: 'internal',
  }))
  const { user } = openApp('/plans')
  await screen.findByText('Alpha')
  await user.keyboard('jxjx')

  await user.click(screen.getByRole('button', { name: 'Delete' }))

  expect(await screen.findAllByText('Something went wrong.')).toHaveLength(1)
  await waitFor(() => expect(titles()).toEqual(['Alpha', 'Beta']))
})

it('shows one toast and the archived plans when Undo of archiving several fails for one status', async () => {
  const api = serve([
    makePlan({ title: 'Alpha', status: 'completed' }),
    makePlan({ title: 'Beta', status: 'completed' }),
    makePlan({ title: 'Gamma', status: 'draft' }),
  ])
  const works = api.handlerOf(plansApi.update)
  const { user } = openApp('/plans')
  await screen.findByText('Alpha')
  await user.keyboard('jxjxjx')
  await user.click(screen.getByRole('button', { name: 'Archive' }))
  await screen.findByText('3 plans archived')

  api.on(plansApi.update, (request) =>
    (request.body as Partial<ListedPlan>).status === 'completed'
      ? { status: 500, error: 'Something went wrong.', code: 'internal' }
      : works(request),
  )
  await user.click(screen.getByRole('button', { name: 'Undo' }))

  expect(await screen.findAllByText('Something went wrong.')).toHaveLength(1)
  await waitFor(() => expect(titles()).toEqual(['Gamma']))
  expect(
    api
      .sentTo(plansApi.update)
      .slice(3)
      .map(({ body }) => body),
  ).toEqual([{ status: 'draft' }, { status: 'completed' }, { status: 'completed' }])
})
