import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'
import { nodeAt } from '../nodeAt.ts'

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

it('ignores the rest of what is typed into a node that is deleted meanwhile', async () => {
  const { plan, user } = await open('Maps\nTents\nRopes', 'Tents')
  const panel = await screen.findByRole('region', { name: 'Tents' })
  await user.click(within(panel).getByRole('button', { name: 'Add description...' }))
  await user.keyboard('Two of th')

  act(() => plan.remove('Tents'))
  await screen.findByText('“Tents” was moved to the trash in another tab')
  await waitFor(() => expect(focused()).toBe('Ropes'))
  await user.keyboard('em g{Delete}{Control>}{Enter}{/Control}')
  await new Promise((resolve) => setTimeout(resolve, 2_100)) // Until keys count again.

  expect(plan.outline).toEqual(['Maps', 'Ropes'])
  expect(focused()).toBe('Ropes')
  expect(screen.queryByRole('region', { name: 'Ropes' })).toBeNull()
  await user.keyboard('{Delete}')
  await waitFor(() => expect(plan.outline).toEqual(['Maps']))
})

it('keeps the focus on the node when the layout changes', async () => {
  // The canvas renders what is in its viewport, but elements have no size here.
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1200)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(800)
  const { user } = await open('Maps\nTents\nRopes')
  act(() => screen.getByRole('treeitem', { name: /^Tents/ }).focus())

  await user.keyboard('g')
  await waitFor(() => expect(screen.queryByRole('treeitem')).toBeNull())
  await waitFor(() => expect(nodeAt(document.activeElement)).not.toBeNull())
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Tents/)

  await user.keyboard('t')
  await waitFor(() => expect(focused()).toBe('Tents'))
  expect(document.activeElement?.getAttribute('role')).toBe('treeitem')

  await user.keyboard('d')
  await waitFor(() => expect(screen.getAllByRole('article').length).toBeGreaterThan(0))
  expect(document.activeElement?.getAttribute('role')).toBe('treeitem')
  await user.keyboard('g')
  await waitFor(() => expect(screen.queryByRole('treeitem')).toBeNull())
  await waitFor(() => expect(nodeAt(document.activeElement)).not.toBeNull())
})

it('keeps the focus in the panel when Escape leaves a field', async () => {
  const { user } = await open('Maps\nTents', 'Tents')
  const panel = await screen.findByRole('region', { name: 'Tents' })
  await user.click(await within(panel).findByRole('tab', { name: /^Comments/ }))
  await user.click(await within(panel).findByRole('textbox', { name: 'Comment' }))

  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(panel)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(panel.isConnected).toBe(false))
})

it('moves the focus to “Clear filters” when the last row leaves the filter', async () => {
  const { plan, user } = await open('Maps\nTents\nRopes')
  await user.type(screen.getByRole('searchbox'), 'Tents')
  await waitFor(() => expect(screen.getAllByRole('treeitem')).toHaveLength(1))
  act(() => screen.getByRole('treeitem', { name: /^Tents/ }).focus())

  act(() => plan.remove('Tents'))
  const clear = await screen.findByRole('button', { name: 'Clear filters' })
  expect(document.activeElement).toBe(clear)
})
