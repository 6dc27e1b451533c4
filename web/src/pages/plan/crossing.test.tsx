// Changes by two people, or two of one person, that cross each other.
import { nodeBulkApi } from '@cairn/contract/api/nodeBulk'
import { nodesApi } from '@cairn/contract/api/nodes'
import { plansApi } from '@cairn/contract/api/plans'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { makeNode } from '../../test/make.ts'
import { OUTLINE, open, row, rows } from '../../test/planTree.ts'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

it('shows no move into a branch that someone else moves into the moved node', async () => {
  const plan = new FakePlan('Build\nResearch\nOther')
  const { user } = await open(plan, `?node=${plan.node('Research').id}`)
  await screen.findByRole('region', { name: 'Research' })
  const research = await row('Research')
  act(() => research.focus())
  plan.api.hold(nodesApi.move)
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
  await waitFor(() => expect(rows()).toEqual(['Build', '  Research', 'Other']))

  const build = plan.node('Build')
  act(() =>
    plan.happen('node.moved', build.id, {
      before: { parent_id: null, order_index: 0 },
      after: { parent_id: plan.node('Research').id, order_index: 0, version: 2, updated_at: build.updated_at },
    }),
  )

  await waitFor(() => expect(rows()).toEqual(['Research', '  Build', 'Other']))
})

it('changes a status again while a bulk change of the node is on its way', async () => {
  const plan = new FakePlan(OUTLINE)
  const { user } = await open(plan)
  await user.click(await row('Interview customers'))
  await user.keyboard('{Control>}')
  await user.click(await row('Audit content'))
  await user.keyboard('{/Control}')
  const answer = plan.api.hold(nodeBulkApi.bulk)
  fireEvent.keyDown(await row('Audit content'), { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(plan.api.sentTo(nodeBulkApi.bulk)).toHaveLength(1))

  fireEvent.click(within(await row('Audit content')).getByRole('button', { name: /^Status/ }))
  await user.click(await screen.findByRole('menuitemradio', { name: /Blocked/ }))
  answer()

  await waitFor(() => expect(plan.node('Audit content').status).toBe('blocked'))
  expect(screen.queryByText(/Someone else changed it/)).toBeNull()
})

it('drops a row after a sibling that came during the drag', async () => {
  const plan = new FakePlan('Build\n  One\n  Two\nResearch')
  await open(plan)
  // Rows of 36 px: Research begins at 108.
  fireEvent.pointerDown(await row('Research'), { button: 0, clientX: 0, clientY: 120, pointerType: 'mouse' })
  fireEvent.pointerMove(window, { clientX: 20, clientY: 110 })
  const parent_id = plan.node('Build').id
  const three = makeNode({ plan_id: plan.plan.id, title: 'Three', parent_id, order_index: 2 })
  act(() => plan.happen('node.created', three.id, { before: null, after: three }))
  await row('Three')

  fireEvent.pointerMove(window, { clientX: 20, clientY: 146 })
  await waitFor(() => expect(screen.getByTestId('drop-line').style.top).toBe('180px'))
  fireEvent.pointerUp(window)

  await waitFor(() => expect(plan.outline).toEqual(['Build', '  One', '  Two', '  Three', '  Research']))
})

it('keeps a new title of the plan when an older reply arrives after it', async () => {
  const plan = new FakePlan(OUTLINE)
  const before = structuredClone(plan.plan)
  await open(plan)
  const answer = plan.api.hold(plansApi.get)
  act(() => plan.happen('collaborator.left', null, { before: { user_id: plan.plan.id, role: 'viewer' }, after: null }))
  await waitFor(() => expect(plan.api.sentTo(plansApi.get)).toHaveLength(2))

  plan.api.on(plansApi.get, () => ({ reply: plan.api.sentTo(plansApi.get).length > 2 ? plan.plan : before }))
  plan.plan.title = 'New title'
  act(() =>
    plan.happen('plan.updated', null, { before: { title: before.title }, after: { title: 'New title', version: 2 } }),
  )
  await screen.findByRole('heading', { name: 'New title' })
  answer()

  await waitFor(() => expect(plan.api.sentTo(plansApi.get)).toHaveLength(3))
  expect(await screen.findByRole('heading', { name: 'New title' })).toBeTruthy()
})
