import { type Claim, claimsApi } from '@cairn/contract/api/claims'
import { plansApi } from '@cairn/contract/api/plans'
import type { PlanRole } from '@cairn/contract/rules/permissions'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { hasDrafts } from '../../lib/drafts.ts'
import { FakePlan } from '../../test/fakePlan.ts'
import { ME, makeId } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

const BEN = { id: makeId(), name: 'Ben Okafor' }

function planWithClaim(options: { role?: PlanRole } = {}) {
  const plan = new FakePlan('Research\nBuild', options)
  const node_id = plan.node('Build').id
  const times = { created_at: '2026-03-05T10:00:00.000Z', expires_at: new Date(Date.now() + 1_800_000).toISOString() }
  const claim: Claim = {
    ...{ id: makeId(), plan_id: plan.plan.id, node_id, fence: 1, user: BEN, agent: 'Claude' },
    ...times,
  }
  plan.claims = [claim]
  return { plan, claim, node_id }
}

const holdOf = (title: RegExp) =>
  within(screen.getByRole('treeitem', { name: title })).queryByRole('img', { name: /holds this until/ })

it('shows who holds a task on its row and in the panel, live', async () => {
  const { plan, claim, node_id } = planWithClaim()
  openApp(`/plans/${plan.plan.id}?node=${node_id}`)

  const panel = within(await screen.findByRole('region', { name: 'Build' }))
  await panel.findByText(/^Claude, for Ben Okafor, holds this until/)
  expect(holdOf(/^Build/)?.getAttribute('aria-label')).toMatch(/^Claude, for Ben Okafor/)
  expect(holdOf(/^Research/)).toBeNull()

  plan.claims = []
  const holder = { claim_id: claim.id, user_id: BEN.id, agent: 'Claude' }
  act(() => plan.happen('node.claim_ended', node_id, { before: holder, after: { outcome: 'released' } }))
  await waitFor(() => expect(holdOf(/^Build/)).toBeNull())
  expect(panel.queryByText(/holds this until/)).toBeNull()
})

