import { logsApi } from '@cairn/contract/api/logs'
import { nodesApi } from '@cairn/contract/api/nodes'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { readDraft } from '../../lib/drafts.ts'
import { FakePlan } from '../../test/fakePlan.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

async function openNode(plan: FakePlan) {
  const app = openApp(`/plans/${plan.plan.id}?node=${plan.node('Research').id}`)
  return { ...app, panel: within(await screen.findByRole('region', { name: 'Research' })) }
}

it('keeps a description as a draft when Escape closes it, to continue or discard', async () => {
  const plan = new FakePlan('Research')
  const { panel, user } = await openNode(plan)

  await user.click(await panel.findByRole('button', { name: 'Add description...' }))
  await user.keyboard('Six walls{Escape}')
  await panel.findByText('Unsaved draft')
  expect(panel.queryByRole('textbox', { name: 'Description' })).toBeNull()
  await user.click(panel.getByRole('button', { name: 'Continue editing' }))
  expect(panel.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' }).value).toBe('Six walls')
  await user.keyboard('{Escape}')
  await user.click(panel.getByRole('button', { name: 'Discard' }))
  await panel.findByRole('button', { name: 'Add description...' })
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(panel.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' }).value).toBe('Six walls'),
  )
  await user.click(panel.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(plan.node('Research').description).toBe('Six walls'))
})

it('continues a description when Enter follows Escape', async () => {
  const { panel, user } = await openNode(new FakePlan('Research'))

  await user.click(await panel.findByRole('button', { name: 'Add description...' }))
  await user.keyboard('Six walls{Escape}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Continue editing'))
  await user.keyboard('{Enter}')

  expect(panel.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' }).value).toBe('Six walls')
})

it('stores a description as a draft while it is typed, until it is as it was', async () => {
  const plan = new FakePlan('Research')
  const { panel, user } = await openNode(plan)
  const stored = () => readDraft<{ text: string }>(`${plan.node('Research').id} description`)?.text

  await user.click(await panel.findByRole('button', { name: 'Add description...' }))
  await user.keyboard('Six walls')
  await waitFor(() => expect(stored()).toBe('Six walls'))
  await user.keyboard('.')
  window.dispatchEvent(new Event('pagehide'))
  expect(stored()).toBe('Six walls.')
  await user.clear(panel.getByRole('textbox', { name: 'Description' }))

  await waitFor(() => expect(stored()).toBeUndefined())
})

describe('the result of a conflict that was edited by hand', () => {
  const meetConflict = async () => {
    const plan = new FakePlan('Research\nBuild')
    const { panel, user } = await openNode(plan)
    await user.click(await panel.findByRole('button', { name: 'Add description...' }))
    await user.keyboard('Mine')
    act(() => plan.change('Research', { description: 'Theirs' }))
    await user.click(panel.getByRole('button', { name: 'Save' }))
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Description' })
    await user.click(await panel.findByRole('radio', { name: 'Both' }))
    await user.type(field, '\nOurs')
    return { plan, panel, user, field }
  }

  it('is a draft when the node is opened again, and is saved on top of the other text', async () => {
    const { plan, user } = await meetConflict()

    await user.click(screen.getByRole('treeitem', { name: /^Build/ }))
    await screen.findByRole('region', { name: 'Build' })
    await user.click(screen.getByRole('treeitem', { name: /^Research/ }))
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Description' })
    expect(field.value).toBe('Mine\nTheirs\nOurs')
    await user.click(screen.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(plan.node('Research').description).toBe('Mine\nTheirs\nOurs'))
  })

  it('returns when Undo follows Cancel', async () => {
    const { panel, user } = await meetConflict()

    await user.click(panel.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))

    const field = await panel.findByRole<HTMLTextAreaElement>('textbox', { name: 'Description' })
    expect(field.value).toBe('Mine\nTheirs\nOurs')
  })

  it('is replaced by the chosen versions again', async () => {
    const { plan, panel, user, field } = await meetConflict()

    await user.click(panel.getByRole('button', { name: 'Choose versions again' }))

    expect(field.value).toBe('Mine\nTheirs')
    expect(readDraft(`${plan.node('Research').id} description`)).toMatchObject({ text: 'Mine' })
  })
})

it('keeps a new criterion as a draft when Escape closes it', async () => {
  const plan = new FakePlan('Research')
  const { panel, user } = await openNode(plan)

  await user.click(await panel.findByRole('button', { name: 'Add criterion' }))
  await user.keyboard('It stands{Escape}')
  await waitFor(() => expect(panel.queryByRole('textbox', { name: 'New criterion' })).toBeNull())
  expect(plan.api.sentTo(nodesApi.update)).toEqual([])
  await user.click(panel.getByRole('button', { name: 'Add criterion' }))
  await user.keyboard('{Enter}')

  await waitFor(() => expect(plan.node('Research').acceptance_criteria).toBe('It stands'))
})

it('keeps the title of a new node as a draft when Escape closes its dialog', async () => {
  const plan = new FakePlan('Research')
  const { user } = openApp(`/plans/${plan.plan.id}`)
  await screen.findByRole('treeitem', { name: /^Research/ })

  await user.keyboard('n')
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Survey')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(readDraft(`title of a new node ${plan.plan.id}`)).toBe('Survey')
  await user.keyboard('n')
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })).value).toBe('Survey')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.keyboard('n')

  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })).value).toBe('')
})

it('forgets a sent log entry, also if another tab is opened before the reply', async () => {
  const plan = new FakePlan('Research')
  const { panel, user } = await openNode(plan)
  const stored = () => readDraft<{ content: string }>(`${plan.node('Research').id} log`)?.content
  const release = plan.api.hold(logsApi.add)

  await user.type(await panel.findByRole('textbox', { name: 'Log entry' }), 'Six walls')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await user.click(panel.getByRole('tab', { name: /^Files/ }))
  await waitFor(() => expect(panel.queryByRole('textbox', { name: 'Log entry' })).toBeNull())
  expect(stored()).toBe('Six walls')
  release()

  await waitFor(() => expect(stored()).toBeUndefined())
  expect(plan.logs.map(({ content }) => content)).toEqual(['Six walls'])
})

it('renders descriptions as Markdown with links', async () => {
  const plan = new FakePlan('Research')
  plan.change('Research', { description: 'See https://example.com/a and\n- [x] **one**\n\n<script>alert(1)</script>' })
  const { panel } = await openNode(plan)

  const link = await panel.findByRole('link', { name: 'https://example.com/a' })
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
  expect(panel.getByText('one').tagName).toBe('STRONG')
  expect(panel.getByRole('checkbox', { name: 'Done' })).toHaveProperty('disabled', true)
  expect(document.querySelector('script')).toBeNull()
})

it('leaves a newer text alone when an older one was discarded', async () => {
  const plan = new FakePlan('Research')
  const { panel, user } = await openNode(plan)
  await user.click(await panel.findByRole('button', { name: 'Add description...' }))
  await user.keyboard('Old')
  await user.click(panel.getByRole('button', { name: 'Cancel' }))
  await screen.findByText('Draft discarded')

  await user.click(await panel.findByRole('button', { name: 'Add description...' }))
  await user.keyboard('New')

  await waitFor(() => expect(screen.queryByText('Draft discarded')).toBeNull())
  expect(panel.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' }).value).toBe('New')
})
