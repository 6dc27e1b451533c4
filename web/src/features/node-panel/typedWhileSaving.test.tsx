import { logsApi } from '@cairn/contract/api/logs'
import { nodesApi } from '@cairn/contract/api/nodes'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { listDrafts, readDraft } from '../../lib/drafts.ts'
import { FakePlan } from '../../test/fakePlan.ts'
import { ME, makeLog } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

const SEND = '{Control>}{Enter}{/Control}'
const BROKEN = { status: 500, error: 'Broken', code: 'internal' }

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

const EDITORS = [
  { tab: /^Logs/, menu: 'Entry actions', name: 'Entry text' },
  { tab: /^Comments/, menu: 'Comment actions', name: 'Comment text' },
]

/** Opens the editor of an entry of mine with the text "Walls". */
async function editWalls({ tab, menu, name }: (typeof EDITORS)[number]) {
  const plan = new FakePlan('Research')
  const entry = makeLog({ node_id: plan.node('Research').id, user_id: ME, content: 'Walls', log_type: 'comment' })
  plan.logs.push(entry)
  const opened = await openNode(plan)
  const { panel, user } = opened
  await user.click(panel.getByRole('tab', { name: tab }))
  const edit = async () => {
    await user.click(await panel.findByRole('button', { name: menu }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    await panel.findByRole('textbox', { name })
  }
  await edit()
  return {
    ...opened,
    plan,
    entry,
    edit,
    save: (label = 'Save') => panel.getByRole<HTMLButtonElement>('button', { name: label }),
    openTab: (other: RegExp) => user.click(panel.getByRole('tab', { name: other })),
    /** Changes the entry in another tab of the same user. */
    changeElsewhere: (content: string) => {
      const { id, log_type, updated_at } = entry
      plan.logs[0] = { ...entry, content, version: 2 }
      const after = { id, log_type, content, mention_ids: [], version: 2, updated_at }
      act(() => plan.happen('log.updated', entry.node_id, { before: { ...after, content: 'Walls' }, after }, ME))
    },
  }
}

it.each(EDITORS)('keeps the editor of an entry open when its text changes while it is saved: $name', async (editor) => {
  const { plan, panel, user, field, save } = await editWalls(editor)
  const release = plan.api.hold(logsApi.update)

  await user.type(field(editor.name), ` of oak${SEND}`)
  await user.keyboard(' and ash')
  expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true)
  release()
  await waitFor(() => expect(plan.logs[0]?.content).toBe('Walls of oak'))
  await waitFor(() => expect(save().disabled).toBe(false))
  expect(field(editor.name).value).toBe('Walls of oak and ash')
  await user.keyboard(SEND)

  await waitFor(() => expect(panel.queryByRole('textbox', { name: editor.name })).toBeNull())
  expect(plan.logs.map(({ content }) => content)).toEqual(['Walls of oak and ash'])
  expect(plan.api.sentTo(logsApi.update).at(-1)?.body).toMatchObject({ expected_version: 2 })
})

it.each(EDITORS)('saves the old text of an entry on top of the one that was on its way: $name', async (editor) => {
  const { plan, panel, user, field, save, openTab } = await editWalls(editor)
  const release = plan.api.hold(logsApi.update)

  await user.type(field(editor.name), ` of oak${SEND}`)
  await openTab(/^Files/)
  await openTab(editor.tab)
  await user.type(await panel.findByRole('textbox', { name: editor.name }), '{Backspace>7/}')
  expect(field(editor.name).value).toBe('Walls')
  release()
  await waitFor(() => expect(plan.logs[0]?.content).toBe('Walls of oak'))
  await waitFor(() => expect(save().disabled).toBe(false))
  await user.type(field(editor.name), SEND)

  await waitFor(() => expect(panel.queryByRole('textbox', { name: editor.name })).toBeNull())
  expect(plan.logs[0]?.content).toBe('Walls')
  expect(plan.api.sentTo(logsApi.update)).toHaveLength(2)
})

it.each(EDITORS)(
  'offers the old text of an entry whose editor closed before the new one was saved: $name',
  async (editor) => {
    const { plan, panel, user, field, edit } = await editWalls(editor)
    const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    const release = plan.api.hold(logsApi.update)

    await user.type(field(editor.name), ` of oak${SEND}`)
    await panel.findByRole('button', { name: 'Saving...' })
    await user.keyboard('{Backspace>7/}{Escape}')
    release()
    await panel.findByText('Walls of oak')
    expect(asksBeforeLeaving()).toBe(true)
    await edit()
    expect(field(editor.name).value).toBe('Walls')
    await user.type(field(editor.name), SEND)

    await waitFor(() => expect(plan.logs[0]?.content).toBe('Walls'))
    expect(plan.api.sentTo(logsApi.update).at(-1)?.body).toMatchObject({ expected_version: 2 })
  },
)

it.each(EDITORS)('keeps no draft of an unchanged text after saving failed: $name', async (editor) => {
  const { plan, panel, user, field } = await editWalls(editor)
  plan.api.on(logsApi.update, () => BROKEN)
  const release = plan.api.hold(logsApi.update)

  await user.type(field(editor.name), ` of oak${SEND}`)
  await panel.findByRole('button', { name: 'Saving...' })
  await user.keyboard('{Backspace>7/}')
  release()
  await panel.findByText('Broken')
  await user.keyboard('{Escape}')

  expect(listDrafts('')).toEqual([])
  expect(panel.queryByRole('textbox', { name: editor.name })).toBeNull()
})

it.each(EDITORS)('opens no editor for the old text that is back after saving failed: $name', async (editor) => {
  const { plan, panel, user, field, openTab } = await editWalls(editor)
  plan.api.on(logsApi.update, () => BROKEN)
  const release = plan.api.hold(logsApi.update)

  await user.type(field(editor.name), ` of oak${SEND}`)
  await panel.findByRole('button', { name: 'Saving...' })
  await user.keyboard('{Backspace>7/}')
  release()
  await panel.findByText('Broken')
  await openTab(/^Files/)
  await openTab(editor.tab)

  await panel.findByText('Walls', { selector: 'p' })
  expect(listDrafts('')).toEqual([])
})

it.each(EDITORS)(
  'says nothing of a kept text when the old one is back and the editor closed: $name',
  async (editor) => {
    const { plan, panel, user } = await editWalls(editor)
    const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    plan.api.on(logsApi.update, () => BROKEN)
    const release = plan.api.hold(logsApi.update)

    await user.type(panel.getByRole('textbox', { name: editor.name }), ` of oak${SEND}`)
    await panel.findByRole('button', { name: 'Saving...' })
    await user.keyboard('{Backspace>7/}{Escape}')
    release()

    await waitFor(() => expect(listDrafts('')).toEqual([]))
    expect(asksBeforeLeaving()).toBe(false)
    expect(screen.queryByText(/Your text is kept/)).toBeNull()
  },
)

it.each(EDITORS)('does not save an entry twice whose editor is closed and opened again: $name', async (editor) => {
  const { plan, panel, user, field, save, edit } = await editWalls(editor)
  const release = plan.api.hold(logsApi.update)

  await user.type(field(editor.name), ` of oak${SEND}{Escape}`)
  await edit()
  expect(field(editor.name).value).toBe('Walls of oak')
  expect(save('Saving...').getAttribute('aria-disabled')).toBe('true')
  expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true)
  await user.type(field(editor.name), SEND)
  release()

  await waitFor(() => expect(panel.queryByRole('textbox', { name: editor.name })).toBeNull())
  expect(plan.api.sentTo(logsApi.update)).toHaveLength(1)
})