it('takes a task over with one click, and lets it go again', async () => {
  const { plan, claim, node_id } = planWithClaim()
  const mine: Claim = { ...claim, id: makeId(), fence: 2, user: { id: ME, name: 'Ana Ruiz' }, agent: null }
  plan.api.on(claimsApi.claim, () => {
    plan.claims = [mine]
    return { reply: { claim: mine, node: plan.node('Build') } }
  })
  plan.api.on(claimsApi.end, () => {
    plan.claims = []
    return { reply: { node: plan.node('Build'), unblocked: [] } }
  })
  const { user } = openApp(`/plans/${plan.plan.id}?node=${node_id}`)
  const panel = within(await screen.findByRole('region', { name: 'Build' }))

  await user.click(await panel.findByRole('button', { name: 'Take over' }))
  await panel.findByText(/^You hold this until/)
  expect(plan.api.sentTo(claimsApi.claim)[0]?.body).toMatchObject({ node_id, take_over: true })
  await user.click(panel.getByRole('button', { name: 'Release' }))

  await waitFor(() => expect(panel.queryByText(/You hold this/)).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Build' }))
  expect(plan.api.sentTo(claimsApi.end)[0]).toMatchObject({
    params: { claimId: mine.id },
    body: { outcome: 'released' },
  })
})

it('counts down on the row, and reads claims again when one has expired', async () => {
  const { plan, claim } = planWithClaim()
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  openApp(`/plans/${plan.plan.id}`)
  await waitFor(() => expect(holdOf(/^Build/)?.getAttribute('aria-label')).toMatch(/30 min left$/))

  act(() => void vi.advanceTimersByTime(10 * 60_000))
  await waitFor(() => expect(holdOf(/^Build/)?.getAttribute('aria-label')).toMatch(/20 min left$/))
  // Asleep: the clock goes on, timers do not.
  vi.setSystemTime(Date.parse(claim.expires_at) + 60_000)
  const reads = plan.api.sentTo(claimsApi.list).length
  act(() => void vi.advanceTimersByTime(10_000))
  await waitFor(() => expect(plan.api.sentTo(claimsApi.list).length).toBeGreaterThan(reads))
  await waitFor(() => expect(holdOf(/^Build/)).toBeNull())
})

it('filters the tree to ready tasks and to those held by an agent, live', async () => {
  const { plan, claim, node_id } = planWithClaim()
  const { user } = openApp(`/plans/${plan.plan.id}`)
  await screen.findByRole('treeitem', { name: /^Build/ })
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Ready' }))
  await waitFor(() => expect(screen.queryByRole('treeitem', { name: /^Build/ })).toBeNull())
  screen.getByRole('treeitem', { name: /^Research/ })
  screen.getByText('1 match')

  plan.claims = []
  const holder = { claim_id: claim.id, user_id: BEN.id, agent: 'Claude' }
  act(() => plan.happen('node.claim_ended', node_id, { before: holder, after: { outcome: 'released' } }))
  await screen.findByText('2 matches')

  await user.click(screen.getByRole('checkbox', { name: 'Held by an agent' }))
  await screen.findByText('0 matches')
})

it('takes over by the menu and by a key, and says so with a way back', async () => {
  const { plan, claim, node_id } = planWithClaim()
  const mine: Claim = { ...claim, id: makeId(), fence: 2, user: { id: ME, name: 'Ana Ruiz' }, agent: null }
  plan.api.on(claimsApi.claim, () => {
    plan.claims = [mine]
    return { reply: { claim: mine, node: plan.node('Build') } }
  })
  plan.api.on(claimsApi.end, () => {
    plan.claims = [claim]
    return { reply: { node: plan.node('Build'), unblocked: [] } }
  })
  const { user } = openApp(`/plans/${plan.plan.id}`)
  const free = await screen.findByRole('treeitem', { name: /^Research/ })
  await waitFor(() => expect(holdOf(/^Build/)).not.toBeNull())
  fireEvent.contextMenu(free)
  await screen.findByRole('menu')
  expect(screen.queryByRole('menuitem', { name: /^Take over|^Hand over|^Release/ })).toBeNull()
  await user.keyboard('{Escape}')

  const row = screen.getByRole('treeitem', { name: /^Build/ })
  fireEvent.contextMenu(row)
  await user.click(await screen.findByRole('menuitem', { name: /^Take over/ }))
  await screen.findByText(/^You hold “Build” until .* Claude is notified with its next call\.$/)
  expect(plan.api.sentTo(claimsApi.claim)[0]?.body).toMatchObject({ node_id, take_over: true })
  await user.click(screen.getByRole('button', { name: 'Release' }))
  await screen.findByText('“Build” released')
  await waitFor(() => expect(holdOf(/^Build/)?.getAttribute('aria-label')).toMatch(/^Claude/))

  act(() => screen.getByRole('treeitem', { name: /^Build/ }).focus())
  await user.keyboard('o')
  await waitFor(() => expect(plan.api.sentTo(claimsApi.claim)).toHaveLength(2))
})

it('hands a task over to a person who can edit, with a note', async () => {
  const { plan, claim, node_id } = planWithClaim()
  const people = [
    { ...BEN, email: 'ben@example.com', avatar_url: null, role: 'editor' as const },
    { id: makeId(), name: 'Vera', email: 'vera@example.com', avatar_url: null, role: 'viewer' as const },
  ]
  plan.api.on(plansApi.availableUsers, () => ({ reply: people }))
  plan.api.on(claimsApi.handOver, () => {
    plan.claims = [{ ...claim, id: makeId(), fence: 2, agent: null }]
    return { reply: { claim: plan.claims[0] as Claim, node: plan.node('Build') } }
  })
  const { user } = openApp(`/plans/${plan.plan.id}?node=${node_id}`)
  const panel = within(await screen.findByRole('region', { name: 'Build' }))
  await user.click(await panel.findByRole('button', { name: 'Hand over…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand over “Build”' }))
  expect((await dialog.findByRole('combobox')).textContent).toContain('Ben Okafor')
  await user.type(dialog.getByLabelText(/^Note/), 'Needs a key.')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(panel.getByRole('button', { name: 'Hand over…' }))
  const again = within(await screen.findByRole('dialog', { name: 'Hand over “Build”' }))
  expect(again.getByLabelText<HTMLTextAreaElement>(/^Note/).value).toBe('Needs a key.')
  await user.click(again.getByRole('button', { name: 'Hand over' }))

  await screen.findByText('“Build” handed over to Ben Okafor')
  expect(plan.api.sentTo(claimsApi.handOver)[0]).toMatchObject({
    params: { claimId: claim.id },
    body: { user_id: BEN.id, summary: 'Needs a key.' },
  })
  expect(hasDrafts()).toBe(false)
  await panel.findByText(/^Ben Okafor holds this until/)
})

it('offers viewers no way to take a task over', async () => {
  const { plan, node_id } = planWithClaim({ role: 'viewer' })
  openApp(`/plans/${plan.plan.id}?node=${node_id}`)

  const panel = within(await screen.findByRole('region', { name: 'Build' }))
  await panel.findByText(/holds this until/)
  expect(panel.queryByRole('button', { name: 'Take over' })).toBeNull()
})
