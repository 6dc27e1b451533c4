import { nodesApi } from '@cairn/contract/api/nodes'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, onTestFinished, vi } from 'vitest'
import { makeNodeActions } from '../actions/nodeActions.ts'
import { listDrafts } from '../lib/drafts.ts'
import { saveSession } from '../lib/session.ts'
import { FakePlan } from '../test/fakePlan.ts'
import { makeSession } from '../test/make.ts'
import { openApp, openPart } from '../test/render.tsx'
import { Toaster } from '../ui/Toast.tsx'
import { PlanNodes } from './nodeStore.ts'
import { nodesQuery } from './nodes.ts'

/** The node actions without a page, with or without a live connection that delivers every event. */
async function open(outline: string, { isLive = false } = {}) {
  const plan = new FakePlan(outline)
  saveSession(makeSession())
  const cache = new QueryClient()
  const nodes = await cache.fetchQuery(nodesQuery(plan.plan.id))
  onTestFinished(new QueryObserver(cache, nodesQuery(plan.plan.id)).subscribe(() => undefined))
  if (isLive) nodes.channel = { restart: vi.fn() }
  const actions = makeNodeActions({ planId: plan.plan.id, nodes, cache })
  const get = (title: string) => nodes.get(plan.node(title).id)
  return { plan, nodes, actions, get, id: (title: string) => plan.node(title).id }
}

it('sends writes to one node one at a time, and writes to other nodes in parallel', async () => {
  const { plan, actions, id } = await open('A\nB')
  const [a, b] = [id('A'), id('B')]
  const release = plan.api.hold(nodesApi.update)

  actions.edit(a, { title: 'A2' })
  actions.setStatus(a, 'blocked')
  actions.setStatus(a, 'completed')
  actions.setStatus(b, 'completed')
  await waitFor(() => expect(plan.node('B').status).toBe('completed'))
  expect(plan.api.sentTo(nodesApi.setStatus).map(({ params }) => params.nodeId)).toEqual([b])
  release()
  await waitFor(() => expect(plan.node('A2').status).toBe('completed'))

  const sent = plan.api.requests.filter(({ params, endpoint }) => params.nodeId === a && endpoint.method === 'PUT')
  expect(sent.map(({ body }) => body)).toEqual([
    { title: 'A2', expected_version: 1 },
    { status: 'blocked', expected_version: 2 },
    { status: 'completed', expected_version: 3 },
  ])
})

it('takes a failed write for no change by someone else', async () => {
  const { plan, actions, id } = await open('A')
  const a = id('A')
  const save = plan.api.handlerOf(nodesApi.update)
  const sent = (count: number) => waitFor(() => expect(plan.api.sentTo(nodesApi.update)).toHaveLength(count))
  const answer = plan.api.hold(nodesApi.update)
  actions.edit(a, { title: 'B' })
  actions.edit(a, { title: 'C' })
  actions.edit(a, { title: 'D' })
  await sent(1)
  plan.api.on(nodesApi.update, () => {
    plan.api.on(nodesApi.update, save)
    throw new TypeError('Failed to fetch')
  })
  answer()

  await waitFor(() => expect(plan.node('D').id).toBe(a))
  expect(plan.api.sentTo(nodesApi.update).map(({ body }) => body)).toEqual([
    { title: 'B', expected_version: 1 },
    { title: 'C', expected_version: 2 },
    { title: 'D', expected_version: 2 },
  ])
})

it('retries a change after another person’s change to another field', async () => {
  const { plan, actions, get, id } = await open('A')
  plan.happen('node.status_changed', id('A'), {
    before: { status: 'not_started' },
    after: { status: 'blocked', version: 2, updated_at: '' },
  })

  actions.edit(id('A'), { title: 'Renamed' })
  await waitFor(() => expect(plan.node('Renamed').status).toBe('blocked'))

  await waitFor(() => expect(get('Renamed')).toMatchObject({ title: 'Renamed', status: 'blocked' }))
})

