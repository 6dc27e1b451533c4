// Links to nodes: the address with the tab of the panel, new tabs of the browser, and copies.
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { open as openPanel, tab } from '../../test/nodePanel.ts'
import { OUTLINE, open, row } from '../../test/planTree.ts'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

it('keeps the tab of the panel in the address, and opens the next node at Activity', async () => {
  const { user, router, plan } = await openPanel('Build')
  await user.click(tab(/^Logs/))
  expect(tab(/^Logs/).getAttribute('aria-selected')).toBe('true')
  expect(router.state.location.hash).toBe('#logs')
  expect(router.state.location.search).toBe(`?node=${plan.node('Build').id}`)
  await user.click(tab(/^Activity/))
  expect(router.state.location.hash).toBe('')

  await user.click(tab(/^Logs/))
  await user.type(screen.getByRole('searchbox', { name: 'Search nodes' }), 'e')
  await waitFor(() => expect(router.state.location.search).toContain('q=e'))
  expect(router.state.location.hash).toBe('#logs')

  await user.click(tab(/^Agent Instructions/))
  await user.click(await row('Research'))
  await screen.findByRole('region', { name: 'Research' })
  expect(router.state.location.hash).toBe('')
  expect(tab(/^Activity/).getAttribute('aria-selected')).toBe('true')
})

it('opens a row in a new tab by the middle button and by the menu', async () => {
  const plan = new FakePlan(OUTLINE)
  const { user, here } = await open(plan)
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const link = `/plans/${plan.plan.id}?node=${plan.node('Build').id}`
  const build = await row('Build')
  act(() => build.focus())

  expect(fireEvent.mouseDown(build, { button: 1 })).toBe(false)
  fireEvent(build, new MouseEvent('auxclick', { button: 1, bubbles: true }))
  expect(opened.mock.calls).toEqual([[link, '_blank', 'noopener']])

  fireEvent.keyDown(build, { key: 'F2' })
  const title = await screen.findByRole('textbox', { name: 'Title' })
  expect(fireEvent.mouseDown(title, { button: 1 })).toBe(true)
  fireEvent(title, new MouseEvent('auxclick', { button: 1, bubbles: true }))
  expect(opened).toHaveBeenCalledTimes(1)
  await user.keyboard('{Escape}')

  fireEvent.contextMenu(build)
  await user.click(await screen.findByRole('menuitem', { name: 'Open in new tab' }))
  expect(opened.mock.calls).toEqual(Array(2).fill([link, '_blank', 'noopener']))
  expect(here()).toBe(`/plans/${plan.plan.id}`)
})

it('gives viewers the menu of a row, without changes', async () => {
  const plan = new FakePlan(OUTLINE, { role: 'viewer' })
  const { user } = await open(plan)
  const build = await row('Build')
  act(() => build.focus())

  fireEvent.keyDown(build, { key: 'F10', shiftKey: true })
  await screen.findByRole('menu')
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Focus on branchZ',
    'Open in new tab',
    'Copy link',
  ])
  await user.click(screen.getByRole('menuitem', { name: 'Copy link' }))
  await screen.findByText('Link copied to clipboard')
  const { href } = new URL(`/plans/${plan.plan.id}?node=${plan.node('Build').id}`, window.location.href)
  expect(await navigator.clipboard.readText()).toBe(href)
})
