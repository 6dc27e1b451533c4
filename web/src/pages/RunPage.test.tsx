import { plansApi } from '@cairn/contract/api/plans'
import { type RunChange, type RunDetail, runsApi } from '@cairn/contract/api/runs'
import { undoApi } from '@cairn/contract/api/undo'
import type { PlanRole } from '@cairn/contract/rules/permissions'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakePlan } from '../test/fakePlan.ts'
import { ANA, makeId } from '../test/make.ts'
import { openApp } from '../test/render.tsx'

const VIA = { kind: 'token' as const, name: 'Claude' }

function serve({ role = 'owner' as PlanRole, user = ANA } = {}) {
  const plan = new FakePlan('Research', { role })
  const node_id = plan.node('Research').id
  const entry = (revision: number, content: string, more: Partial<RunChange> = {}): RunChange => ({
    ...{ id: makeId(), revision, change: revision, undoable: true, undone: false, type: 'status_change', content },
    ...{ plan_id: plan.plan.id, node_id, node_title: 'Research', user, via: VIA, run_id: 'r 1' },
    ...{ created_at: '2026-03-05T10:00:00.000Z', data: { before: null, after: null } },
    ...more,
  })
  const run: RunDetail = {
    ...{
      run_id: 'r 1',
      plan_id: plan.plan.id,
      user,
      via: VIA,
      changes: 2,
      events: 3,
      calls: 7,
      nodes: 1,
      undoable: 3,
      undone: 0,
    },
    ...{ started_at: '2026-03-05T10:00:00.000Z', ended_at: '2026-03-05T10:03:20.000Z', kinds: {} },
  }
  const changes = [
    entry(2, 'Ana Ruiz started "Research"', {
      data: { before: { status: 'not_started' }, after: { status: 'in_progress' }, changed: ['status'] },
    }),
    entry(3, 'Ana Ruiz edited "Research"', {
      data: { before: { version: 1 }, after: { version: 2 }, changed: ['description'] },
    }),
    entry(4, 'Ana Ruiz added a log to "Research"', { change: 3 }),
  ]
  plan.api
    .on(runsApi.get, () => ({ reply: run }))
    .on(runsApi.changes, () => ({ reply: { changes } }))
    .on(runsApi.texts, () => ({ reply: { texts: [{ field: 'description', before: 'By bus', after: 'By train' }] } }))
  return { plan, run, changes }
}

const open = (plan: FakePlan) => openApp(`/plans/${plan.plan.id}/runs/r%201`)

it('says who ran, for how long, and what changed from what to what', async () => {
  const { plan } = serve()
  const { user } = open(plan)

  await screen.findByRole('heading', { name: 'Claude, for Ana Ruiz' })
  expect(screen.getByText('Duration').nextElementSibling?.textContent).toBe('3 min 20 s')
  expect(screen.getByText('Changes').nextElementSibling?.textContent).toBe('3')
  expect(screen.getByText('API calls').nextElementSibling?.textContent).toBe('7')
  const changes = within(await screen.findByRole('list', { name: 'Changes' })).getAllByRole('listitem')
  expect(changes.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Claude started "Research".*Status.*Not started.*In progress/),
    expect.stringMatching(/^Claude edited "Research".*Claude added a log/),
  ])

  await user.click(screen.getByRole('button', { name: 'Show description' }))
  expect((await screen.findByRole('region', { name: 'Before' })).textContent).toBe('By bus')
  expect(screen.getByRole('region', { name: 'After' }).textContent).toBe('By train')
})

it('is undone once all but its claims are', async () => {
  const { plan, run, changes } = serve()
  Object.assign(run, { undoable: 2, undone: 2 })
  for (const [index, change] of changes.entries()) Object.assign(change, { undone: index > 0, undoable: index > 0 })
  open(plan)

  const heading = await screen.findByRole('heading', { name: 'Claude, for Ana Ruiz' })
  within(heading.parentElement as HTMLElement).getByText('Undone')
  const list = within(await screen.findByRole('list', { name: 'Changes' }))
  expect(list.getAllByText('Undone')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
})

it('shows why a plan could not be loaded, and loads it again', async () => {
  const { plan } = serve()
  const load = plan.api.handlerOf(plansApi.get)
  plan.api.on(plansApi.get, () => ({ status: 400, error: 'Something went wrong.', code: 'invalid' }))
  const { user } = open(plan)

  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong.')
  plan.api.on(plansApi.get, load)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'Claude, for Ana Ruiz' })
})

it.each([
  [404, false],
  [403, false],
  [503, true],
])('offers to try an undo again after a %i only if that can help: %s', async (status, canHelp) => {
  const { plan } = serve()
  plan.api.on(undoApi.undo, () => ({ status, error: `Status ${status}`, code: 'internal' }))
  const { user } = open(plan)

  await user.click(await screen.findByRole('button', { name: `Undo this change: Claude started "Research"` }))
  const message = (await screen.findByText(`Status ${status}`)).closest('li')

  expect(message?.textContent?.includes('Try again')).toBe(canHelp)
})

it('shows what an agent did while another page was open', async () => {
  const { plan, run } = serve()
  const { router } = open(plan)
  const duration = () => screen.getByText('Duration').nextElementSibling?.textContent
  await screen.findByRole('heading', { name: 'Claude, for Ana Ruiz' })
  const address = router.state.location.pathname
  await act(() => router.navigate('/settings'))
  plan.api.on(runsApi.get, () => ({ reply: { ...run, ended_at: '2026-03-05T10:05:00.000Z' } }))

  await act(() => router.navigate(address))

  await waitFor(() => expect(duration()).toBe('5 min'))
})

