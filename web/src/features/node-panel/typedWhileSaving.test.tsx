import { logsApi } from '@cairn/contract/api/logs'
import { nodesApi } from '@cairn/contract/api/nodes'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { readDraft } from '../../lib/drafts.ts'
import { FakePlan } from '../../test/fakePlan.ts'
import { ME, makeLog } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

const SEND = '{Control>}{Enter}{/Control}'

async function openNode(plan: FakePlan) {
  const app = openApp(`/plans/${plan.plan.id}?node=${plan.node('Research').id}`)
  const panel = within(await screen.findByRole('region', { name: 'Research' }))
  const field = (name: string) => panel.getByRole<HTMLTextAreaElement>('textbox', { name })
  return { ...app, panel, field }
}

it('keeps what is typed into a log entry while it is sent', async () => {
  const plan = new FakePlan('Research')
  const { panel, user, field } = await openNode(plan)
  const release = plan.api.hold(logsApi.add)

  await user.type(await panel.findByRole('textbox', { name: 'Log entry' }), `Six walls${SEND}`)
  await user.keyboard(' and a roof')
  release()
  await user.click(panel.getByRole('tab', { name: /^Logs/ }))
  await within(await panel.findByRole('list', { name: 'Logs' })).findByText('Six walls')

  expect(field('Log entry').value).toBe('Six walls and a roof')
})

it('clears a sent log entry in the tab that was opened before the reply', async () => {
  const plan = new FakePlan('Research')
  const { panel, user, field } = await openNode(plan)
  const release = plan.api.hold(logsApi.add)

  await user.type(await panel.findByRole('textbox', { name: 'Log entry' }), `Six walls${SEND}`)
  await user.click(panel.getByRole('tab', { name: /^Logs/ }))
  await panel.findByText('No logs yet. Add your first log entry!')
  expect(field('Log entry').value).toBe('Six walls')
  release()

  await waitFor(() => expect(field('Log entry').value).toBe(''))
})

it.each([
  { tab: /^Logs/, menu: 'Entry actions', name: 'Entry text' },
  { tab: /^Comments/, menu: 'Comment actions', name: 'Comment text' },
])('keeps the editor of an entry open when its text changes while it is saved: $name', async ({ tab, menu, name }) => {
  const plan = new FakePlan('Research')
  plan.logs.push(makeLog({ node_id: plan.node('Research').id, user_id: ME, content: 'Walls', log_type: 'comment' }))
  const { panel, user, field } = await openNode(plan)
  await user.click(panel.getByRole('tab', { name: tab }))
  await user.click(await panel.findByRole('button', { name: menu }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const release = plan.api.hold(logsApi.update)

  await user.type(await panel.findByRole('textbox', { name }), ` of oak${SEND}`)
  await user.keyboard(' and ash')
  expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true)
  release()
  await waitFor(() => expect(plan.logs[0]?.content).toBe('Walls of oak'))
  await waitFor(() => expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false))
  expect(field(name).value).toBe('Walls of oak and ash')
  await user.keyboard(SEND)

  await waitFor(() => expect(panel.queryByRole('textbox', { name })).toBeNull())
  expect(plan.logs.map(({ content }) => content)).toEqual(['Walls of oak and ash'])
  expect(plan.api.sentTo(logsApi.update).at(-1)?.body).toMatchObject({ expected_version: 2 })
})

