import { nodeBulkApi } from '@cairn/contract/api/nodeBulk'
import { type UndoRequest, undoApi } from '@cairn/contract/api/undo'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { FakePlan } from '../test/fakePlan.ts'
import { makeId } from '../test/make.ts'
import { openApp } from '../test/render.tsx'
import { inWideWindow } from '../test/wideWindow.ts'

const OUTLINE = 'Research\n  Interview\n  Audit\nBuild\n  Pages\nLaunch'

inWideWindow()

async function open(plan: FakePlan) {
  localStorage.setItem(`layout_mode:${plan.plan.id}`, 'tree')
  localStorage.setItem('tour_skipped', 'true')
  const app = openApp(`/plans/${plan.plan.id}`)
  await screen.findAllByRole('treeitem')
  await waitFor(() => expect(plan.live.heard.length).toBeGreaterThan(0))
  return app
}

const row = (title: string) => screen.findByRole('treeitem', { name: new RegExp(`^${title},`) })
const selected = () =>
  screen.getAllByRole('treeitem', { selected: true }).map((item) => item.getAttribute('aria-label')?.split(',')[0])
const bar = () => screen.queryByRole('toolbar', { name: 'Selected nodes' })
const bodies = (plan: FakePlan) => plan.api.sentTo(nodeBulkApi.bulk).map(({ body }) => body)

describe('selecting several rows', () => {
  it('adds a row with Ctrl, extends from the first with Shift, and clears with Escape', async () => {
    await open(new FakePlan(OUTLINE))

    fireEvent.click(await row('Interview'))
    fireEvent.click(await row('Build'), { ctrlKey: true })
    expect(selected()).toEqual(['Interview', 'Build'])
    fireEvent.click(await row('Launch'), { shiftKey: true })
    expect(selected()).toEqual(['Build', 'Pages', 'Launch'])
    fireEvent.click(await row('Audit'), { shiftKey: true, ctrlKey: true })
    expect(selected()).toEqual(['Audit', 'Build', 'Pages', 'Launch'])
    expect(await screen.findByText('4 selected')).toBeTruthy()
    fireEvent.keyDown(await row('Audit'), { key: 'Escape' })

    await waitFor(() => expect(bar()).toBeNull())
    expect(selected()).toEqual(['Interview'])
  })

  it('works by keyboard alone, and only on rows that a filter shows', async () => {
    const { user } = await open(new FakePlan(OUTLINE))
    ;(await row('Interview')).focus()

    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    expect(selected()).toEqual(['Interview', 'Audit', 'Build'])
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}')
    expect(selected()).toEqual(['Interview', 'Audit'])
    await user.keyboard('{Control>} {/Control}')
    expect(bar()).toBeNull()
    await user.keyboard('{Control>}a{/Control}')
    expect(selected()).toHaveLength(6)
    await user.keyboard('{Escape}')

    await user.type(screen.getByRole('searchbox', { name: 'Search nodes' }), 'i')
    ;(await row('Interview')).focus()
    await user.keyboard('{Control>}a{/Control}')
    expect(selected()).toEqual(['Interview', 'Audit', 'Build'])
  })

  it('is not available to users who may not edit', async () => {
    const { user } = await open(new FakePlan(OUTLINE, { role: 'viewer' }))
    ;(await row('Build')).focus()

    await user.keyboard('{Control>}a{/Control}{Delete}')

    expect(selected()).toHaveLength(6)
    expect(bar()).toBeNull()
  })
})