it.each(EDITORS)('saves an untouched text after asking, if it was changed in another tab: $name', async (editor) => {
  const { plan, panel, user, field, save, changeElsewhere } = await editWalls(editor)

  changeElsewhere('Six walls')
  await waitFor(() => expect(save().disabled).toBe(false))
  await user.type(field(editor.name), SEND)
  await panel.findByText(/^This entry was changed since to “Six walls”\./)
  await user.type(field(editor.name), SEND)

  await waitFor(() => expect(plan.logs[0]?.content).toBe('Walls'))
  await waitFor(() => expect(panel.queryByRole('textbox', { name: editor.name })).toBeNull())
})

it.each(EDITORS)('keeps the focus on Save when saving an entry fails: $name', async (editor) => {
  const { plan, panel, user, field, save } = await editWalls(editor)
  plan.api.on(logsApi.update, () => BROKEN)
  const release = plan.api.hold(logsApi.update)

  await user.type(field(editor.name), ' of oak')
  const button = save()
  button.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
  expect(button.disabled).toBe(false)
  await user.keyboard('{Enter}')
  await user.type(field(editor.name), SEND)
  button.focus()
  release()
  await panel.findByText('Broken')

  expect(document.activeElement).toBe(button)
  expect(plan.api.sentTo(logsApi.update)).toHaveLength(1)
})

it('keeps the focus on the button when adding a log entry fails', async () => {
  const plan = new FakePlan('Research')
  const { panel, user } = await openNode(plan)
  plan.api.on(logsApi.add, () => BROKEN)
  const release = plan.api.hold(logsApi.add)

  await user.type(await panel.findByRole('textbox', { name: 'Log entry' }), 'Six walls')
  const button = panel.getByRole<HTMLButtonElement>('button', { name: 'Add entry' })
  button.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
  expect(button.disabled).toBe(false)
  await user.keyboard('{Enter}')
  release()
  await panel.findByText('Broken')

  expect(document.activeElement).toBe(button)
  expect(plan.api.sentTo(logsApi.add)).toHaveLength(1)
})

it('forgets the draft of an entry that was saved after its editor was closed', async () => {
  const name = 'Comment text'
  const { plan, entry, user, field, openTab } = await editWalls({ tab: /^Comments/, menu: 'Comment actions', name })
  const release = plan.api.hold(logsApi.update)
  const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

  await user.type(field(name), ` of oak${SEND}`)
  await openTab(/^Files/)
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

it.each(EDITORS)('asks before it replaces an entry that was changed in another tab: $name', async (editor) => {
  const { plan, panel, user, field, changeElsewhere } = await editWalls(editor)
  await user.type(field(editor.name), ' of oak')

  changeElsewhere('Six walls')
  await user.keyboard(SEND)
  await panel.findByText(/^This entry was changed since to “Six walls”\./)
  expect(plan.logs[0]?.content).toBe('Six walls')
  expect(field(editor.name).value).toBe('Walls of oak')
  await user.keyboard(SEND)

  await waitFor(() => expect(plan.logs[0]?.content).toBe('Walls of oak'))
  await waitFor(() => expect(panel.queryByRole('textbox', { name: editor.name })).toBeNull())
})
