import { nodesApi } from '@cairn/contract/api/nodes'
import { plansApi } from '@cairn/contract/api/plans'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { hasDrafts, listDrafts, readDraft } from '../lib/drafts.ts'
import { clearSession, saveSession } from '../lib/session.ts'
import { FakePlan } from '../test/fakePlan.ts'
import { makePlan, makeSession } from '../test/make.ts'
import { openApp } from '../test/render.tsx'
import { inWideWindow } from '../test/wideWindow.ts'
import { keptNewTitle, newTitlePlace } from './unsavedTitles.ts'

inWideWindow()

const UNAVAILABLE = { status: 503, error: 'The server is busy.', code: 'unavailable' }

async function openPlan() {
  const plan = new FakePlan('Research')
  const app = openApp(`/plans/${plan.plan.id}?node=${plan.node('Research').id}`)
  const panel = within(await screen.findByRole('region', { name: 'Research' }))
  return {
    ...app,
    plan,
    panel,
    signInAgain: async () => {
      const page = app.here()
      act(() => clearSession({ byChoice: false }))
      await screen.findByLabelText('Password')
      act(() => saveSession(makeSession()))
      await act(() => app.router.navigate(page))
    },
  }
}

it('offers the title of a node again whose typing the end of the session interrupted', async () => {
  const { plan, panel, user, signInAgain } = await openPlan()
  await user.click(panel.getByRole('button', { name: 'Research' }))
  await user.keyboard('Search')

  await signInAgain()
  await screen.findByText('“Search” isn’t saved yet')
  await user.click(screen.getByRole('button', { name: 'Try again' }))

  await waitFor(() => expect(plan.outline).toEqual(['Search']))
  await waitFor(() => expect(hasDrafts()).toBe(false))
})

it('forgets a title that Escape reverts, or that is typed as it was', async () => {
  const { plan, panel, user } = await openPlan()
  await user.click(panel.getByRole('button', { name: 'Research' }))
  await user.keyboard('Search')
  expect(hasDrafts()).toBe(true)

  await user.keyboard('{Escape}')
  expect(hasDrafts()).toBe(false)
  await user.click(panel.getByRole('button', { name: 'Research' }))
  await user.keyboard('Research {Enter}')

  expect(hasDrafts()).toBe(false)
  expect(plan.api.sentTo(nodesApi.update)).toEqual([])
})

it('offers the title of a node again that was typed in the dialog', async () => {
  const { user, signInAgain } = await openPlan()
  act(() => screen.getByRole('treeitem', { name: /^Research/ }).focus())
  await user.keyboard('{Shift>}{F10}{/Shift}')
  await user.click(await screen.findByRole('menuitem', { name: /^Rename/ }))
  await user.keyboard('Search')

  await signInAgain()

  await screen.findByText('“Search” isn’t saved yet')
})

it('keeps the title of a plan that could not be saved', async () => {
  const { plan, user, signInAgain } = await openPlan()
  const works = plan.api.handlerOf(plansApi.update)
  const before = plan.plan.title
  plan.api.on(plansApi.update, () => UNAVAILABLE)
  await user.click(screen.getByRole('button', { name: before }))
  await user.keyboard('New office{Enter}')
  await screen.findByText('Failed to save “New office”')
  await screen.findByRole('button', { name: before })
  expect(hasDrafts()).toBe(true)

  plan.api.on(plansApi.update, works)
  await signInAgain()
  await screen.findByText('“New office” isn’t saved yet')
  await user.click(screen.getByRole('button', { name: 'Try again' }))

  await screen.findByRole('button', { name: 'New office' })
  await waitFor(() => expect(hasDrafts()).toBe(false))
})

it('keeps a title of a plan that could not be saved when an earlier one is saved later', async () => {
  const { plan, user } = await openPlan()
  const works = plan.api.handlerOf(plansApi.update)
  const answer = plan.api.hold(plansApi.update)
  await user.click(screen.getByRole('button', { name: plan.plan.title }))
  await user.keyboard('New office{Enter}')
  await user.click(await screen.findByRole('button', { name: 'New office' }))
  plan.api.on(plansApi.update, () => UNAVAILABLE)
  plan.api.hold(plansApi.update)()
  await user.keyboard('Old office{Enter}')
  await screen.findByText('Failed to save “Old office”')

  const readBefore = plan.api.sentTo(plansApi.get).length
  answer()
  await waitFor(() => expect(plan.plan.title).toBe('New office'))
  await waitFor(() => expect(plan.api.sentTo(plansApi.get).length).toBeGreaterThan(readBefore))
  await screen.findByRole('button', { name: 'New office' })
  plan.api.on(plansApi.update, works)
  await user.click(screen.getByRole('button', { name: 'Try again' }))

  await waitFor(() => expect(plan.plan.title).toBe('Old office'))
  await waitFor(() => expect(hasDrafts()).toBe(false))
})