it('forgets the draft of an entry that was saved after its editor was closed', async () => {
  const plan = new FakePlan('Research')
  const entry = makeLog({ node_id: plan.node('Research').id, user_id: ME, content: 'Walls', log_type: 'comment' })
  plan.logs.push(entry)
  const { panel, user } = await openNode(plan)
  await user.click(panel.getByRole('tab', { name: /^Comments/ }))
  await user.click(await panel.findByRole('button', { name: 'Comment actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const release = plan.api.hold(logsApi.update)
  const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

  await user.type(await panel.findByRole('textbox', { name: 'Comment text' }), ` of oak${SEND}`)
  await user.click(panel.getByRole('tab', { name: /^Files/ }))
  expect(readDraft(`comment ${entry.id}`)).toMatchObject({ text: 'Walls of oak' })
  expect(asksBeforeLeaving()).toBe(true)
  release()

  await waitFor(() => expect(readDraft(`comment ${entry.id}`)).toBeUndefined())
  expect(asksBeforeLeaving()).toBe(false)
})

it('keeps a text open that changes while it is saved, and saves the rest on top', async () => {
  const plan = new FakePlan('Research')
  const { panel, user, field } = await openNode(plan)
  await user.click(await panel.findByRole('button', { name: 'Add description...' }))
  const release = plan.api.hold(nodesApi.update)

  await user.keyboard(`Six walls${SEND}`)
  await user.keyboard(' and a roof')
  release()
  await waitFor(() => expect(plan.node('Research').description).toBe('Six walls'))
  await panel.findByRole('button', { name: 'Save' })
  expect(field('Description').value).toBe('Six walls and a roof')
  await user.keyboard(SEND)

  await waitFor(() => expect(plan.node('Research').description).toBe('Six walls and a roof'))
  expect(plan.api.sentTo(nodesApi.update).map(({ body }) => body)).toEqual([
    { description: 'Six walls', expected_version: 1 },
    { description: 'Six walls and a roof', expected_version: 2 },
  ])
})

it('keeps what is typed while a text turns out to conflict', async () => {
  const plan = new FakePlan('Research')
  const { panel, user, field } = await openNode(plan)
  await user.click(await panel.findByRole('button', { name: 'Add description...' }))
  const release = plan.api.hold(nodesApi.update)

  await user.keyboard(`Mine${SEND}`)
  act(() => plan.change('Research', { description: 'Theirs' }))
  await user.keyboard(' too')
  release()
  const conflict = within(await panel.findByRole('group', { name: 'Conflict' }))
  expect(field('Description').value).toBe('Mine too')
  await user.click(conflict.getByRole('radio', { name: 'Both' }))
  await user.click(panel.getByRole('button', { name: 'Save result' }))

  await waitFor(() => expect(plan.node('Research').description).toBe('Mine too\nTheirs'))
})

it('closes a text that was opened again while it was saved', async () => {
  const plan = new FakePlan('Research\nBuild')
  const { panel, user } = await openNode(plan)
  await user.click(await panel.findByRole('button', { name: 'Add description...' }))
  const release = plan.api.hold(nodesApi.update)

  await user.keyboard(`Six walls${SEND}`)
  await user.click(screen.getByRole('treeitem', { name: /^Build/ }))
  await screen.findByRole('region', { name: 'Build' })
  await user.click(screen.getByRole('treeitem', { name: /^Research/ }))
  await screen.findByRole('textbox', { name: 'Description' })
  release()

  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Description' })).toBeNull())
  await within(screen.getByRole('region', { name: 'Research' })).findByText('Six walls')
})

it.each([
  { tab: /^Logs/, menu: 'Entry actions', name: 'Entry text' },
  { tab: /^Comments/, menu: 'Comment actions', name: 'Comment text' },
])('asks before it replaces an entry that was changed in another tab: $name', async ({ tab, menu, name }) => {
  const plan = new FakePlan('Research')
  const entry = makeLog({ node_id: plan.node('Research').id, user_id: ME, content: 'Walls', log_type: 'comment' })
  plan.logs.push(entry)
  const { panel, user, field } = await openNode(plan)
  await user.click(panel.getByRole('tab', { name: tab }))
  await user.click(await panel.findByRole('button', { name: menu }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  await user.type(await panel.findByRole('textbox', { name }), ' of oak')

  plan.logs[0] = { ...entry, content: 'Six walls', version: 2 }
  const { id, log_type, updated_at } = entry
  const after = { id, log_type, content: 'Six walls', mention_ids: [], version: 2, updated_at }
  act(() => plan.happen('log.updated', entry.node_id, { before: { ...after, content: 'Walls' }, after }, ME))
  await user.keyboard(SEND)
  await panel.findByText(/^This entry was changed since to “Six walls”\./)
  expect(plan.logs[0]?.content).toBe('Six walls')
  expect(field(name).value).toBe('Walls of oak')
  await user.keyboard(SEND)

  await waitFor(() => expect(plan.logs[0]?.content).toBe('Walls of oak'))
  await waitFor(() => expect(panel.queryByRole('textbox', { name })).toBeNull())
})
