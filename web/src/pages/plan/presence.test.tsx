import type { LivePerson } from '@cairn/contract/api/live'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { ME, makeId } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

const BEN: LivePerson = { id: makeId(), name: 'Ben Okafor', avatar_url: null, node_id: null }

async function open(title: string) {
  const plan = new FakePlan('Research\nBuild')
  const app = openApp(`/plans/${plan.plan.id}?node=${plan.node(title).id}`)
  const panel = await screen.findByRole('region', { name: title })
  await waitFor(() => expect(plan.live.heard.some(({ type }) => type === 'presence')).toBe(true))
  const meet = (...people: LivePerson[]) =>
    act(() => plan.live.say({ type: 'presence', plan_id: plan.plan.id, people }))
  return { ...app, plan, panel, meet }
}

it('tells the others in which text the user writes, until the changed text is closed', async () => {
  const { plan, panel, user } = await open('Build')
  const node_id = plan.node('Build').id
  const signals = () => plan.live.heard.filter((message) => message.type === 'writing')
  // An open text is repeated.
  const fields = () => [...new Set(signals().map(({ field }) => field))]

  await user.click(within(panel).getByRole('button', { name: 'Add description...' }))
  await user.keyboard('Six walls')
  expect(signals()[0]).toEqual({ type: 'writing', plan_id: plan.plan.id, node_id, field: 'description' })
  await user.tab()
  expect(fields()).toEqual(['description'])
  const before = signals().length
  await waitFor(() => expect(signals().length).toBeGreaterThan(before), { timeout: 20_000 })
  await user.click(within(panel).getByRole('button', { name: 'Cancel' }))

  expect(fields()).toEqual(['description', null])
})

it('tells the others while the user writes acceptance criteria, until Enter', async () => {
  const { plan, panel, user } = await open('Build')
  const fields = () => plan.live.heard.flatMap((message) => (message.type === 'writing' ? [message.field] : []))

  await user.click(within(panel).getByRole('button', { name: 'Add criterion' }))
  await user.keyboard('Dry')
  expect(fields()).toEqual(['acceptance_criteria'])
  await user.keyboard('{Enter}')

  expect(fields()).toEqual(['acceptance_criteria', null])
})

it('shows who is writing in a text, and announces it once', async () => {
  const { plan, panel, meet } = await open('Build')
  const node_id = plan.node('Build').id
  const announced = () =>
    within(panel)
      .getAllByRole('status')
      .filter((status) => status.textContent !== '')
      .map((status) => status.textContent)

  meet({ ...BEN, node_id, writing: 'description' })
  await within(panel).findByText('Ben Okafor is writing…')
  expect(announced()).toEqual(['Ben Okafor started writing'])
  meet({ ...BEN, node_id, writing: null })
  await waitFor(() => expect(within(panel).queryByText('Ben Okafor is writing…')).toBeNull())

  expect(announced()).toEqual(['Ben Okafor started writing'])
})

it('shows an agent as what it is, beside its person', async () => {
  const { plan, meet } = await open('Build')

  meet({ id: ME, name: 'Ana Ruiz', avatar_url: null, agent: 'Claude', node_id: plan.node('Research').id })

  const row = screen.getByRole('treeitem', { name: /^Research/ })
  await within(row).findByRole('img', { name: 'Claude, for Ana Ruiz is viewing this' })
})

it('marks the row of a node that someone else changes, with their name', async () => {
  const { plan } = await open('Build')

  act(() => plan.change('Research', { title: 'Survey' }))

  const row = await screen.findByRole('treeitem', { name: /^Survey/ })
  const label = await within(row).findByText('Ben Okafor')
  // It takes a place of its own in the row instead of lying over the others.
  expect(label.parentElement).toBe(row)
})

it('follows a person to the nodes they open, until Escape', async () => {
  const { plan, user, meet, here } = await open('Build')
  const at = (title: string) => ({ ...BEN, node_id: plan.node(title).id })
  meet(at('Research'))

  await user.click(await screen.findByRole('button', { name: /^Ben Okafor/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Follow Ben Okafor' }))
  await screen.findByText('Following Ben Okafor')
  await screen.findByRole('region', { name: 'Research' })
  meet(at('Build'))
  await screen.findByRole('region', { name: 'Build' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText('Following Ben Okafor')).toBeNull())
  meet(at('Research'))

  expect(here()).toContain(plan.node('Build').id)
})

it('stops following with a click', async () => {
  const { plan, user, meet } = await open('Build')
  meet({ ...BEN, node_id: plan.node('Research').id })
  await user.click(await screen.findByRole('button', { name: /^Ben Okafor/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Follow Ben Okafor' }))
  await screen.findByRole('region', { name: 'Research' })

  await user.click(screen.getByRole('treeitem', { name: /^Build/ }))

  await screen.findByRole('region', { name: 'Build' })
  expect(screen.queryByText('Following Ben Okafor')).toBeNull()
})
