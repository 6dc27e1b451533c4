import { type NodeStatus, nodesApi } from '@cairn/contract/api/nodes'
import { type BlockedEvent, undoApi } from '@cairn/contract/api/undo'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakePlan } from '../test/fakePlan.ts'
import { makeId } from '../test/make.ts'
import { openApp } from '../test/render.tsx'
import { inWideWindow } from '../test/wideWindow.ts'

inWideWindow()

/** Renames a task, and is refused to undo that. */
async function undoRefused(event: Partial<BlockedEvent>, undone = 0) {
  const plan = new FakePlan('Research')
  const node_id = plan.node('Research').id
  const ben = { id: makeId(), name: 'Ben Okafor', agent: 'Claude Desktop' }
  const blocked = [
    {
      ...{ revision: 2, kind: 'node.status_changed' as const, node_id, node_title: 'Study', by: ben, at: null },
      ...{ code: 'changed_since' as const, ...event },
    },
  ]
  const result = { change: null, undone, kinds: {}, blocked, already: 0, logs: 0, left: 0, node_ids: [] }
  plan.api.on(undoApi.undo, () => ({ status: 409, error: 'In the way', code: 'undo_blocked', details: result }))
  const { user } = openApp(`/plans/${plan.plan.id}?node=${node_id}`)
  const panel = within(await screen.findByRole('region', { name: 'Research' }))
  await user.click(await panel.findByRole('button', { name: 'Research' }))
  const field = panel.getByRole('textbox', { name: 'Title' })
  await user.clear(field)
  await user.type(field, 'Study{Enter}')
  const toast = (await screen.findByText('“Research” renamed to “Study”')).closest('li') as HTMLElement
  await user.click(await screen.findByRole('button', { name: /^Undo: edit/ }))
  return { plan, user, toast, dialog: within(await screen.findByRole('dialog')) }
}

it('shows the value before and now, who changed it, and sets it back on request', async () => {
  const values = { field: 'status', now: 'blocked', was: 'in_progress' }
  const { plan, user, toast, dialog } = await undoRefused(values)

  expect(dialog.getByRole('listitem').textContent).toBe(
    'StudyClaude Desktop, for Ben Okafor changed the statusBefore: In progressNow: Blocked',
  )
  await waitFor(() => expect(toast.isConnected && toast.dataset.removed !== 'true').toBe(false))
  plan.happen('node.status_changed', plan.node('Study').id, {
    before: { status: 'not_started' },
    after: { status: 'blocked', version: 3, updated_at: '2026-03-05T10:00:00.000Z' },
  })
  await user.click(dialog.getByRole('button', { name: 'Set it back anyway' }))

  await screen.findByText(/^Set back: edit/)
  expect(plan.api.sentTo(nodesApi.setStatus).map(({ body }) => body)).toEqual([
    { status: 'in_progress', expected_version: 3 },
  ])
  expect(await screen.findByRole('button', { name: /^Undo: change status of “Study”/ })).toBeTruthy()
})

it('overwrites no value that it has not shown', async () => {
  const { plan, user, dialog } = await undoRefused({ field: 'status', now: 'blocked', was: 'in_progress' })
  const change = (status: NodeStatus, version: number) =>
    plan.happen('node.status_changed', plan.node('Study').id, {
      before: { status: 'blocked' },
      after: { status, version, updated_at: '2026-03-05T10:00:00.000Z' },
    })
  change('completed', 3)
  await user.click(dialog.getByRole('button', { name: 'Set it back anyway' }))

  await dialog.findByText(/^Someone changed this in the meantime/)
  expect(dialog.getByRole('listitem').textContent).toContain('Before: In progressNow: Completed')
  expect(plan.api.sentTo(nodesApi.setStatus)).toEqual([])

  const save = plan.api.handlerOf(nodesApi.setStatus)
  plan.api.on(nodesApi.setStatus, (request) => {
    if (plan.node('Study').status === 'completed') change('not_started', 4)
    return save(request)
  })
  await user.click(dialog.getByRole('button', { name: 'Set it back anyway' }))
  await waitFor(() => expect(dialog.getByRole('listitem').textContent).toContain('Now: Not started'))
  expect(plan.node('Study').status).toBe('not_started')

  await user.click(dialog.getByRole('button', { name: 'Set it back anyway' }))
  await screen.findByText(/^Set back: edit/)
  expect(plan.node('Study').status).toBe('in_progress')
})

it('blames no later change where there is none', async () => {
  const { dialog } = await undoRefused({ code: 'gone', by: null })

  expect(dialog.getByText(/^These changes cannot be undone: edit/)).toBeTruthy()
  expect(dialog.queryByText(/Later changes/)).toBeNull()
  expect(dialog.queryByRole('button', { name: /anyway/ })).toBeNull()
})

it('says that an end of a link is in the way', async () => {
  const { dialog } = await undoRefused({ kind: 'edge.deleted', code: 'in_trash' })

  expect(dialog.getByText('Claude Desktop, for Ben Okafor moved an end of the link to the trash')).toBeTruthy()
})
