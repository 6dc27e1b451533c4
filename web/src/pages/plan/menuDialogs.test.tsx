import { nodeBulkApi } from '@cairn/contract/api/nodeBulk'
import { plansApi } from '@cairn/contract/api/plans'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { makeId } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

const ANA = { id: makeId(), name: 'Ana Ruiz', email: 'ana@example.com', avatar_url: null, role: 'editor' as const }

async function open() {
  const plan = new FakePlan('Maps\nTents\nRopes')
  plan.api.on(plansApi.availableUsers, () => ({ reply: [ANA] }))
  localStorage.setItem(`layout_mode:${plan.plan.id}`, 'tree')
  localStorage.setItem('tour_skipped', 'true')
  const app = openApp(`/plans/${plan.plan.id}`)
  await screen.findByRole('treeitem', { name: /^Tents/ })
  await waitFor(() => expect(plan.live.heard.length).toBeGreaterThan(0))
  return { plan, ...app }
}
const row = (title: string) => screen.getByRole('treeitem', { name: new RegExp(`^${title}`) })

async function choose(title: string, item: string) {
  fireEvent.contextMenu(row(title))
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
  return screen.findByRole('dialog')
}

it('sets and clears a due date from the menu of a row, and the focus returns to the row', async () => {
  const { plan, user } = await open()
  const dialog = await choose('Tents', 'Set due date…')
  expect(within(dialog).getByRole('heading').textContent).toBe('Due date of “Tents”')
  expect(within(dialog).queryByRole('button', { name: 'Clear' })).toBeNull()
  fireEvent.change(within(dialog).getByLabelText('Date'), { target: { value: '2027-02-01' } })
  await user.click(within(dialog).getByRole('button', { name: 'Set' }))
  await waitFor(() => expect(plan.node('Tents').due_date).toBe('2027-02-01'))
  await waitFor(() => expect(document.activeElement).toBe(row('Tents')))

  await user.click(within(await choose('Tents', 'Set due date…')).getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(plan.node('Tents').due_date).toBeNull())
})

it('sets the due date of all selected rows, and assigns someone to all of them', async () => {
  const { plan, user } = await open()
  act(() => row('Maps').focus())
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}')

  const both = ['Maps', 'Tents'].map((title) => plan.node(title).id)
  const due = await choose('Tents', 'Set due date…')
  expect(within(due).getByRole('heading').textContent).toBe('Due date of 2 nodes')
  await user.click(within(due).getByRole('button', { name: 'Clear' }))
  await waitFor(() =>
    expect(plan.api.sentTo(nodeBulkApi.bulk).at(-1)?.body).toEqual({ node_ids: both, due_date: null }),
  )

  const people = await choose('Tents', 'Assign to…')
  await user.click(await within(people).findByRole('option', { name: /Ana Ruiz/ }))
  await waitFor(() =>
    expect(plan.api.sentTo(nodeBulkApi.bulk).at(-1)?.body).toEqual({ node_ids: both, assign: ANA.id }),
  )
})

it('closes the dialog when its node is deleted', async () => {
  const { plan } = await open()
  await choose('Tents', 'Set due date…')
  act(() => plan.remove('Tents'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
