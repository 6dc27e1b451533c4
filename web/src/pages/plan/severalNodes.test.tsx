import { nodeBulkApi } from '@cairn/contract/api/nodeBulk'
import { nodesApi } from '@cairn/contract/api/nodes'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { open, row } from '../../test/planTree.ts'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

/** Opens a plan and selects nodes by Ctrl and click. */
async function openSelected(...titles: string[]) {
  const plan = new FakePlan('Maps\n  Paper\nTents\nRopes\nFood')
  const app = await open(plan)
  await app.user.keyboard('{Control>}')
  for (const title of titles) await app.user.click(await row(title))
  await app.user.keyboard('{/Control}')
  await screen.findByText(`${titles.length} selected`)
  return { plan, ...app }
}

it('offers the actions for all selected nodes in the menu of one of them', async () => {
  const { plan, user } = await openSelected('Tents', 'Ropes')

  await user.click(within(await row('Ropes')).getByRole('button', { name: /^Actions/ }))
  const menu = within(await screen.findByRole('menu'))
  expect(menu.getByText('2 nodes selected')).toBeTruthy()
  const items = menu.getAllByRole('menuitem').map((item) => item.textContent)
  expect(items).toEqual(['Status', 'Assign to…', 'Set due date…', 'Move to…', 'Duplicate', 'DeleteDel'])
  await user.click(screen.getByRole('menuitem', { name: /^Delete/ }))

  await waitFor(() => expect(plan.outline).toEqual(['Maps', '  Paper', 'Food']))
})

it('adds to the node that was opened by its link, not to the one before', async () => {
  const { plan, user } = await openSelected('Tents', 'Ropes')
  await user.keyboard('{Escape}')
  await user.click(await row('Tents'))
  await screen.findByRole('region', { name: 'Tents' })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'food')
  await user.click(await screen.findByRole('option', { name: /^Food/ }))
  await screen.findByRole('region', { name: 'Food' })

  await user.keyboard('{Control>}')
  await user.click(await row('Ropes'))
  await user.keyboard('{/Control}')
  await screen.findByText('2 selected')
  const selected = screen.getAllByRole('treeitem', { selected: true })
  expect(selected.map((item) => item.dataset.id)).toEqual([plan.node('Ropes').id, plan.node('Food').id])
})

it('says once that nodes were deleted, also when one of them is open', async () => {
  const { plan, user } = await openSelected('Tents', 'Ropes')
  await user.keyboard('{Escape}')
  await user.click(await row('Tents'))
  await screen.findByRole('region', { name: 'Tents' })
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}{Delete}')

  await screen.findByText('2 nodes moved to the trash')
  await waitFor(() => expect(plan.outline).toEqual(['Maps', '  Paper', 'Food']))
  expect(screen.queryByText(/in another tab/)).toBeNull()
})

it('keeps the rows in view in place when a row above them goes', async () => {
  const plan = new FakePlan(Array.from({ length: 60 }, (_, i) => `Step ${i}`).join('\n'))
  await open(plan)
  await row('Step 0')
  const tree = screen.getByRole('tree')
  tree.scrollTop = 730
  fireEvent.scroll(tree)

  act(() => plan.remove('Step 3'))
  await waitFor(() => expect(tree.scrollTop).toBe(694))
  act(() => plan.remove('Step 40'))
  await waitFor(() => expect(tree.firstElementChild?.getAttribute('style')).toContain('2088px'))
  expect(tree.scrollTop).toBe(694)
})

it('acts on one node in the menu of a node that is not selected', async () => {
  const { plan, user } = await openSelected('Tents', 'Ropes')

  await user.click(within(await row('Food')).getByRole('button', { name: /^Actions/ }))
  expect(await screen.findByRole('menuitem', { name: /^Rename/ })).toBeTruthy()
  await user.click(screen.getByRole('menuitem', { name: /^Delete/ }))

  await waitFor(() => expect(plan.outline).toEqual(['Maps', '  Paper', 'Tents', 'Ropes']))
})

it('completes all selected nodes by the status circle of one of them', async () => {
  const { plan, user } = await openSelected('Tents', 'Ropes')

  await user.click(within(await row('Tents')).getByRole('button', { name: 'Completed' }))

  await waitFor(() => expect(plan.node('Ropes').status).toBe('completed'))
  expect(plan.node('Tents').status).toBe('completed')
  expect(plan.api.sentTo(nodesApi.setStatus)).toEqual([])
})

it('leaves the root in place when it is one of the nodes to move, and counts the others', async () => {
  const plan = new FakePlan('Trip\n  Tents\n  Ropes\n    Knots\n  Food')
  plan.node('Trip').node_type = 'root'
  const { user } = await open(plan)
  await user.keyboard('{Control>}')
  for (const title of ['Trip', 'Tents', 'Ropes', 'Knots']) await user.click(await row(title))
  await user.keyboard('{/Control}')

  await user.click(within(await row('Tents')).getByRole('button', { name: /^Actions/ }))
  await user.click(await screen.findByRole('menuitem', { name: /^Move to/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move 2 nodes' }))
  await user.click(await dialog.findByRole('option', { name: /^Food/ }))

  await waitFor(() => expect(plan.api.sentTo(nodeBulkApi.bulk)).toHaveLength(1))
  expect(plan.api.sentTo(nodeBulkApi.bulk)[0]?.body).toEqual({
    node_ids: [plan.node('Tents').id, plan.node('Ropes').id],
    parent_id: plan.node('Food').id,
  })
})

it('moves all selected nodes to the node that is chosen', async () => {
  const { plan, user } = await openSelected('Tents', 'Ropes')

  await user.click(within(await row('Tents')).getByRole('button', { name: /^Actions/ }))
  await user.click(await screen.findByRole('menuitem', { name: /^Move to/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Move 2 nodes' })
  await user.click(within(dialog).getByRole('option', { name: /^Food/ }))

  await waitFor(() => expect(plan.api.sentTo(nodeBulkApi.bulk)).toHaveLength(1))
  expect(plan.api.sentTo(nodeBulkApi.bulk)[0]?.body).toEqual({
    node_ids: [plan.node('Tents').id, plan.node('Ropes').id],
    parent_id: plan.node('Food').id,
  })
})

it.each([
  ['ArrowUp', ['Tents', 'Ropes', 'Maps', '  Paper', 'Food']],
  ['ArrowDown', ['Maps', '  Paper', 'Food', 'Tents', 'Ropes']],
  ['ArrowRight', ['Maps', '  Paper', '  Tents', '  Ropes', 'Food']],
])('moves selected siblings together by Alt+%s, in their order', async (key, outline) => {
  const { plan, user } = await openSelected('Ropes', 'Tents')

  await user.keyboard(`{Alt>}{${key}}{/Alt}`)

  await waitFor(() => expect(plan.outline).toEqual(outline))
})

it('moves no nodes of different parents by key', async () => {
  const { plan, user } = await openSelected('Paper', 'Ropes')

  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')

  await screen.findByText('Only nodes of the same parent can be moved by key together')
  expect(plan.api.sentTo(nodeBulkApi.bulk)).toEqual([])
})

it('does not add a node whose panel was closed to the next selection', async () => {
  const plan = new FakePlan('Maps\nTents\nRopes\nFood')
  const { user } = await open(plan)
  await user.click(await row('Maps'))
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  await user.keyboard('{Control>}')
  for (const title of ['Tents', 'Ropes']) await user.click(await row(title))
  await user.keyboard('{/Control}')

  expect(await screen.findByText('2 selected')).toBeTruthy()
})