describe('changing several nodes', () => {
  it('sets a status, and one Undo restores each node', async () => {
    const plan = new FakePlan(OUTLINE)
    plan.happen('node.status_changed', plan.node('Audit').id, {
      before: { status: 'not_started' },
      after: { status: 'blocked', version: 2, updated_at: '2026-03-04T10:00:00.000Z' },
    })
    const { user } = await open(plan)
    fireEvent.click(await row('Interview'))
    fireEvent.click(await row('Audit'), { ctrlKey: true })

    await user.click(within(bar() as HTMLElement).getByRole('button', { name: 'Status' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Completed' }))
    await screen.findByText('Status of 2 nodes set to Completed')
    expect([plan.node('Interview').status, plan.node('Audit').status]).toEqual(['completed', 'completed'])
    expect(selected()).toEqual(['Interview', 'Audit'])
    await user.click(screen.getByRole('button', { name: 'Undo' }))

    await waitFor(() => expect(plan.node('Audit').status).toBe('blocked'))
    expect(plan.node('Interview').status).toBe('not_started')
    expect(bodies(plan)).toHaveLength(1)
  })

  it('leaves them selected for the next change, with the focus on the button of the last', async () => {
    const { user } = await open(new FakePlan(OUTLINE))
    ;(await row('Interview')).focus()
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')

    await user.click(within(bar() as HTMLElement).getByRole('button', { name: 'Status' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Completed' }))
    await screen.findByText('Status of 2 nodes set to Completed')
    expect(selected()).toEqual(['Interview', 'Audit'])
    await waitFor(() =>
      expect(document.activeElement).toBe(within(bar() as HTMLElement).getByRole('button', { name: 'Status' })),
    )
    await user.keyboard('{Escape}')

    expect(bar()).toBeNull()
    await waitFor(async () => expect(document.activeElement).toBe(await row('Audit')))
  })

  it('undoes the rest when someone has changed one of them since', async () => {
    const plan = new FakePlan(OUTLINE)
    const { user } = await open(plan)
    fireEvent.click(await row('Interview'))
    fireEvent.click(await row('Audit'), { shiftKey: true })
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText('Status of 2 nodes set to Completed')
    const answer = plan.api.handlerOf(undoApi.undo)
    const blocked = [
      {
        ...{ revision: 2, kind: 'node.status_changed', node_id: plan.node('Interview').id, node_title: 'Interview' },
        ...{ code: 'changed_since', field: 'status', by: { id: makeId(), name: 'Ben Okafor' }, at: null },
      },
    ]
    plan.api.on(undoApi.undo, (request) =>
      (request.body as UndoRequest).skip_blocked
        ? answer(request)
        : { status: 409, error: 'In the way', code: 'undo_blocked', details: { undone: 1, blocked } },
    )

    await user.click(screen.getByRole('button', { name: 'Undo' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Can’t undo everything' }))
    expect(dialog.getByRole('listitem').textContent).toBe('InterviewBen Okafor changed the status')
    await user.click(dialog.getByRole('button', { name: 'Undo the rest' }))

    await screen.findByText('Undone: change status of 2 nodes')
    expect(plan.api.sentTo(undoApi.undo).map(({ body }) => (body as UndoRequest).skip_blocked)).toEqual([false, true])
  })

  it('deletes them, keeps the focus in the tree, and restores them with one Undo', async () => {
    const plan = new FakePlan(OUTLINE)
    const { user } = await open(plan)
    fireEvent.click(await row('Interview'))
    fireEvent.click(await row('Audit'), { shiftKey: true })

    await user.keyboard('{Delete}')
    await screen.findByText('2 nodes moved to the trash')
    await waitFor(async () => expect(document.activeElement).toBe(await row('Build')))
    await user.click(screen.getByRole('button', { name: 'Undo' }))

    expect(await row('Audit')).toBeTruthy()
    const ids = [(await row('Interview')).dataset.id, (await row('Audit')).dataset.id]
    expect(bodies(plan)).toEqual([{ node_ids: ids, delete: true }])
  })

  it('changes a thousand nodes in slices, and one Undo restores them', async () => {
    const plan = new FakePlan(Array.from({ length: 1_201 }, (_, i) => `Step ${i}`).join('\n'))
    const { user } = await open(plan)
    ;(await row('Step 0')).focus()
    await user.keyboard('{Control>}a{/Control}')
    await user.click(within(bar() as HTMLElement).getByRole('button', { name: 'Status' }))
    await user.click(await screen.findByRole('menuitem', { name: 'In progress' }))

    await screen.findByText('Status of 1,201 nodes set to In progress')
    expect(screen.getByText('Active', { selector: 'dt' }).nextElementSibling?.textContent).toBe('1,201')
    expect(await screen.findByRole('button', { name: /^Undo: change status of 1,201 nodes/ })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))

    expect((bodies(plan) as { node_ids: string[] }[]).map(({ node_ids }) => node_ids.length)).toEqual([500, 500, 201])
    await waitFor(() => expect(plan.api.sentTo(undoApi.undo)).toHaveLength(1))
    expect(plan.api.sentTo(undoApi.undo).map(({ body }) => (body as UndoRequest).changes?.length)).toEqual([3])
    await waitFor(() => expect(plan.node('Step 1200').status).toBe('not_started'))
    expect(plan.node('Step 0').status).toBe('not_started')
  })
})

describe('the open menu of the bar', () => {
  async function openStatusMenu(plan: FakePlan) {
    const app = await open(plan)
    fireEvent.click(await row('Interview'))
    fireEvent.click(await row('Build'), { ctrlKey: true })
    await app.user.click(
      within(await screen.findByRole('toolbar', { name: 'Selected nodes' })).getByRole('button', { name: 'Status' }),
    )
    await screen.findByRole('menuitem', { name: 'Completed' })
    return app
  }

  it('stays open while rows change, appear and disappear', async () => {
    const plan = new FakePlan(OUTLINE)
    await openStatusMenu(plan)

    act(() => plan.change('Interview', { title: 'Interview users' }))
    expect(await row('Interview users')).toBeTruthy()
    act(() => plan.remove('Audit'))
    await waitFor(() => expect(screen.queryByRole('treeitem', { name: /^Audit,/ })).toBeNull())

    expect(screen.getByRole('menuitem', { name: 'Completed' })).toBeTruthy()
    expect(screen.getByRole('menu').contains(document.activeElement)).toBe(true)
  })
})
