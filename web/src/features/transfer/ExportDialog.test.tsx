import { type PlanFile, transferApi } from '@cairn/contract/api/transfer'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { openApp } from '../../test/render.tsx'

it('exports the plan in the selected format, and says why it failed', async () => {
  const plan = new FakePlan('Research')
  const refuse = () => ({ status: 429, error: 'Too many requests. Try again in 20 seconds.', code: 'rate_limited' })
  plan.api.on(transferApi.export, refuse)
  const names: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:plan')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const { user } = openApp(`/plans/${plan.plan.id}`)
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Export plan…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export plan' }))
  await user.click(dialog.getByRole('radio', { name: /^CSV/ }))
  await user.click(dialog.getByRole('button', { name: 'Export' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Too many requests')

  const at = '2026-03-04T10:00:00.000Z'
  const file: PlanFile = {
    format: 'cairn.plan',
    version: 1,
    exported_at: at,
    plan: { id: '1', title: 'Research', description: null, status: 'draft', created_at: at, updated_at: at },
    nodes: [],
    edges: [],
    logs: [],
    files: [],
  }
  plan.api.on(transferApi.export, () => ({ reply: file }))
  await user.click(dialog.getByRole('button', { name: 'Export' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(plan.api.sentTo(transferApi.export).map(({ query }) => query.format)).toEqual(['csv', 'csv'])
  expect(names).toEqual([expect.stringMatching(/^.+-\d{4}-\d\d-\d\d\.csv$/)])
})
