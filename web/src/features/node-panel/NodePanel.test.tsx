import { activityApi } from '@cairn/contract/api/activity'
import { logsApi } from '@cairn/contract/api/logs'
import { nodesApi } from '@cairn/contract/api/nodes'
import type { PlanRole } from '@cairn/contract/rules/permissions'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { makeLog } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

const OUTLINE = 'Research\n  Audit content\nBuild'

inWideWindow()

/** Opens the link of a node. */
async function open(
  title: string,
  { role, plan = new FakePlan(OUTLINE, role ? { role } : {}) }: { role?: PlanRole; plan?: FakePlan } = {},
) {
  const app = openApp(`/plans/${plan.plan.id}?node=${plan.node(title).id}`)
  const panel = await screen.findByRole('region', { name: title })
  await within(panel).findByRole('heading', { name: 'Description' })
  await waitFor(() => expect(plan.live.heard.length).toBeGreaterThan(0))
  return { ...app, plan, panel }
}

const tab = (name: RegExp) => screen.getByRole('tab', { name })

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
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    await user.click(await screen.findByRole('treeitem', { name: /^Build/ }))

    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Description' })).value).toBe(
      'Half a sentence',
    )
  })
})

it('moves to the end of the existing text', async () => {
  const plan = new FakePlan(OUTLINE)
  plan.change('Build', { description: 'Six walls' })
  const { user, panel } = await open('Build', { plan })

  await user.click(await within(panel).findByRole('button', { name: 'Edit description' }))
  await user.keyboard(', one roof')

  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' }).value).toBe('Six walls, one roof')
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

    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Build, Not started'))
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
  it('changes status, type and title', async () => {
    const { user, plan, panel } = await open('Build')

    await user.click(within(panel).getByRole('combobox', { name: 'Status' }))
    await user.click(await screen.findByRole('option', { name: 'In progress' }))
    await user.click(within(panel).getByRole('combobox', { name: 'Type' }))
    await user.click(await screen.findByRole('option', { name: 'Milestone' }))
    await user.click(within(panel).getByRole('button', { name: 'Build' }))
    await user.clear(screen.getByRole('textbox', { name: 'Title' }))
    await user.keyboard('Built{Enter}')

    await screen.findByRole('treeitem', { name: 'Built, In progress' })
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

    await user.click(within(panel).getByRole('button', { name: 'Assign someone' }))
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
})

describe('texts', () => {
  it('are edited in place and saved with the version they were loaded at', async () => {
    const { user, plan, panel } = await open('Build')

    await user.click(within(panel).getByRole('button', { name: 'Add description...' }))
    await user.type(screen.getByRole('textbox', { name: 'Description' }), 'All of it')
    await user.keyboard('{Control>}{Enter}{/Control}')

    await within(panel).findByText('All of it')
    expect(plan.api.sentTo(nodesApi.update)[0]?.body).toEqual({ description: 'All of it', expected_version: 1 })
    expect(screen.queryByRole('textbox', { name: 'Description' })).toBeNull()
  })

  it('keep both versions after a conflict and let the user choose for each passage', async () => {
    const { user, plan, panel } = await open('Build')
    await user.click(within(panel).getByRole('button', { name: 'Add description...' }))
    const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' })
    await user.type(field(), 'Mine')
    act(() => plan.change('Build', { description: 'Theirs' }))

    await user.click(screen.getByRole('button', { name: 'Save' }))
    const conflict = await screen.findByRole('group', { name: 'Conflict' })
    screen.getByText(/^Ben Okafor changed the same lines while you were editing\./)
    expect(field().value).toBe('Mine')
    expect(plan.node('Build').description).toBe('Theirs')
    await user.click(within(conflict).getByRole('radio', { name: /^Their version/ }))
    expect(field().value).toBe('Theirs')
    await user.click(within(conflict).getByRole('radio', { name: 'Both' }))
    expect(field().value).toBe('Mine\nTheirs')
    await user.type(field(), '\nOurs')
    expect(conflict.matches(':disabled')).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Save result' }))

    await waitFor(() => expect(plan.node('Build').description).toBe('Mine\nTheirs\nOurs'))
  })

  it('merge with another person’s changes to other lines', async () => {
    const { user, plan, panel } = await open('Build')
    act(() => plan.change('Build', { description: 'Walls\nRoof\nDoor' }))
    await user.click(await within(panel).findByRole('button', { name: 'Edit description' }))
    await user.type(screen.getByRole('textbox', { name: 'Description' }), ' of oak')
    act(() => plan.change('Build', { description: 'Six walls\nRoof\nDoor' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(plan.node('Build').description).toBe('Six walls\nRoof\nDoor of oak'))
    await screen.findByText('Merged with Ben Okafor’s changes')
  })

  it('that were not saved are offered as drafts when the node is opened again', async () => {
    const { user, panel } = await open('Build')
    await user.click(within(panel).getByRole('button', { name: 'Add description...' }))
    await user.type(screen.getByRole('textbox', { name: 'Description' }), 'Not done')

    await user.click(screen.getByRole('treeitem', { name: /^Research/ }))
    await screen.findByRole('region', { name: 'Research' })
    await user.click(screen.getByRole('treeitem', { name: /^Build/ }))

    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Description' })).value).toBe('Not done')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
  })

  it('show other people’s changes while they are not edited', async () => {
    const { plan, panel } = await open('Build')

    act(() => plan.change('Build', { description: 'From Ben' }))

    await within(panel).findByText('From Ben')
  })
})

it('edits acceptance criteria as a checklist', async () => {
  const { user, plan, panel } = await open('Build')

  await user.click(within(panel).getByRole('button', { name: 'Add criterion' }))
  await user.type(screen.getByLabelText('New criterion'), 'Works on a phone{Enter}Is fast{Enter}{Escape}')
  await user.click(await screen.findByRole('checkbox', { name: 'Is fast' }))

  await waitFor(() => expect(plan.node('Build').acceptance_criteria).toBe('Works on a phone\n[x] Is fast'))
  expect(within(panel).getByRole('heading', { name: 'Acceptance criteria · 1 of 2' })).toBeTruthy()

  await user.click(within(panel).getByRole('button', { name: 'Remove “Works on a phone”' }))
  await waitFor(() => expect(plan.node('Build').acceptance_criteria).toBe('[x] Is fast'))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(plan.node('Build').acceptance_criteria).toBe('Works on a phone\n[x] Is fast'))
})

it('renders Markdown and links in a criterion on one line', async () => {
  const { user, plan, panel } = await open('Build')
  act(() =>
    plan.change('Build', {
      acceptance_criteria: '1. Passes **every** test of https://example.com/tests\n# Not a heading',
    }),
  )

  const link = await within(panel).findByRole('link', { name: 'https://example.com/tests' })
  expect(link.getAttribute('target')).toBe('_blank')
  await user.click(within(panel).getByRole('checkbox', { name: '1. Passes every test of https://example.com/tests' }))

  expect(within(panel).getByRole('checkbox', { name: '# Not a heading' })).toBeTruthy()
  expect(within(panel).getByText('every').tagName).toBe('STRONG')
  await waitFor(() =>
    expect(plan.node('Build').acceptance_criteria).toBe(
      '[x] 1. Passes **every** test of https://example.com/tests\n# Not a heading',
    ),
  )
})

describe('logs', () => {
  it('are added with a type and tags by Ctrl+Enter', async () => {
    const { user, plan } = await open('Build')
    await user.click(tab(/^Logs/))

    await user.click(screen.getByRole('combobox', { name: 'Entry type' }))
    await user.click(await screen.findByRole('option', { name: 'Decision' }))
    await user.type(screen.getByRole('textbox', { name: /^Tags/ }), 'alpha, , beta ,alpha')
    await user.type(screen.getByRole('textbox', { name: 'Log entry' }), ' We go on. ')
    await user.keyboard('{Control>}{Enter}{/Control}')

    const list = await screen.findByRole('list', { name: 'Logs' })
    expect(within(list).getByText('We go on.')).toBeTruthy()
    expect(plan.api.sentTo(logsApi.add)[0]?.body).toEqual({
      content: 'We go on.',
      log_type: 'decision',
      tags: ['alpha', 'beta'],
    })
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Log entry' }).value).toBe('')
    expect(tab(/^Logs/).textContent).toBe('Logs1')
  })

  it('are listed a page at a time, and counted on all pages', async () => {
    const { user, plan } = await open('Build')
    const nodeId = plan.node('Build').id
    const [newer, older] = [
      makeLog({ content: 'Newer', node_id: nodeId }),
      makeLog({ content: 'Older', node_id: nodeId }),
    ]
    plan.api.on(logsApi.list, ({ query }) => ({
      reply: [query.cursor === undefined ? newer : older],
      headers: {
        'x-total-count': '2',
        ...(query.cursor === undefined && { link: '</api/logs?cursor=next>; rel="next"' }),
      },
    }))
    await user.click(tab(/^Logs/))
    await waitFor(() => expect(plan.live.heard.length).toBeGreaterThan(0))
    plan.happen('log.added', nodeId, { before: null, after: newer })

    await screen.findByText('Newer')
    expect(tab(/^Logs/).textContent).toBe('Logs2')
    await user.click(screen.getByRole('button', { name: 'Show earlier logs' }))
    await screen.findByText('Older')
    expect(screen.queryByRole('button', { name: 'Show earlier logs' })).toBeNull()
  })

  it('are not sent blank, and stay in the field when the server rejects them', async () => {
    const { user, plan } = await open('Build')
    plan.api.on(logsApi.add, () => ({ status: 500, error: 'Something went wrong.', code: 'internal' }))
    const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add entry' })
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Log entry' })

    await user.type(field, '   ')
    expect(button().disabled).toBe(true)
    await user.type(field, 'Text')
    await user.click(button())

    await screen.findByText('Something went wrong.')
    expect(field.value).toContain('Text')
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

it('renders agent instructions as safe Markdown and edits them with a preview', async () => {
  const plan = new FakePlan(OUTLINE)
  const text = '# Goal\n\n[bad](javascript:alert(1)) <script>alert(1)</script> **bold**'
  plan.node('Build').agent_instructions = text
  const { user } = await open('Build', { plan })
  await user.click(tab(/^Agent/))

  await screen.findByRole('heading', { name: 'Goal' })
  expect(screen.getByText('bad').getAttribute('href') ?? '').not.toMatch(/javascript/)
  expect(document.querySelector('script')).toBeNull()
  expect(screen.getByText(`${text.length} characters · 3 lines`)).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'Edit agent instructions' }))
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  expect(save().disabled).toBe(true)
  await user.clear(screen.getByRole('textbox', { name: 'Agent instructions' }))
  await user.type(screen.getByRole('textbox', { name: 'Agent instructions' }), '## Next')
  await user.click(screen.getByRole('radio', { name: 'Preview' }))
  await screen.findByRole('heading', { name: 'Next' })
  await user.click(save())

  await waitFor(() => expect(plan.node('Build').agent_instructions).toBe('## Next'))
})

it('keeps agent instructions that fail to save and shows one message', async () => {
  const plan = new FakePlan(OUTLINE)
  plan.api.on(nodesApi.update, () => ({ status: 500, error: 'Something went wrong.', code: 'internal' }))
  const { user } = await open('Build', { plan })
  await user.click(tab(/^Agent/))

  await user.click(await screen.findByRole('button', { name: 'Add instructions' }))
  await user.type(screen.getByRole('textbox', { name: 'Agent instructions' }), 'Go on')
  await user.click(screen.getByRole('button', { name: 'Save' }))

  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Failed to save agent instructions. Please try again.')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Agent instructions' }).value).toBe('Go on')
})
