import { activityApi } from '@cairn/contract/api/activity'
import { logsApi } from '@cairn/contract/api/logs'
import { nodesApi } from '@cairn/contract/api/nodes'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { OUTLINE, open, tab } from '../../test/nodePanel.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

describe('the URL', () => {
  it('contains the open node: opening adds a history entry, another node replaces it, closing goes back', async () => {
    const plan = new FakePlan(OUTLINE)
    const { user, here, router } = openApp('/plans')
    await act(() => router.navigate(`/plans/${plan.plan.id}`))
    const at = `/plans/${plan.plan.id}`

    await user.click(await screen.findByRole('treeitem', { name: /^Research/ }))
    expect(here()).toBe(`${at}?node=${plan.node('Research').id}`)
    await user.click(screen.getByRole('treeitem', { name: /^Build/ }))
    expect(here()).toBe(`${at}?node=${plan.node('Build').id}`)
    await act(() => router.navigate(-1))
    await waitFor(() => expect(here()).toBe(at))

    await user.click(screen.getByRole('treeitem', { name: /^Research/ }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(here()).toBe(at))
  })

  it('of a missing node shows a message and a link back', async () => {
    const plan = new FakePlan(OUTLINE)
    const { user, here } = openApp(`/plans/${plan.plan.id}?node=${plan.plan.id}`)

    await screen.findByText('Node not found')
    await user.click(screen.getByRole('button', { name: 'Back to plan' }))

    expect(here()).toBe(`/plans/${plan.plan.id}`)
  })

  it('closes a node that someone else deletes', async () => {
    const { plan, here } = await open('Build')

    const before = { parent_id: null, order_index: 1, count: 1 }
    act(() => plan.happen('node.deleted', plan.node('Build').id, { before, after: null }))

    await waitFor(() => expect(here()).toBe(`/plans/${plan.plan.id}`))
  })

  it('shows who deleted the open node, and restores it with the unsaved text', async () => {
    const { user, plan, panel } = await open('Build')
    const node = plan.node('Build')
    plan.api.on(nodesApi.restore, () => {
      plan.happen('node.restored', node.id, { before: null, after: { count: 1, nodes: [node] } })
      return { reply: node }
    })
    await user.click(within(panel).getByRole('button', { name: 'Add description...' }))
    await user.keyboard('Half a sentence')

    const before = { parent_id: null, order_index: 1, count: 1 }
    act(() => plan.happen('node.deleted', node.id, { before, after: null }))
    await screen.findByText('Ben Okafor moved “Build” to the trash')
    expect(await screen.findByText('Your text: “Half a sentence”')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(screen.queryByText('Your text: “Half a sentence”')).toBeNull())
    await user.click(await screen.findByRole('treeitem', { name: /^Build/ }))

    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Description' })).value).toBe(
      'Half a sentence',
    )
  })
})