it('says when a change had nothing left to undo', async () => {
  const { plan } = serve()
  const result = { change: null, undone: 0, kinds: {}, blocked: [], already: 1, logs: 0, left: 0, node_ids: [] }
  plan.api.on(undoApi.undo, () => ({ reply: result }))
  const { user } = open(plan)

  await user.click(await screen.findByRole('button', { name: `Undo this change: Claude started "Research"` }))
  await screen.findByText('Nothing to undo')
})

it('undoes one change, and says what is in the way', async () => {
  const { plan } = serve()
  const blocked = [
    {
      ...{ revision: 2, kind: 'node.status_changed' as const, node_id: null, node_title: 'Research' },
      ...{ code: 'changed_since' as const, by: { id: makeId(), name: 'Ben Okafor' }, at: null },
    },
  ]
  const details = { change: null, undone: 0, kinds: {}, blocked, already: 0, logs: 0, left: 0, node_ids: [] }
  plan.api.on(undoApi.undo, () => ({ status: 409, error: 'In the way', code: 'undo_blocked', details }))
  const { user } = open(plan)

  await user.click(await screen.findByRole('button', { name: `Undo this change: Claude started "Research"` }))
  expect((await screen.findByRole('dialog')).textContent).toContain('Ben Okafor changed')
  expect(plan.api.sentTo(undoApi.undo)[0]?.body).toMatchObject({ changes: [2] })
})

it('keeps the focus at a change that is undone', async () => {
  const { plan, run, changes } = serve()
  const result = { change: null, undone: 1, kinds: {}, blocked: [], already: 0, logs: 0, left: 0, node_ids: [] }
  plan.api.on(undoApi.undo, () => {
    run.undone = run.undoable
    for (const change of changes) change.undone = true
    return { reply: result }
  })
  const { user } = open(plan)
  const button = await screen.findByRole('button', { name: 'Undo this change: Claude started "Research"' })
  const row = button.closest('li') as HTMLElement
  button.focus()
  await user.keyboard('{Enter}')

  await within(row).findByText('Undone')
  await waitFor(() => expect(document.activeElement).toBe(within(row).getByRole('link')))
})

it('undoes the whole run after a preview', async () => {
  const { plan, run } = serve()
  const result = { change: null, undone: 3, kinds: {}, blocked: [], already: 0, logs: 0, left: 0, node_ids: [] }
  plan.api.on(undoApi.undo, () => ({ reply: result }))
  const { user } = open(plan)

  await user.click(await screen.findByRole('button', { name: 'Undo this run' }))
  await user.click(await screen.findByRole('button', { name: 'Undo run' }))

  await waitFor(() => expect(plan.api.sentTo(undoApi.undo).at(-1)?.body).toMatchObject({ run_id: run.run_id }))
})

it('shows the preview again if the plan has changed since, and says what stayed', async () => {
  const { plan } = serve()
  const result = { change: null, undone: 3, kinds: {}, blocked: [], already: 0, logs: 0, left: 0, node_ids: [] }
  let undone = 3
  plan.api.on(undoApi.undo, () => ({ reply: { ...result, undone, kinds: { 'node.updated': undone } } }))
  const { user } = open(plan)
  await user.click(await screen.findByRole('button', { name: 'Undo this run' }))
  await screen.findByText('3 edits undone')

  undone = 2
  await user.click(screen.getByRole('button', { name: 'Undo run' }))
  await screen.findByText('The plan has changed. Above is what undoing would do now.')
  await screen.findByText('2 edits undone')
  expect(plan.api.sentTo(undoApi.undo).map(({ body }) => body)).toMatchObject([{ preview: true }, { preview: true }])

  await user.click(screen.getByRole('button', { name: 'Undo run' }))
  await screen.findByText(/^Run undone: 2 changes/)
})

it('offers no undo to people who may not', async () => {
  const { plan } = serve({ role: 'viewer' })
  open(plan)

  await screen.findByRole('list', { name: 'Changes' })
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
})

it('says that a run was not found', async () => {
  const { plan } = serve()
  plan.api.on(runsApi.get, () => ({ status: 404, error: 'Run not found', code: 'run_not_found' }))
  open(plan)

  await screen.findByRole('heading', { name: 'Run not found' })
})

it('lists the runs of a plan, and says when there are none', async () => {
  const { plan, run } = serve()
  plan.api.on(runsApi.list, () => ({ reply: { runs: [run] } })).on(plansApi.get, () => ({ reply: plan.plan }))
  const { user, here } = openApp(`/plans/${plan.plan.id}/runs`)

  await user.click(await screen.findByRole('link', { name: /Claude, for Ana Ruiz.*3 changes in 3 min 20 s/ }))
  expect(here()).toBe(`/plans/${plan.plan.id}/runs/r%201`)

  plan.api.on(runsApi.list, () => ({ reply: { runs: [] } }))
  openApp(`/plans/${plan.plan.id}/runs`)
  await screen.findByText('No runs yet')
})

it('shows no list of runs once the plan is no longer shared with the user', async () => {
  const { plan, run } = serve()
  plan.api
    .on(runsApi.list, () => ({ reply: { runs: [run] } }))
    .on(plansApi.get, () => ({ status: 404, error: 'Plan not found', code: 'plan_not_found' }))
  openApp(`/plans/${plan.plan.id}/runs`)

  await screen.findByRole('heading', { name: 'Plan not found' })
  expect(screen.queryByRole('link', { name: /Claude/ })).toBeNull()
})
