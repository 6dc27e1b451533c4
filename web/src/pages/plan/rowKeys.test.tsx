// Keys in the tree while a button of a row has the focus, and while a key is held.
import { nodesApi } from '@cairn/contract/api/nodes'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { OUTLINE, open, row } from '../../test/planTree.ts'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

/** Opens the plan with the focus on a row. */
async function openAt(title: string, outline = OUTLINE) {
  const plan = new FakePlan(outline)
  const app = await open(plan)
  const focused = await row(title)
  act(() => focused.focus())
  return { plan, ...app }
}

/** Keeps a key down on whatever has the focus. */
async function hold(key: KeyboardEventInit) {
  for (const repeat of [false, true, true])
    await act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { ...key, repeat }))
}

it('deletes the row whose status circle was clicked', async () => {
  const { plan, user } = await openAt('Interview customers')

  await user.click(within(await row('Implement pages')).getByRole('button', { name: 'Completed' }))
  await waitFor(() => expect(plan.node('Implement pages').status).toBe('completed'))
  await user.keyboard('{Delete}')

  await waitFor(() => expect(plan.outline).toEqual(['Research', '  Interview customers', '  Audit content', 'Build']))
})

it('renames the row whose chevron was clicked', async () => {
  const { user } = await openAt('Interview customers')

  await user.click(within(await row('Build')).getByRole('button', { name: 'Collapse' }))
  await user.keyboard('{F2}')

  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })).value).toBe('Build')
})

it('presses the focused button of a row with the space bar, and opens no node', async () => {
  const { plan, user, here } = await openAt('Research')
  const circle = within(await row('Build')).getByRole('button', { name: 'Completed' })

  await user.click(circle)
  await waitFor(() => expect(plan.node('Build').status).toBe('completed'))
  await user.keyboard(' ')

  await waitFor(() => expect(plan.node('Build').status).not.toBe('completed'))
  expect(here()).not.toContain('node=')
})

it('deletes one row, however long Delete is held', async () => {
  const { plan } = await openAt('A', 'A\nB\nC')

  await hold({ key: 'Delete' })

  await waitFor(() => expect(plan.outline).toEqual(['B', 'C']))
})

it('changes the status once, however long Ctrl+Enter is held', async () => {
  const { plan } = await openAt('A', 'A\nB')

  await hold({ key: 'Enter', ctrlKey: true })

  await waitFor(() => expect(plan.node('A').status).toBe('completed'))
  expect(plan.api.sentTo(nodesApi.setStatus)).toHaveLength(1)
})

it('adds a node with N in the focused branch, or beside the focused task', async () => {
  const { user } = await openAt('Research')
  await user.keyboard('n')
  expect(await screen.findByRole('button', { name: 'Parent: Research' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const task = await row('Implement pages')
  act(() => task.focus())
  await user.keyboard('n')
  expect(await screen.findByRole('button', { name: 'Parent: Build' })).toBeTruthy()
})
