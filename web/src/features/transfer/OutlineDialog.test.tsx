import { type OutlinePreview, planOutlineApi } from '@cairn/contract/api/planOutline'
import { transferApi } from '@cairn/contract/api/transfer'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { makeId } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'

const shown = (more: Partial<OutlinePreview> = {}): OutlinePreview => ({
  applied: false,
  can_apply: true,
  revision: 7,
  counts: { added: 1, edited: 1, moved: 0, missing: 2, removed: 0 },
  changes: [
    {
      kind: 'changed',
      line: 3,
      node_id: makeId(),
      title: 'Shoes',
      node_type: 'task',
      fields: [
        { field: 'title', before: 'Boots', after: 'Shoes' },
        { field: 'status', before: 'not_started', after: 'completed' },
      ],
      moved: null,
      node_count: 1,
      overwrites: true,
    },
  ],
  change_count: 1,
  problem_count: 0,
  problems: [],
  ...more,
})

async function open(plan: FakePlan) {
  plan.api.on(transferApi.export, () => ({ open: () => new Response('- [ ] Boots {#12345678}\n') }))
  const app = openApp(`/plans/${plan.plan.id}`)
  return { ...app, ...(await openDialog(app.user)) }
}

async function openDialog(user: ReturnType<typeof openApp>['user']) {
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit as outline…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit as outline' }))
  const box = await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: 'Outline' })
  return { dialog, box }
}

