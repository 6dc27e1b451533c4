import { nodesApi } from '@cairn/contract/api/nodes'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { OUTLINE, open, tab } from '../../test/nodePanel.ts'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

it('moves to the end of the existing text', async () => {
  const plan = new FakePlan(OUTLINE)
  plan.change('Build', { description: 'Six walls' })
  const { user, panel } = await open('Build', { plan })

  await user.click(await within(panel).findByRole('button', { name: 'Edit description' }))
  await user.keyboard(', one roof')

  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' }).value).toBe('Six walls, one roof')
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
