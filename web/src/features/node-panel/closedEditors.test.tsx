import { logsApi } from '@cairn/contract/api/logs'
import { nodesApi } from '@cairn/contract/api/nodes'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { readDraft } from '../../lib/drafts.ts'
import { FakePlan } from '../../test/fakePlan.ts'
import { ME, makeLog } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

const SEND = '{Control>}{Enter}{/Control}'
const REFUSED = { status: 500, error: 'Something went wrong.', code: 'internal' }

async function openNode() {
  const plan = new FakePlan('Research\nBuild')
  plan.logs.push(makeLog({ node_id: plan.node('Research').id, user_id: ME, content: 'Walls', log_type: 'comment' }))
  const app = openApp(`/plans/${plan.plan.id}?node=${plan.node('Research').id}`)
  const panel = within(await screen.findByRole('region', { name: 'Research' }))
  await panel.findByRole('button', { name: 'Add description...' })
  await waitFor(() => expect(plan.live.heard.length).toBeGreaterThan(0))
  return {
    ...app,
    plan,
    panel,
    tab: (name: RegExp) => app.user.click(screen.getByRole('tab', { name })),
    openBuild: async () => {
      await app.user.click(screen.getByRole('treeitem', { name: /^Build/ }))
      await screen.findByRole('region', { name: 'Build' })
    },
    /** Follows the toast, and returns the field that it leads to. */
    follow: async (toast: string, field: string, reason = /^Something went wrong\. Your text is kept\.$/) => {
      await screen.findByText(toast)
      screen.getByText(reason)
      await app.user.click(screen.getByRole('button', { name: 'Open' }))
      const region = await screen.findByRole('region', { name: 'Research' })
      return within(region).findByRole<HTMLTextAreaElement>('textbox', { name: field })
    },
  }
}

it('leads back to a description that was not saved', async () => {
  const { plan, panel, user, openBuild, follow } = await openNode()
  plan.api.on(nodesApi.update, () => REFUSED)
  const release = plan.api.hold(nodesApi.update)
  await user.click(panel.getByRole('button', { name: 'Add description...' }))
  await user.keyboard(`Six walls${SEND}`)
  await openBuild()
  release()

  expect((await follow('Failed to save description of “Research”', 'Description')).value).toBe('Six walls')
})

it('says why agent instructions were not saved after their editor was closed', async () => {
  const { plan, tab, user, openBuild, follow } = await openNode()
  plan.api.on(nodesApi.update, () => REFUSED)
  const release = plan.api.hold(nodesApi.update)
  await tab(/^Agent/)
  await user.click(screen.getByRole('button', { name: 'Add instructions' }))
  await user.keyboard(`Be brief${SEND}`)
  await openBuild()
  release()

  const toast = 'Failed to save agent instructions of “Research”'
  expect((await follow(toast, 'Agent instructions')).value).toBe('Be brief')
})

it('leads back to agent instructions that conflict', async () => {
  const { plan, tab, user, openBuild, follow } = await openNode()
  const release = plan.api.hold(nodesApi.update)
  await tab(/^Agent/)
  await user.click(screen.getByRole('button', { name: 'Add instructions' }))
  await user.keyboard(`Be brief${SEND}`)
  await openBuild()
  act(() => plan.change('Research', { agent_instructions: 'Be kind' }))
  release()

  const toast = 'Failed to save agent instructions of “Research”'
  const field = await follow(toast, 'Agent instructions', /changed the same lines\. Your text is kept\.$/)
  expect(field.value).toBe('Be brief')
})

it('reports a description that was not saved after Escape closed its editor', async () => {
  const { plan, panel, user } = await openNode()
  plan.api.on(nodesApi.update, () => REFUSED)
  const release = plan.api.hold(nodesApi.update)
  await user.click(panel.getByRole('button', { name: 'Add description...' }))
  await user.keyboard(`Six walls${SEND}{Escape}`)
  await panel.findByText('Unsaved draft')
  release()

  await screen.findByText('Failed to save description of “Research”')
})