it('shows what an edit changes, applies it and offers Undo', async () => {
  const plan = new FakePlan('Research')
  plan.api.on(planOutlineApi.changeByOutline, ({ query }) => ({
    reply: shown(query.dry_run === 'false' ? { applied: true } : {}),
    headers: { 'x-change': '8' },
  }))
  const { user, dialog, box } = await open(plan)
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Apply changes' }).disabled).toBe(true)
  fireEvent.input(box, { target: { value: '- [x] Shoes {#12345678}' } })
  const changes = within(await dialog.findByRole('list', { name: 'Changes' }))
  expect(changes.getByText(/Status:/).textContent).toBe('Status: Not started → Completed')
  expect(changes.getByText(/Someone changed this node/)).toBeTruthy()
  await user.click(dialog.getByRole('checkbox', { name: 'Move 2 nodes that the outline lacks to the trash' }))
  await waitFor(() =>
    expect(plan.api.sentTo(planOutlineApi.changeByOutline).map(({ query }) => query.remove)).toEqual(['false', 'true']),
  )
  const apply = dialog.getByRole<HTMLButtonElement>('button', { name: 'Apply changes' })
  await waitFor(() => expect(apply.disabled).toBe(false))
  box.focus()
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(plan.api.sentTo(planOutlineApi.changeByOutline).at(-1)?.query).toEqual({
    dry_run: 'false',
    expected_revision: '7',
    remove: 'true',
  })
  expect(await screen.findByText(/^Outline applied/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
})

it('keeps the text when it is closed, and discards it only with a way back', async () => {
  const plan = new FakePlan('Research')
  plan.api.on(planOutlineApi.changeByOutline, () => ({ reply: shown() }))
  const { user, dialog, box } = await open(plan)
  fireEvent.input(box, { target: { value: '- [ ] Mine' } })
  await user.click(dialog.getByRole('button', { name: 'Keep for later' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const again = await openDialog(user)
  expect(again.box.value).toBe('- [ ] Mine')
  await user.click(again.dialog.getByRole('button', { name: 'Discard edits' }))
  await waitFor(() => expect(again.dialog.getByRole<HTMLTextAreaElement>('textbox').value).toContain('Boots'))
  const toast = (await screen.findByText('Edits discarded')).closest('li')
  fireEvent.click(within(toast ?? document.body).getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Outline' }).value).toBe('- [ ] Mine'),
  )
})

it('shows errors by line, and a new preview if the plan has changed', async () => {
  const plan = new FakePlan('Research')
  const problems = [{ line: 1, field: 'title', message: 'The title is missing', instead: null }]
  plan.api.on(planOutlineApi.changeByOutline, () => ({
    reply: shown({ can_apply: false, problems, problem_count: 1 }),
  }))
  const { user, dialog, box } = await open(plan)
  fireEvent.input(box, { target: { value: '- [ ] ' } })
  expect(await dialog.findByText('Fix the lines below to apply your changes')).toBeTruthy()
  expect(dialog.getByRole('list', { name: 'Problems' }).textContent).toBe('Line 1 The title is missing.')
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Apply changes' }).disabled).toBe(true)
  await user.click(dialog.getByRole('list', { name: 'Problems' }).querySelector('button') as HTMLElement)
  expect([box.selectionStart, box.selectionEnd]).toEqual([0, 6])

  plan.api.on(planOutlineApi.changeByOutline, ({ query }) =>
    query.dry_run === 'false'
      ? {
          status: 409,
          error: 'The plan has changed since the preview. Review the changes again.',
          code: 'plan_changed',
          details: shown({ counts: { added: 3, edited: 0, moved: 0, missing: 0, removed: 0 } }),
        }
      : { reply: shown() },
  )
  fireEvent.input(box, { target: { value: '- [ ] Socks' } })
  const apply = dialog.getByRole<HTMLButtonElement>('button', { name: 'Apply changes' })
  await waitFor(() => expect(apply.disabled).toBe(false))
  await user.click(apply)
  expect((await dialog.findByRole('alert')).textContent).toContain('Review the changes again')
  expect(dialog.getByText('3 new')).toBeTruthy()
  expect(box.value).toBe('- [ ] Socks')
})

it('applies nothing that was not previewed', async () => {
  const plan = new FakePlan('Research')
  plan.api.on(planOutlineApi.changeByOutline, () => ({ reply: shown() }))
  const { user, dialog, box } = await open(plan)
  fireEvent.input(box, { target: { value: '- [ ] Shoes' } })
  const apply = dialog.getByRole<HTMLButtonElement>('button', { name: 'Apply changes' })
  await waitFor(() => expect(apply.disabled).toBe(false))

  plan.api.on(planOutlineApi.changeByOutline, () => ({
    status: 503,
    error: 'Service unavailable',
    code: 'unavailable',
  }))
  await user.click(dialog.getByRole('checkbox', { name: /^Move 2 nodes/ }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Service unavailable')
  expect(dialog.getByText('Not compared with the plan')).toBeTruthy()
  expect(dialog.queryByRole('list', { name: 'Changes' })).toBeNull()
  expect(apply.disabled).toBe(true)

  plan.api.on(planOutlineApi.changeByOutline, () => ({ reply: shown() }))
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(apply.disabled).toBe(false))
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(plan.api.sentTo(planOutlineApi.changeByOutline).at(-1)?.query.remove).toBe('true')
})

it('stays open and takes no edits while its changes are applied', async () => {
  const plan = new FakePlan('Research')
  plan.api.on(planOutlineApi.changeByOutline, ({ query }) => ({
    reply: shown(query.dry_run === 'false' ? { applied: true } : {}),
    headers: { 'x-change': '8' },
  }))
  const { user, dialog, box } = await open(plan)
  fireEvent.input(box, { target: { value: '- [ ] Shoes' } })
  const apply = dialog.getByRole<HTMLButtonElement>('button', { name: 'Apply changes' })
  await waitFor(() => expect(apply.disabled).toBe(false))
  const arrive = plan.api.hold(planOutlineApi.changeByOutline)
  await user.click(apply)
  await dialog.findByRole('button', { name: 'Applying...' })

  box.focus()
  await user.keyboard('{Tab}')
  const files = [new File(['- [ ] Hats'], 'outline.md')]
  fireEvent.drop(box, { dataTransfer: { types: ['Files'], files } })
  fireEvent.change(dialog.getByLabelText('Outline file'), { target: { files } })
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Open file…' }).disabled).toBe(true)
  await user.keyboard('{Escape}{Escape}')
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(screen.getByRole('dialog', { name: 'Edit as outline' })).toBeTruthy()
  expect(box.value).toBe('- [ ] Shoes')

  arrive()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('indents with Tab until Escape is pressed', async () => {
  const { user, box, dialog } = await open(new FakePlan('Research'))
  box.focus()
  box.setSelectionRange(0, 0)
  await user.keyboard('{Tab}')
  expect(box.value.startsWith('  - [ ] Boots')).toBe(true)
  await user.keyboard('{Escape}{Tab}')
  expect(document.activeElement).not.toBe(box)
  expect(dialog.getByRole('textbox')).toBeTruthy()
})