it('shows the current value after a conflict, and overwrites it on “Use mine”', async () => {
  const plan = new FakePlan('Camp')
  const id = plan.node('Camp').id
  const { user } = openApp(`/plans/${plan.plan.id}?node=${id}`)
  await screen.findByRole('treeitem', { name: /Camp/ })
  const tell = plan.live.hold()
  plan.change('Camp', { title: 'Base camp' })

  await user.dblClick(screen.getByText('Camp', { selector: '[role=treeitem] *' }))
  await user.keyboard('High camp{Enter}')
  await screen.findByText('Failed to save “High camp”')
  await screen.findByText('Someone else changed it. It is now “Base camp”.')
  act(tell)
  await screen.findByRole('treeitem', { name: /Base camp/ })
  await user.click(screen.getByRole('button', { name: 'Use mine' }))

  await waitFor(() => expect(plan.node('High camp').id).toBe(id))
  await screen.findByRole('treeitem', { name: /High camp/ })
})

it('keeps a title that could not be sent, and sends it on “Try again”', async () => {
  const plan = new FakePlan('Camp')
  openApp(`/plans/${plan.plan.id}`)
  const user = userEvent.setup()
  await screen.findByRole('treeitem', { name: /Camp/ })
  plan.api.on(nodesApi.update, () => {
    throw new TypeError('Failed to fetch')
  })

  await user.dblClick(screen.getByText('Camp', { selector: '[role=treeitem] *' }))
  await user.keyboard('High camp{Enter}')
  await screen.findByText('Failed to save “High camp”')
  expect(screen.getByRole('treeitem', { name: /Camp/ }).textContent).not.toContain('High camp')
})

it('keeps the later of two titles until it is saved, and offers no earlier one again', async () => {
  const { plan, actions, id } = await open('A')
  const a = id('A')
  const kept = () => listDrafts<string>('title ').map(({ draft }) => draft)
  const sent = (count: number) => waitFor(() => expect(plan.api.sentTo(nodesApi.update)).toHaveLength(count))
  const save = plan.api.handlerOf(nodesApi.update)
  const answerB = plan.api.hold(nodesApi.update)
  openPart(<Toaster />)

  actions.edit(a, { title: 'B' })
  actions.edit(a, { title: 'C' })
  await sent(1)
  plan.api.on(nodesApi.update, () => {
    throw new TypeError('Failed to fetch')
  })
  const answerC = plan.api.hold(nodesApi.update)
  answerB()
  await sent(2)
  expect(kept()).toEqual(['C'])

  actions.edit(a, { title: 'D' })
  plan.api.on(nodesApi.update, save)
  const answerD = plan.api.hold(nodesApi.update)
  answerC()
  await sent(3)
  await screen.findByText('Failed to save “C”')
  expect(kept()).toEqual(['D'])
  answerD()

  await waitFor(() => expect(plan.node('D').id).toBe(a))
  await waitFor(() => expect(screen.queryByText('Failed to save “C”')).toBe(null))
  expect(kept()).toEqual([])
})

it('reconnects a channel that lacks a saved change before it refetches the list', async () => {
  const { plan, nodes, actions, id } = await open('A', { isLive: true })
  const lists = () => plan.api.sentTo(nodesApi.list).length
  vi.useFakeTimers()

  actions.setStatus(id('A'), 'completed')
  const restarts = () => vi.mocked(nodes.channel?.restart ?? (() => undefined)).mock.calls.length
  const listed = lists()
  await vi.advanceTimersByTimeAsync(3_900)
  expect([restarts(), lists()]).toEqual([0, listed])
  await vi.advanceTimersByTimeAsync(200)
  expect([restarts(), lists()]).toEqual([1, listed])
  await vi.advanceTimersByTimeAsync(4_000)

  expect([restarts(), lists()]).toEqual([1, listed + 1])
  expect(nodes.get(id('A'))?.status).toBe('completed')
})

it('returns whether a revision has arrived', async () => {
  const nodes = new PlanNodes()
  nodes.load([], { revision: 3, epoch: 'first' })

  expect([await nodes.reaches(3, 0), await nodes.reaches(4, 1)]).toEqual([true, false])
})
