import { nodesApi } from '@cairn/contract/api/nodes'
import { plansApi } from '@cairn/contract/api/plans'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { hasDrafts, listDrafts } from '../lib/drafts.ts'
import { clearSession, saveSession } from '../lib/session.ts'
import { FakePlan } from '../test/fakePlan.ts'
import { makePlan, makeSession } from '../test/make.ts'
import { openApp } from '../test/render.tsx'
import { inWideWindow } from '../test/wideWindow.ts'
import { keptNewNode, listKeptNodes } from './unsavedTitles.ts'

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

it('sends the titles of a plan one after the other, and keeps one that could not be saved', async () => {
  const { plan, user } = await openPlan()
  const works = plan.api.handlerOf(plansApi.update)
  const answer = plan.api.hold(plansApi.update)
  await user.click(screen.getByRole('button', { name: plan.plan.title }))
  await user.keyboard('New office{Enter}')
  await user.click(await screen.findByRole('button', { name: 'New office' }))
  await user.keyboard('Old office{Enter}')
  expect(plan.api.sentTo(plansApi.update)).toHaveLength(1)

  // For the second one: the first has its answer.
  plan.api.on(plansApi.update, () => UNAVAILABLE)
  answer()
  await screen.findByText('Failed to save “Old office”')
  expect(plan.plan.title).toBe('New office')
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

it('keeps each node that could not be created, also after the session has ended', () => {
  const ana = makeSession()
  saveSession(ana)
  const node = (title: string) => ({ title, node_type: 'task' as const, parent_id: null, order_index: null })
  keptNewNode('plan', { id: 'first', node: node('Walls') }).keep()
  const second = keptNewNode('plan', { id: 'second', node: node('Walls') })

  clearSession({ byChoice: false })
  second.keep()

  saveSession(ana)
  expect(listKeptNodes('plan').map((kept) => kept.node)).toEqual([node('Walls'), node('Walls')])
})

it('asks before it replaces what someone else has set since a change failed', async () => {
  const { plan, panel, user } = await openPlan()
  const works = plan.api.handlerOf(nodesApi.update)
  plan.api.on(nodesApi.update, () => UNAVAILABLE)
  await user.click(panel.getByRole('button', { name: 'Research' }))
  await user.keyboard('Mine{Enter}')
  await screen.findByText('Failed to save “Mine”')
  plan.api.on(nodesApi.update, works)
  act(() => plan.change('Research', { title: 'Theirs' }))
  await panel.findByRole('button', { name: 'Theirs' })

  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Someone else changed it. It is now “Theirs”.')
  expect(plan.outline).toEqual(['Theirs'])
  await user.click(await screen.findByRole('button', { name: 'Use mine' }))
  await waitFor(() => expect(plan.outline).toEqual(['Mine']))
})

it('does not replace a title of the plan that someone else has set while it was typed', async () => {
  const { plan, user } = await openPlan()
  await user.click(screen.getByRole('button', { name: plan.plan.title }))
  await user.keyboard('Mine')
  plan.plan.title = 'Theirs'
  act(() => plan.happen('plan.updated', null, { before: {}, after: { title: 'Theirs', version: 2 } }))
  await waitFor(() => expect(document.title).toContain('Theirs'))
  await user.keyboard('{Enter}')

  await screen.findByText('Someone else changed it. It is now “Theirs”.')
  expect(plan.api.sentTo(plansApi.update)).toEqual([])
})

it('offers each node again that could not be created before a reload', async () => {
  const plan = new FakePlan('Research')
  const node = { node_type: 'task' as const, parent_id: null, order_index: null }
  saveSession(makeSession())
  for (const title of ['Walls', 'Roof']) keptNewNode(plan.plan.id, { id: title, node: { ...node, title } }).keep()
  const { user } = openApp(`/plans/${plan.plan.id}`)

  const walls = (await screen.findByText('“Walls” isn’t saved yet')).closest('li') as HTMLElement
  await screen.findByText('“Roof” isn’t saved yet')
  await user.click(within(walls).getByRole('button', { name: 'Try again' }))

  await waitFor(() => expect(plan.outline).toEqual(['Research', 'Walls']))
  await waitFor(() => expect(listKeptNodes(plan.plan.id).map((kept) => kept.node.title)).toEqual(['Roof']))
})

it('says that a title was not saved because its node was deleted while it was typed', async () => {
  const { plan, panel, user } = await openPlan()
  await user.click(panel.getByRole('button', { name: 'Research' }))
  await user.keyboard('Half of it')
  act(() => plan.remove('Research'))

  await screen.findByText('“Half of it” wasn’t saved')
  await screen.findByText('The node was deleted.')
})
