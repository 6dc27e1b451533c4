import { activityApi } from '@cairn/contract/api/activity'
import { artifactsApi } from '@cairn/contract/api/artifacts'
import { logsApi } from '@cairn/contract/api/logs'
import { nodesApi } from '@cairn/contract/api/nodes'
import { type TrashedEntry, trashApi } from '@cairn/contract/api/trash'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { ME, makeId } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

async function openTrash(plan: FakePlan) {
  const app = openApp(`/plans/${plan.plan.id}`)
  await app.user.click(await screen.findByRole('button', { name: 'More' }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Trash' }))
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Trash' })) }
}

it('lists deleted nodes with when and by whom, and restores them', async () => {
  const plan = new FakePlan('Research\n  Interviews\n  Survey')
  plan.remove('Interviews')
  const { dialog, user } = await openTrash(plan)

  const row = within(await dialog.findByRole('listitem'))
  row.getByText('Interviews')
  expect(screen.getByRole('dialog').textContent).toMatch(/in Research · deleted .* by Ana Ruiz/)
  await user.click(row.getByRole('button', { name: 'Restore Interviews' }))

  await dialog.findByText('No deleted nodes')
  expect(plan.outline).toEqual(['Research', '  Interviews', '  Survey'])
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Show' }))
  await screen.findByRole('region', { name: 'Interviews' })
})

it('shows 25 deleted nodes at first and loads more on demand', async () => {
  const plan = new FakePlan(`${Array.from({ length: 30 }, (_, index) => `Step ${index}`).join('\n')}\nRest`)
  for (let index = 0; index < 30; index++) plan.remove(`Step ${index}`)
  const { dialog, user } = await openTrash(plan)

  await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(25))
  await user.click(dialog.getByRole('button', { name: 'Load more' }))

  expect(dialog.getAllByRole('listitem')).toHaveLength(30)
  expect(dialog.queryByRole('button', { name: 'Load more' })).toBeNull()
})

it('keeps the rows it has if more of them fail to load', async () => {
  const plan = new FakePlan(`${Array.from({ length: 30 }, (_, index) => `Step ${index}`).join('\n')}\nRest`)
  for (let index = 0; index < 30; index++) plan.remove(`Step ${index}`)
  const { dialog, user } = await openTrash(plan)
  await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(25))
  plan.api.on(nodesApi.list, () => ({ status: 403, error: 'You may not.', code: 'forbidden' }))

  await user.click(dialog.getByRole('button', { name: 'Load more' }))

  expect((await dialog.findByRole('alert')).textContent).toBe('You may not.')
  expect(dialog.getAllByRole('listitem')).toHaveLength(25)
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Load more' }))
})

it('shows why a node was not restored and keeps it in the list', async () => {
  const plan = new FakePlan('Research\nSurvey')
  plan.remove('Research')
  plan.api.on(nodesApi.restore, () => ({ status: 409, error: 'This plan is full.', code: 'plan_full' }))
  const { dialog, user } = await openTrash(plan)

  await user.click(await dialog.findByRole('button', { name: 'Restore Research' }))

  await screen.findByText('This plan is full.')
  dialog.getByText('Research')
})

it('shows viewers the trash without Restore', async () => {
  const plan = new FakePlan('Research\nSurvey', { role: 'viewer' })
  plan.remove('Research')
  const { dialog } = await openTrash(plan)

  await dialog.findByText('Research')
  expect(dialog.queryByRole('button', { name: /Restore/ })).toBeNull()
})