it('leads back to a log entry that was not added', async () => {
  const { plan, panel, user, openBuild, follow } = await openNode()
  plan.api.on(logsApi.add, () => ({ status: 502, error: 'Bad Gateway', code: 'http_502' }))
  const release = plan.api.hold(logsApi.add)
  await user.type(panel.getByRole('textbox', { name: 'Log entry' }), `Six walls${SEND}`)
  await openBuild()
  release()

  const field = await follow('Failed to add log entry', 'Log entry', /^Bad Gateway\. Your text is kept\.$/)
  expect(field.value).toBe('Six walls')
})

it.each([
  { tabName: /^Logs/, menu: 'Entry actions', name: 'Entry text', toast: 'Failed to save entry' },
  { tabName: /^Comments/, menu: 'Comment actions', name: 'Comment text', toast: 'Failed to save comment' },
])('leads back to the editor of an entry that was not saved: $name', async ({ tabName, menu, name, toast }) => {
  const { plan, panel, tab, user, openBuild, follow } = await openNode()
  plan.api.on(logsApi.update, () => REFUSED)
  const release = plan.api.hold(logsApi.update)
  await tab(tabName)
  await user.click(await panel.findByRole('button', { name: menu }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  await user.type(await panel.findByRole('textbox', { name }), ` of oak${SEND}`)
  await openBuild()
  release()

  expect((await follow(toast, name)).value).toBe('Walls of oak')
})

describe('a comment whose tab is opened again while it is being saved', () => {
  async function saveAndReturn() {
    const opened = await openNode()
    const { plan, panel, tab, user } = opened
    const release = plan.api.hold(logsApi.update)
    const field = () => panel.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment text' })
    await tab(/^Comments/)
    await user.click(await panel.findByRole('button', { name: 'Comment actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    await user.type(await field(), ` of oak${SEND}`)
    await tab(/^Files/)
    await tab(/^Comments/)
    return { ...opened, release, field }
  }

  it('is closed with the reply', async () => {
    const { panel, release, field } = await saveAndReturn()
    expect((await field()).value).toBe('Walls of oak')
    release()

    await panel.findByText('Walls of oak', { selector: 'p' })
    expect(panel.queryByRole('textbox', { name: 'Comment text' })).toBeNull()
  })

  it('keeps what is typed meanwhile, and saves it without a conflict', async () => {
    const { plan, panel, user, release, field } = await saveAndReturn()
    const [entry] = plan.logs
    await user.type(await field(), ' and ash')
    release()
    await waitFor(() => expect(readDraft(`comment ${entry?.id}`)).toMatchObject({ version: 2 }))
    expect((await field()).value).toBe('Walls of oak and ash')

    await user.type(await field(), SEND)

    await panel.findByText('Walls of oak and ash', { selector: 'p' })
  })
})

it('leads back to a comment that was not sent', async () => {
  const { plan, panel, tab, user, openBuild, follow } = await openNode()
  plan.api.on(logsApi.add, () => REFUSED)
  const release = plan.api.hold(logsApi.add)
  await tab(/^Comments/)
  await user.type(await panel.findByRole('textbox', { name: 'Comment' }), `Six walls${SEND}`)
  await openBuild()
  release()
  await follow('Failed to send comment', 'Comment')

  screen.getByText('Not sent')
})

it('leads back to a criterion that was not saved', async () => {
  const { plan, panel, user, openBuild } = await openNode()
  plan.api.on(nodesApi.update, () => REFUSED)
  const release = plan.api.hold(nodesApi.update)
  await user.click(panel.getByRole('button', { name: 'Add criterion' }))
  await user.keyboard('It stands{Enter}')
  await openBuild()
  release()
  await screen.findByText('Failed to save acceptance criteria')
  await user.click(screen.getByRole('button', { name: 'Open' }))

  await screen.findByText('“It stands” isn’t saved. Something went wrong.')
})