it.each(['in the plan', 'in the list'])(
  'offers no earlier title of a plan after a later one is saved %s',
  async (where) => {
    const { plan, user, router } = await openPlan()
    const works = plan.api.handlerOf(plansApi.update)
    plan.api.on(plansApi.list, () => ({ reply: [{ ...makePlan(), ...plan.plan }] }))
    plan.api.on(plansApi.update, () => UNAVAILABLE)
    const before = plan.plan.title
    await user.click(screen.getByRole('button', { name: before }))
    await user.keyboard('New office{Enter}')
    await screen.findByText('Failed to save “New office”')
    await screen.findByRole('button', { name: before })

    plan.api.on(plansApi.update, works)
    if (where === 'in the plan') await user.click(screen.getByRole('button', { name: before }))
    else {
      await act(() => router.navigate('/plans'))
      await user.click(await screen.findByRole('button', { name: `Actions for ${before}` }))
      await user.click(await screen.findByRole('menuitem', { name: 'Rename…' }))
      await screen.findByLabelText('Title')
    }
    await user.keyboard('Old office{Enter}')

    await waitFor(() => expect(plan.plan.title).toBe('Old office'))
    await waitFor(() => expect(screen.queryByText('Failed to save “New office”')).toBeNull())
  },
)

it('offers no earlier title of a plan after a later one is saved while another one is typed', async () => {
  const { plan, user } = await openPlan()
  const works = plan.api.handlerOf(plansApi.update)
  plan.api.on(plansApi.update, () => UNAVAILABLE)
  const before = plan.plan.title
  await user.click(screen.getByRole('button', { name: before }))
  await user.keyboard('New office{Enter}')
  await screen.findByText('Failed to save “New office”')
  plan.api.on(plansApi.update, works)
  const release = plan.api.hold(plansApi.update)

  await user.click(await screen.findByRole('button', { name: before }))
  await user.keyboard('Old office{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Old office' }))
  await user.keyboard('Any')
  release()
  await waitFor(() => expect(plan.plan.title).toBe('Old office'))

  await waitFor(() => expect(screen.queryByText('Failed to save “New office”')).toBeNull())
  expect(listDrafts('plan title').map(({ draft }) => draft)).toEqual(['Any'])
})

it('keeps a title of a plan that is typed again and cannot be saved again', async () => {
  const { plan, user } = await openPlan()
  plan.api.on(plansApi.update, () => UNAVAILABLE)
  const before = plan.plan.title
  await user.click(screen.getByRole('button', { name: before }))
  await user.keyboard('New office{Enter}')
  await screen.findByText('Failed to save “New office”')

  await user.click(await screen.findByRole('button', { name: before }))
  await user.keyboard('New office{Enter}')
  await waitFor(() => expect(plan.api.sentTo(plansApi.update)).toHaveLength(2))
  await new Promise((done) => setTimeout(done, 100))

  expect(screen.getByText('Failed to save “New office”')).toBeTruthy()
  expect(listDrafts('plan title').map(({ draft }) => draft)).toEqual(['New office'])
})

it('offers no earlier title of a plan that fails after a later one has begun to be saved', async () => {
  const { plan, user } = await openPlan()
  const works = plan.api.handlerOf(plansApi.update)
  plan.api.on(plansApi.update, () => UNAVAILABLE)
  const release = plan.api.hold(plansApi.update)
  await user.click(screen.getByRole('button', { name: plan.plan.title }))
  await user.keyboard('New office{Enter}')
  await user.click(await screen.findByRole('button', { name: 'New office' }))
  await user.keyboard('Old office{Enter}')
  release()
  await screen.findByText('Failed to save “Old office”')

  expect(screen.queryByText('Failed to save “New office”')).toBeNull()
  plan.api.on(plansApi.update, works)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(plan.plan.title).toBe('Old office'))
  await waitFor(() => expect(screen.queryByText('Failed to save “Old office”')).toBeNull())
})

it.each(['the field', 'the dialog'])('keeps a title that could not be saved when %s closes untouched', async (what) => {
  const { plan, panel, user } = await openPlan()
  plan.api.on(nodesApi.update, () => UNAVAILABLE)
  await user.click(panel.getByRole('button', { name: 'Research' }))
  await user.keyboard('Search{Enter}')
  await screen.findByText('Failed to save “Search”')
  await panel.findByRole('button', { name: 'Research' })

  if (what === 'the field') await user.click(panel.getByRole('button', { name: 'Research' }))
  else {
    act(() => screen.getByRole('treeitem', { name: /^Research/ }).focus())
    await user.keyboard('{Shift>}{F10}{/Shift}')
    await user.click(await screen.findByRole('menuitem', { name: /^Rename/ }))
  }
  const field = document.activeElement
  expect(field).toHaveProperty('value', 'Research')
  await user.keyboard('{Escape}')

  await waitFor(() => expect(field?.isConnected).toBe(false))
  expect(hasDrafts()).toBe(true)
})

it('does not replace the title of a new node after the session has ended', () => {
  const ana = makeSession()
  saveSession(ana)
  keptNewTitle('plan', 'Walls').keep()
  const second = keptNewTitle('plan', 'Roof')

  clearSession({ byChoice: false })
  second.keep()

  saveSession(ana)
  expect(readDraft(newTitlePlace('plan'))).toBe('Walls')
})