describe('the focus', () => {
  it('stays in the panel when an editor closes', async () => {
    const { user, panel } = await open('Build')
    const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent

    await user.click(within(panel).getByRole('button', { name: 'Add description...' }))
    await user.keyboard('Six walls{Control>}{Enter}{/Control}')
    await within(panel).findByText('Six walls')
    await waitFor(() => expect(focused()).toBe('Edit description'))

    await user.click(within(panel).getByRole('button', { name: 'Build' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(focused()).toBe('Build'))

    await user.click(within(panel).getByRole('button', { name: 'Add criterion' }))
    await user.keyboard('It stands{Enter}{Escape}')
    await user.click(await within(panel).findByRole('button', { name: 'Remove “It stands”' }))
    await waitFor(() => expect(focused()).toBe('Add criterion'))
  })

  it('returns to the row of the node when the panel closes', async () => {
    const { user, panel } = await open('Build')

    await user.click(within(panel).getByRole('tab', { name: /^Logs/ }))
    await user.keyboard('{Escape}')

    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Build, Not started, Task'))
  })
})

it('opens every node at Activity', async () => {
  const { user } = await open('Build')
  await screen.findByText('No activity yet. Start by adding a log entry or uploading a file.')

  await user.click(tab(/^Logs/))
  await screen.findByText('No logs yet. Add your first log entry!')
  await user.click(tab(/^Files/))
  await screen.findByText('No files uploaded yet.')
  await user.click(tab(/^Agent/))
  await screen.findByText('No agent instructions defined')
  await user.click(screen.getByRole('treeitem', { name: /^Research/ }))

  await waitFor(() => expect(tab(/^Activity/).getAttribute('aria-selected')).toBe('true'))
})

it('counts all activity, not only the first page', async () => {
  const plan = new FakePlan(OUTLINE)
  plan.api.on(activityApi.node, () => ({ reply: { data: [], total: 31, page: 1, limit: 20, total_pages: 2 } }))
  await open('Build', { plan })

  await waitFor(() => expect(tab(/^Activity/).textContent).toBe('Activity31'))
})

describe('the header', () => {
  it('saves the title when the browser goes back while it is typed', async () => {
    const plan = new FakePlan(OUTLINE)
    const { user, router } = openApp('/plans')
    await act(() => router.navigate(`/plans/${plan.plan.id}`))
    await user.click(await screen.findByRole('treeitem', { name: /^Build/ }))
    const panel = await screen.findByRole('region', { name: 'Build' })
    await user.click(within(panel).getByRole('button', { name: 'Build' }))
    await user.keyboard('Build a boat')

    await act(() => router.navigate(-1))

    await screen.findByRole('treeitem', { name: /^Build a boat/ })
    await waitFor(() => expect(plan.outline).toContain('Build a boat'))
  })

  it('changes status, type and title', async () => {
    const { user, plan, panel } = await open('Build')

    await user.click(within(panel).getByRole('combobox', { name: 'Status' }))
    await user.click(await screen.findByRole('option', { name: 'In progress' }))
    await user.click(within(panel).getByRole('combobox', { name: 'Type' }))
    await user.click(await screen.findByRole('option', { name: 'Milestone' }))
    await user.click(within(panel).getByRole('button', { name: 'Build' }))
    await user.clear(screen.getByRole('textbox', { name: 'Title' }))
    await user.keyboard('Built{Enter}')

    await screen.findByRole('treeitem', { name: /^Built, In progress,/ })
    expect(plan.node('Built')).toMatchObject({ status: 'in_progress', node_type: 'milestone' })
  })

  it('keeps someone else’s rename unless a new title was typed', async () => {
    const { user, plan, panel } = await open('Build')

    await user.click(within(panel).getByRole('button', { name: 'Build' }))
    act(() => plan.change('Build', { title: 'Theirs' }))
    await user.keyboard('{Enter}')

    await within(panel).findByRole('button', { name: 'Theirs' })
    expect(plan.api.sentTo(nodesApi.update)).toEqual([])
  })

  it('assigns a member, and sets and clears the due date', async () => {
    const { user, plan, panel } = await open('Build')
    plan.api.on(nodesApi.assign, ({ params, body }) => {
      const { user_id } = body as { user_id: string }
      plan.happen('node.assigned', params.nodeId ?? '', { before: null, after: { user_id } }, user_id)
      const person = { id: user_id, name: 'Ana Ruiz', email: 'ana@example.com', avatar_url: null }
      return {
        reply: {
          id: user_id,
          node_id: params.nodeId ?? '',
          user_id,
          assigned_by: user_id,
          assigned_at: '2026-03-04T10:00:00.000Z',
          user: person,
        },
      }
    })

    await user.click(within(panel).getByRole('button', { name: 'Unassigned, assign someone' }))
    await user.click(await screen.findByRole('option', { name: /ana@example.com/ }))
    await waitFor(() => expect(plan.node('Build').assignees.length).toBe(1))
    await user.keyboard('{Escape}')
    await user.click(within(panel).getByRole('button', { name: /Due date/ }))
    await user.click(await screen.findByRole('button', { name: 'Tomorrow' }))
    await waitFor(() => expect(plan.node('Build').due_date).toMatch(/^\d{4}-\d\d-\d\d$/))
    await user.click(within(panel).getByRole('button', { name: /Due date/ }))
    await user.click(await screen.findByRole('button', { name: 'Clear' }))

    await waitFor(() => expect(plan.node('Build').due_date).toBeNull())
    expect(within(panel).getByRole('button', { name: 'Assigned to Ana Ruiz' })).toBeTruthy()
  })

  it.each([
    ['sets a chosen date when a click outside closes its panel', false],
    ['leaves the due date as it was after Escape', true],
  ])('%s', async (_, isCanceled) => {
    const { user, plan, panel } = await open('Build')
    await user.click(within(panel).getByRole('button', { name: /Due date/ }))
    const field = await screen.findByLabelText('Date')
    fireEvent.change(field, { target: { value: '2031-05-06' } })
    field.focus()
    expect(plan.node('Build').due_date).toBeNull()

    if (isCanceled) await user.keyboard('{Escape}')
    else await user.click(document.body)
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Due date' })).toBeNull())

    if (isCanceled) expect(plan.api.sentTo(nodesApi.update)).toEqual([])
    else await waitFor(() => expect(plan.node('Build').due_date).toBe('2031-05-06'))
    expect(plan.api.sentTo(nodesApi.update)).toHaveLength(isCanceled ? 0 : 1)
  })
})

it('lets a commenter only comment', async () => {
  const { user, plan, panel } = await open('Build', { role: 'commenter' })

  expect(within(panel).queryByRole('combobox')).toBeNull()
  expect(within(panel).queryByRole('button', { name: /description|criterion|Assign|Due/i })).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Nice{Control>}{Enter}{/Control}')

  await waitFor(() => expect(plan.api.sentTo(logsApi.add)[0]?.body).toMatchObject({ log_type: 'comment' }))
})

it('lets a viewer only read', async () => {
  const { user, panel } = await open('Build', { role: 'viewer' })

  expect(within(panel).queryAllByRole('textbox')).toEqual([])
  await user.click(tab(/^Logs/))
  await screen.findByText('No logs yet.')
  await user.click(tab(/^Files/))
  await screen.findByText('No files uploaded yet.')
  expect(within(panel).queryByRole('button', { name: /Upload/ })).toBeNull()
})
