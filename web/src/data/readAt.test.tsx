// Requests for other data of a plan while others change it.
import type { Endpoint } from '@cairn/contract/api/common'
import { edgesApi } from '@cairn/contract/api/edges'
import { nodesApi } from '@cairn/contract/api/nodes'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakePlan } from '../test/fakePlan.ts'
import { makeEdge } from '../test/make.ts'
import { openApp } from '../test/render.tsx'
import { inWideWindow } from '../test/wideWindow.ts'

inWideWindow()

/** Replies with the state at request time, but only after the returned function is called: a slow network. */
function slow<E extends Endpoint>(plan: FakePlan, endpoint: E): () => void {
  const answer = plan.api.handlerOf(endpoint)
  let deliver = () => {}
  const arrived = new Promise<void>((resolve) => (deliver = resolve))
  plan.api.on(endpoint, async (request) => {
    const now = structuredClone(await answer(request)) as Awaited<ReturnType<typeof answer>>
    await arrived
    return now as never
  })
  return deliver
}

/** Opens a node's panel and waits until the plan is subscribed and the slow request is running. */
async function open(plan: FakePlan, title: string, reading: Endpoint) {
  localStorage.setItem(`layout_mode:${plan.plan.id}`, 'tree')
  const { user } = openApp(`/plans/${plan.plan.id}?node=${plan.node(title).id}`)
  await screen.findByRole('region', { name: title })
  await waitFor(() => {
    expect(plan.api.sentTo(reading)).toHaveLength(1)
    expect(plan.live.heard.map(({ type }) => type)).toContain('subscribe')
  })
  return user
}

/** Resolves when the page shows it, and therefore everything that happened before. */
async function othersRename(plan: FakePlan, title: string) {
  act(() => plan.change(title, { title: `${title} all` }))
  await screen.findByRole('treeitem', { name: new RegExp(`^${title} all`) })
}

it('shows a link created while the links were loading', async () => {
  const plan = new FakePlan('Prepare\n  Buy ropes\n  Pack')
  const edge = makeEdge({ source_id: plan.node('Buy ropes').id, target_id: plan.node('Pack').id })
  const deliver = slow(plan, edgesApi.list)
  await open(plan, 'Pack', edgesApi.list)

  act(() => plan.happen('edge.created', null, { before: null, after: edge }))
  await othersRename(plan, 'Prepare')
  deliver()

  const list = await screen.findByRole('list', { name: 'Depends on' })
  expect(within(list).getByText('Buy ropes')).toBeTruthy()
  expect(plan.api.sentTo(edgesApi.list)).toHaveLength(1)
})

it('shows a description changed while the node was loading', async () => {
  const plan = new FakePlan('Prepare\n  Pack')
  const deliver = slow(plan, nodesApi.get)
  const user = await open(plan, 'Pack', nodesApi.get)

  act(() => plan.change('Pack', { description: 'Twenty metres of rope.' }))
  await othersRename(plan, 'Prepare')
  deliver()

  await user.click(await screen.findByRole('button', { name: 'Edit description' }))
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' }).value).toBe('Twenty metres of rope.')
  expect(plan.api.sentTo(nodesApi.get)).toHaveLength(1)
})