it('offers Restore on the latest deletion in the activity', async () => {
  const plan = new FakePlan('Research\n  Survey')
  const { id } = plan.node('Survey')
  plan.remove('Survey')
  const deletion = {
    revision: 1,
    type: 'node_deleted' as const,
    content: 'Ana Ruiz deleted "Survey"',
    plan_id: ME,
    node_id: id,
    node_title: 'Survey',
    user: { id: ME, name: 'Ana Ruiz', email: 'ana@example.com', avatar_url: null },
    via: { kind: 'session' as const },
    run_id: null,
    created_at: '2026-03-04T10:00:00.000Z',
    data: { before: null, after: null },
  }
  const data = [
    { ...deletion, id: makeId() },
    { ...deletion, id: makeId() },
  ]
  plan.api.on(activityApi.plan, () => ({ reply: { data, total: 2, page: 1, limit: 20, total_pages: 1 } }))
  const { user } = openApp(`/plans/${plan.plan.id}`)
  await user.click(await screen.findByRole('button', { name: 'View all activity' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Plan activity' }))

  const button = await dialog.findByRole('button', { name: 'Restore Survey' })
  await user.click(button)

  await waitFor(() => expect(dialog.queryByRole('button', { name: /Restore/ })).toBeNull())
  expect(plan.outline).toEqual(['Research', '  Survey'])
})

function withEntries(plan: FakePlan) {
  const at = { node_id: plan.node('Research').id, node_title: 'Research', deleted_at: '2026-03-04T10:00:00.000Z' }
  const ben = { id: makeId(), name: 'Ben Okafor' }
  const file: TrashedEntry = { ...at, type: 'artifact', id: makeId(), name: 'map.pdf', size: 12, deleted_by: ben }
  const comment: TrashedEntry & { type: 'log' } = {
    ...{ ...at, type: 'log', id: makeId(), log_type: 'comment', content: 'Which way?', user: ben, deleted_by: ben },
  }
  const entries: TrashedEntry[] = [file, comment]
  plan.api.on(trashApi.list, () => {
    const counts = { nodes: 0, entries: entries.length, latest_at: entries.length > 0 ? at.deleted_at : null }
    return { reply: { entries: [...entries], counts } }
  })
  return { file, comment, entries }
}

it('lists deleted files and log entries, and restores them', async () => {
  const plan = new FakePlan('Research')
  const { file, comment, entries } = withEntries(plan)
  plan.api.on(artifactsApi.restore, () => {
    entries.splice(0, 1)
    return { status: 500, error: 'Broken', code: 'internal' }
  })
  const { dialog, user } = await openTrash(plan)

  await user.click(await dialog.findByRole('radio', { name: 'Files and logs 2' }))
  const rows = await dialog.findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/map\.pdf.*in Research · deleted .* by Ben Okafor · kept until Apr 3/),
    expect.stringMatching(/Which way\?.*by Ben Okafor · in Research/),
  ])

  await user.click(dialog.getByRole('button', { name: 'Restore map.pdf' }))
  await screen.findByText('Broken')
  expect(plan.api.sentTo(artifactsApi.restore)[0]?.params).toMatchObject({ artifactId: file.id })
  plan.api.on(logsApi.restore, () => ({ status: 500, error: 'Also broken', code: 'internal' }))
  await user.click(await dialog.findByRole('button', { name: 'Restore Which way?' }))
  await waitFor(() => expect(plan.api.sentTo(logsApi.restore)[0]?.params).toMatchObject({ logId: comment.id }))
})

it('offers to restore a log entry only to the person who deleted it, and to moderators', async () => {
  const plan = new FakePlan('Research', { role: 'editor' })
  const { file, comment, entries } = withEntries(plan)
  const [me, ben] = [{ id: ME, name: 'Ana Ruiz' }, file.deleted_by]
  entries.push(
    { ...comment, id: makeId(), content: 'Mine, deleted by Ben', user: me, deleted_by: ben },
    { ...comment, id: makeId(), content: 'Mine, deleted by me', user: me, deleted_by: me },
  )
  const { dialog, user } = await openTrash(plan)
  await user.click(await dialog.findByRole('radio', { name: 'Files and logs 4' }))
  const buttons = await dialog.findAllByRole('button', { name: /^Restore/ })
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Restore map.pdf',
    'Restore Mine, deleted by me',
  ])
})

it('deletes permanently after a confirmation, and empties the trash in as many calls as it takes', async () => {
  const plan = new FakePlan('Research\nSurvey')
  const { file } = withEntries(plan)
  const replies = [
    { purged: 1, left: 600 },
    { purged: 500, left: 100 },
    { purged: 100, left: 0 },
  ]
  plan.api.on(trashApi.purge, () => ({ reply: replies.shift() ?? { purged: 0, left: 0 } }))
  const { dialog, user } = await openTrash(plan)
  await user.click(dialog.getByRole('radio', { name: /Files and logs/ }))

  await user.click(await dialog.findByRole('button', { name: 'Delete map.pdf permanently' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete “map.pdf” permanently?' }))
  await user.click(question.getByRole('button', { name: 'Delete permanently' }))
  await screen.findByText('1 item deleted permanently')
  expect(plan.api.sentTo(trashApi.purge)[0]?.body).toEqual({ artifact_ids: [file.id] })

  await user.click(dialog.getByRole('button', { name: 'Empty trash' }))
  await screen.findByText(/2 deleted items of/)
  await user.click(await screen.findByRole('button', { name: 'Delete permanently' }))
  expect(plan.api.sentTo(trashApi.purge)[1]?.body).toEqual({ all: true, until: file.deleted_at })
  await screen.findByText('600 items deleted permanently')
})

it('offers to delete permanently to owner and admin only', async () => {
  const plan = new FakePlan('Research\nSurvey', { role: 'editor' })
  plan.remove('Research')
  const { dialog } = await openTrash(plan)

  await dialog.findByRole('button', { name: 'Restore Research' })
  expect(dialog.queryByRole('button', { name: /permanently|Empty/ })).toBeNull()
})
