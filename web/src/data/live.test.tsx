import { logsApi } from '@cairn/contract/api/logs'
import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { saveSession } from '../lib/session.ts'
import { FakePlan } from '../test/fakePlan.ts'
import { makeLog, makeSession } from '../test/make.ts'
import { pageOf } from '../test/pages.ts'
import { useLive } from './live.ts'
import { entriesIn, logsQuery } from './logs.ts'
import { PlanNodes } from './nodeStore.ts'

/** A plan with 101 log entries, of which one page is read at a time. */
function servePlan() {
  const plan = new FakePlan('Research')
  const node_id = plan.node('Research').id
  const entries = Array.from({ length: 101 }, (_, i) => makeLog({ node_id, content: `Entry ${i}` }))
  plan.logs.push(...entries.toSorted((a, b) => (a.id < b.id ? 1 : -1)))
  plan.api.on(logsApi.list, ({ query }) => pageOf(plan.logs, query))
  saveSession(makeSession())
  const cache = new QueryClient()
  const nodes = new PlanNodes()
  nodes.load([plan.node('Research')], { revision: 1, epoch: 'first' })
  /** Opens the plan with the log entries of its node. */
  const open = () => {
    const heard: string[] = []
    const onEvents = (events: readonly { kind: string }[]) => void heard.push(...events.map(({ kind }) => kind))
    const { result, unmount } = renderHook(
      () => {
        const { state } = useLive(plan.plan.id, nodes, { nodeId: node_id, onNodeDeleted: () => {}, onEvents })
        return { state, logs: useInfiniteQuery(logsQuery(plan.plan.id, node_id)) }
      },
      {
        wrapper: ({ children }: { children: ReactNode }) => (
          <QueryClientProvider client={cache}>{children}</QueryClientProvider>
        ),
      },
    )
    const shown = () => result.current.logs.data && entriesIn(result.current.logs.data).map(({ content }) => content)
    return { result, heard, shown, close: unmount }
  }
  /** Adds an entry as someone else does. */
  const add = (content: string) => {
    const entry = makeLog({ node_id, content })
    plan.logs.unshift(entry)
    act(() => plan.happen('log.added', node_id, { before: null, after: entry }))
  }
  return { plan, nodes, open, add }
}

it('shows an entry that was added during a read that was canceled by leaving the plan', async () => {
  const { plan, open, add } = servePlan()
  const first = open()
  await waitFor(() => expect(first.shown()).toHaveLength(100))
  await waitFor(() => expect(plan.live.heard).toContainEqual(expect.objectContaining({ type: 'subscribe' })))
  const release = plan.api.hold(logsApi.list)
  act(() => void first.result.current.logs.fetchNextPage())
  await waitFor(() => expect(plan.api.sentTo(logsApi.list)).toHaveLength(2))

  add('Six walls')
  await waitFor(() => expect(first.heard).toEqual(['log.added']))
  first.close()
  release()
  const second = open()

  await waitFor(() => expect(second.shown()?.[0]).toBe('Six walls'))
})

it('asks for the events that the node list has skipped, because they tell about more than nodes', async () => {
  const { plan, nodes, open, add } = servePlan()
  const { heard } = open()
  const cursors = () => plan.live.heard.flatMap((message) => (message.type === 'subscribe' ? [message.since] : []))
  await waitFor(() => expect(cursors()).toEqual([1]))

  nodes.load([plan.node('Research')], { revision: 5, epoch: 'first' })
  act(() => plan.live.close(1006))
  await waitFor(() => expect(cursors()).toEqual([1, 1]), { timeout: 10_000 })

  add('Six walls')
  await waitFor(() => expect(heard).toEqual(['log.added']))
  act(() => plan.live.close(1006))
  await waitFor(() => expect(cursors()).toEqual([1, 1, 2]), { timeout: 10_000 })
})
