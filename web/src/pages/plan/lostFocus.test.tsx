import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

async function open(outline: string, opened?: string) {
  const plan = new FakePlan(outline)
  localStorage.setItem(`layout_mode:${plan.plan.id}`, 'tree')
  localStorage.setItem('tour_skipped', 'true')
  const app = openApp(`/plans/${plan.plan.id}${opened ? `?node=${plan.node(opened).id}` : ''}`)
  await screen.findByRole('treeitem', { name: /^Tents/ })
  await waitFor(() => expect(plan.live.heard.length).toBeGreaterThan(0))
  return { plan, ...app }
}
const focused = () => document.activeElement?.getAttribute('aria-label')?.replace(/, .*/, '')

it('moves the focus to the row in its place when someone deletes the focused one', async () => {
  const { plan, user } = await open('Maps\nTents\nRopes')
  act(() => screen.getByRole('treeitem', { name: /^Tents/ }).focus())

  act(() => plan.remove('Tents'))
  await waitFor(() => expect(focused()).toBe('Ropes'))
  act(() => plan.remove('Ropes'))
  await waitFor(() => expect(focused()).toBe('Maps'))

  await user.keyboard('{F2}')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Title' }))
})

it('leaves the focus where the user has moved it', async () => {
  const { plan } = await open('Maps\nTents')
  act(() => screen.getByRole('treeitem', { name: /^Tents/ }).focus())
  act(() => screen.getByRole('searchbox').focus())

  act(() => plan.remove('Tents'))
  await waitFor(() => expect(screen.queryByRole('treeitem', { name: /^Tents/ })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})

it('moves the focus into the tree when the open node is deleted from its panel', async () => {
  const { plan, user } = await open('Maps\nTents', 'Tents')
  const panel = await screen.findByRole('region', { name: 'Tents' })

  act(() => within(panel).getByRole('button', { name: 'Node actions' }).focus())
  await user.keyboard('{Enter}')
  await screen.findByRole('menuitem', { name: 'Delete' })
  await user.keyboard('{End}{Enter}')

  await waitFor(() => expect(plan.outline).toEqual(['Maps']))
  await waitFor(() => expect(focused()).toBe('Maps'))
})

it('moves the focus into the tree when a new row is closed whose parent was deleted', async () => {
  const { plan, user } = await open('Maps\nTents')
  await user.click(within(screen.getByRole('treeitem', { name: /^Tents/ })).getByRole('button', { name: /^Actions/ }))
  await user.click(await screen.findByRole('menuitem', { name: /Add child/ }))
  await screen.findByRole('textbox', { name: 'New node title' })

  act(() => plan.remove('Tents'))
  await waitFor(() => expect(screen.queryByRole('treeitem', { name: /^Tents/ })).toBeNull())
  await user.keyboard('{Escape}')

  await waitFor(() => expect(focused()).toBe('Maps'))
})
