import { type Claim, claimsApi } from '@cairn/contract/api/claims'
import type { PlanRole } from '@cairn/contract/rules/permissions'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
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
  expect(plan.api.sentTo(claimsApi.end)[0]).toMatchObject({
    params: { claimId: mine.id },
    body: { outcome: 'released' },
  })
})

it('offers viewers no way to take a task over', async () => {
  const { plan, node_id } = planWithClaim({ role: 'viewer' })
  openApp(`/plans/${plan.plan.id}?node=${node_id}`)

  const panel = within(await screen.findByRole('region', { name: 'Build' }))
  await panel.findByText(/holds this until/)
  expect(panel.queryByRole('button', { name: 'Take over' })).toBeNull()
})
