import { plansApi } from '@cairn/contract/api/plans'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakePlan } from '../test/fakePlan.ts'
import { makeId } from '../test/make.ts'
import { openApp } from '../test/render.tsx'
import { inWideWindow } from '../test/wideWindow.ts'

inWideWindow()

async function openNode(plan: FakePlan, title: string) {
  const app = openApp(`/plans/${plan.plan.id}?node=${plan.node(title).id}`)
  return { ...app, panel: within(await screen.findByRole('region', { name: title })) }
}

const undoOf = async (text: string) => {
  const toast = (await screen.findByText(text)).closest('li')
  if (!toast) throw new Error('No toast')
  return within(toast).getByRole('button', { name: 'Undo' })
}

it('undoes a rename, and marks its row for a moment without a name', async () => {
  const plan = new FakePlan('Research\nBuild')
  const { user, panel } = await openNode(plan, 'Research')

  await user.click(await panel.findByRole('button', { name: 'Research' }))
  const field = panel.getByRole('textbox', { name: 'Title' })
  await user.clear(field)
  await user.type(field, 'Study{Enter}')
  expect(document.querySelector('[data-changed-by]')).toBeNull()
  await user.click(await undoOf('“Research” renamed to “Study”'))

  await waitFor(() => expect(plan.outline).toEqual(['Research', 'Build']))
  const row = screen.getByRole('treeitem', { name: /^Research/ })
  await waitFor(() => expect(row.querySelector('[data-changed-by]')?.textContent).toBe(''))
  const other = screen.getByRole('treeitem', { name: /^Build/ })
  expect(other.querySelector('[data-changed-by]')).toBeNull()
})

it('undoes a type change', async () => {
  const plan = new FakePlan('Research')
  const { user, panel } = await openNode(plan, 'Research')

  await user.click(panel.getByRole('combobox', { name: 'Type' }))
  await user.click(await screen.findByRole('option', { name: 'Milestone' }))
  await user.click(await undoOf('Type of “Research” changed to Milestone'))

  await waitFor(() => expect(plan.node('Research').node_type).toBe('task'))
})

it('undoes several keyboard moves together', async () => {
  const plan = new FakePlan('A\nB\nC')
  const { user } = openApp(`/plans/${plan.plan.id}`)
  ;(await screen.findByRole('treeitem', { name: /^A,/ })).focus()

  await user.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt}')
  await waitFor(() => expect(plan.outline).toEqual(['B', 'C', 'A']))
  await user.click(await undoOf('“A” moved down'))

  await waitFor(() => expect(plan.outline).toEqual(['A', 'B', 'C']))
})

it('shows where a node was moved, and moves it back', async () => {
  const plan = new FakePlan('A\nB')
  const { user } = openApp(`/plans/${plan.plan.id}`)
  ;(await screen.findByRole('treeitem', { name: /^B,/ })).focus()

  await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
  await user.click(await undoOf('“B” moved to “A”'))

  await waitFor(() => expect(plan.outline).toEqual(['A', 'B']))
})

it('undoes an assignment', async () => {
  const plan = new FakePlan('Research')
  const ben = { id: makeId(), name: 'Ben Okafor', email: 'ben@example.com', avatar_url: null, role: 'editor' as const }
  plan.api.on(plansApi.availableUsers, () => ({ reply: [ben] }))
  const { user, panel } = await openNode(plan, 'Research')

  await user.click(await panel.findByRole('button', { name: 'Assign someone' }))
  await user.click(await screen.findByRole('option', { name: /Ben Okafor/ }))
  await user.click(await undoOf('“Research” assigned to Ben Okafor'))

  await waitFor(() => expect(plan.node('Research').assignees).toEqual([]))
})
