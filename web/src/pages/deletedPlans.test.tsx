import { plansApi } from '@cairn/contract/api/plans'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { makePlan } from '../test/make.ts'
import { openMenu, serve, titles } from '../test/plansList.ts'
import { openApp } from '../test/render.tsx'

it('moves a plan to the trash and back', async () => {
  const api = serve([makePlan({ title: 'Alpha' }), makePlan({ title: 'Beta' })])
  const { user } = openApp('/plans')
  await openMenu(user, 'Alpha')
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }))

  await screen.findByText('“Alpha” moved to the trash')
  await waitFor(() => expect(titles()).toEqual(['Beta']))
  await user.click(screen.getByRole('button', { name: 'Undo' }))

  await waitFor(() => expect(titles()).toEqual(['Alpha', 'Beta']))
  expect(api.sentTo(plansApi.restore)).toHaveLength(1)
})

it('restores deleted plans after Undo has disappeared', async () => {
  serve([makePlan({ title: 'Alpha', node_count: 3 }), makePlan({ title: 'Beta' })])
  const { user } = openApp('/plans')
  await screen.findByText('Alpha')
  expect(screen.queryByRole('button', { name: 'Recently deleted' })).toBeNull()
  await openMenu(user, 'Alpha')
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
  await waitFor(() => expect(titles()).toEqual(['Beta']))

  await user.click(await screen.findByRole('button', { name: 'Recently deleted' }))
  const dialog = await screen.findByRole('dialog', { name: 'Recently deleted' })
  expect(within(dialog).getByText('Deleted plans are kept for 30 days.')).toBeTruthy()
  expect((await within(dialog).findByRole('listitem')).textContent).toMatch(/^Alpha3 nodes · deleted Mar 5/)
  await user.click(within(dialog).getByRole('button', { name: 'Restore Alpha' }))

  await within(dialog).findByText('No deleted plans')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(titles()).toEqual(['Alpha', 'Beta']))
})

it('deletes a plan in the trash permanently after one confirmation', async () => {
  let inTrash = [makePlan({ title: 'Alpha' })]
  const api = serve([])
    .on(plansApi.list, ({ query }) => ({ reply: query.trash ? inTrash : [] }))
    .on(plansApi.purge, () => {
      inTrash = []
      return { reply: undefined }
    })
  const { user } = openApp('/plans')
  await user.click(await screen.findByRole('button', { name: 'Recently deleted' }))

  await user.click(await screen.findByRole('button', { name: 'Delete Alpha permanently' }))
  await user.click(screen.getByRole('button', { name: 'Keep' }))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Delete Alpha permanently')
  expect(api.sentTo(plansApi.purge)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Delete Alpha permanently' }))
  await user.click(screen.getByRole('button', { name: 'Delete permanently' }))

  const empty = await screen.findByText('No deleted plans')
  await waitFor(() => expect(document.activeElement).toBe(empty.parentElement))
})

it('shows why deleted plans could not be loaded or restored', async () => {
  let fails = true
  const plan = makePlan({ title: 'Alpha' })
  serve([])
    .on(plansApi.list, ({ query }) => {
      if (!query.trash) return { reply: [] }
      return fails ? { status: 403, error: 'You may not.', code: 'forbidden' } : { reply: [plan] }
    })
    .on(plansApi.restore, () => ({ status: 500, error: 'Something went wrong.', code: 'internal' }))
  const { user } = openApp('/plans')

  await user.click(await screen.findByRole('button', { name: 'Recently deleted' }))
  expect((await screen.findByRole('alert')).textContent).toContain('You may not.')
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await user.click(await screen.findByRole('button', { name: 'Restore Alpha' }))

  await screen.findByText('Something went wrong.')
})

it('moves the focus to a neighbor when the focused row disappears', async () => {
  serve([makePlan({ title: 'Alpha' }), makePlan({ title: 'Beta' }), makePlan({ title: 'Gamma' })])
  const { user } = openApp('/plans')
  const remove = async (title: string) => {
    await openMenu(user, title)
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
  }
  const focused = () => document.activeElement?.textContent

  await remove('Beta')
  await waitFor(() => expect(focused()).toBe('Gamma'))
  await remove('Gamma')
  await waitFor(() => expect(focused()).toBe('Alpha'))
  await remove('Alpha')
  await waitFor(() => expect(focused()).toBe('My Plans'))
})

it('shows and focuses the plan again when it could not be deleted', async () => {
  const api = serve([makePlan({ title: 'Alpha' }), makePlan({ title: 'Beta' })]).on(plansApi.delete, () => ({
    status: 500,
    error: 'Something went wrong.',
    code: 'internal',
  }))
  const answer = api.hold(plansApi.delete)
  const { user } = openApp('/plans')
  await openMenu(user, 'Alpha')

  await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Beta'))
  answer()

  await screen.findByText('Something went wrong.')
  await waitFor(() => expect(titles()).toEqual(['Alpha', 'Beta']))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Alpha'))
})
