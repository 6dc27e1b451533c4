import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakePlan } from '../../test/fakePlan.ts'
import { makeId, makeLog } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()

async function open(plan = new FakePlan('Research\nBuild', { role: 'viewer' })) {
  localStorage.setItem(`layout_mode:${plan.plan.id}`, 'tree')
  localStorage.setItem('tour_skipped', 'true')
  const app = openApp(`/plans/${plan.plan.id}?node=${plan.node('Research').id}`)
  const panel = await screen.findByRole('region', { name: 'Research' })
  await waitFor(() => expect(plan.live.heard.length).toBeGreaterThan(0))
  return { ...app, plan, panel }
}

const row = (title: string) => screen.findByRole('treeitem', { name: new RegExp(`^${title}`) })

it('watches, mutes and stops watching a node, also for viewers', async () => {
  const { user, plan, panel } = await open()
  const { id } = plan.node('Research')

  await user.click(await within(panel).findByRole('button', { name: 'Not watching' }))
  await user.click(await screen.findByRole('menuitemradio', { name: /^Watching/ }))
  expect(await within(await row('Research')).findByRole('img', { name: 'Watched by you' })).toBeTruthy()
  expect(within(await row('Build')).queryByRole('img', { name: 'Watched by you' })).toBeNull()
  await waitFor(() => expect(plan.watches.get(id)).toBe('watch'))

  await user.click(await within(panel).findByRole('button', { name: 'Watching' }))
  await user.click(await screen.findByRole('menuitemradio', { name: /^Muted/ }))
  await waitFor(() => expect(plan.watches.get(id)).toBe('mute'))
  expect(within(await row('Research')).queryByRole('img', { name: 'Watched by you' })).toBeNull()

  await user.click(await within(panel).findByRole('button', { name: 'Muted' }))
  await user.click(await screen.findByRole('menuitemradio', { name: /^Not watching/ }))
  await waitFor(() => expect(plan.watches.has(id)).toBe(false))
})

it('filters the tree to watched nodes and has commands in the palette', async () => {
  const { user, plan } = await open()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByPlaceholderText(/^Search nodes, plans/), 'watch')
  await user.click(await screen.findByRole('option', { name: 'Watch' }))
  await waitFor(() => expect(plan.watches.get(plan.node('Research').id)).toBe('watch'))

  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Watched by me' }))
  await waitFor(() => expect(screen.getAllByRole('treeitem')).toHaveLength(1))
  expect(await row('Research')).toBeTruthy()
})

it('filters the tree to nodes with unread comments, and keeps those that are read meanwhile', async () => {
  const plan = new FakePlan('Research\nBuild\nLaunch')
  const unread = (title: string) => ({ node_id: plan.node(title).id, count: 1, oldest_thread: makeId() })
  plan.unread = [unread('Build')]
  const { user } = await open(plan)
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Unread comments' }))
  await waitFor(() => expect(screen.getAllByRole('treeitem')).toHaveLength(1))
  expect(await row('Build')).toBeTruthy()

  plan.unread = [unread('Launch')]
  const { id: node_id } = plan.node('Launch')
  act(() => plan.happen('log.added', node_id, { before: null, after: makeLog({ node_id }) }, makeId()))
  await row('Launch')
  expect(screen.getAllByRole('treeitem')).toHaveLength(2)
})

it('shows no toast when someone else deletes a muted node', async () => {
  const plan = new FakePlan('Research\nBuild')
  const ids = [plan.node('Research').id, plan.node('Build').id]
  plan.watches.set(ids[0] ?? '', 'mute')
  const { router } = await open(plan)
  await within(await screen.findByRole('region', { name: 'Research' })).findByRole('button', { name: 'Muted' })

  const before = { parent_id: null, order_index: 0, count: 1 }
  act(() => plan.happen('node.deleted', ids[0] ?? '', { before, after: null }, makeId()))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Research' })).toBeNull())
  await act(() => router.navigate(`/plans/${plan.plan.id}?node=${ids[1]}`))
  await screen.findByRole('region', { name: 'Build' })
  act(() => plan.happen('node.deleted', ids[1] ?? '', { before, after: null }, makeId()))
  expect(await screen.findByText(/moved “Build” to the trash/)).toBeTruthy()
  expect(screen.queryByText(/moved “Research” to the trash/)).toBeNull()
})
