import { commentsApi, type Thread } from '@cairn/contract/api/comments'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { BEN, openComments, planWith } from '../../../test/commentsPlan.ts'
import type { FakePlan } from '../../../test/fakePlan.ts'
import { ANA, makeId } from '../../../test/make.ts'
import { openApp } from '../../../test/render.tsx'
import { inWideWindow } from '../../../test/wideWindow.ts'

inWideWindow()

describe('unread comments', () => {
  it('show a dot until the tab is opened, and a divider above the first', async () => {
    const { plan, add } = planWith()
    const old = add(BEN, 'Old', { created_at: '2026-01-02T00:00:00.000Z' })
    add(BEN, 'Fresh', { created_at: '2026-01-04T00:00:00.000Z' })
    add(BEN, 'Answer', { created_at: '2026-01-05T00:00:00.000Z', parent_id: old.id })
    plan.unreadSince = '2026-01-03T00:00:00.000Z'
    plan.unread = [{ node_id: plan.node('Research').id, count: 2, oldest_thread: old.id }]
    const app = openApp(`/plans/${plan.plan.id}?node=${plan.node('Research').id}`)
    await screen.findByRole('img', { name: '2 unread' })
    expect(plan.api.sentTo(commentsApi.seen)).toEqual([])

    await app.user.click(screen.getByRole('tab', { name: /^Comments/ }))

    const list = await screen.findByRole('list', { name: 'Comments' })
    expect(list.textContent).toMatch(/Old.*New.*Answer.*New.*Fresh/)
    await waitFor(() => expect(screen.queryByRole('img', { name: '2 unread' })).toBeNull())
    expect(plan.api.sentTo(commentsApi.seen)[0]?.body).toEqual({ until: '2026-01-05T00:00:00.000Z' })
    expect(list.textContent).toMatch(/New.*Answer/)
  })

  /** Two pages of threads. */
  function inPages(plan: FakePlan, first: Thread, second: Thread, unread_since: string) {
    plan.api.on(commentsApi.threads, ({ query }) =>
      query.cursor === undefined
        ? {
            reply: { threads: [first], unread_since },
            headers: { link: '</api/threads?cursor=next>; rel="next"' },
          }
        : { reply: { threads: [second], unread_since } },
    )
  }

  it('are marked as read only when all of them are listed, replies in old threads included', async () => {
    const { plan, add } = planWith()
    const old = add(BEN, 'Old', { created_at: '2026-01-02T00:00:00.000Z' })
    const fresh = add(BEN, 'Fresh', { created_at: '2026-01-05T00:00:00.000Z' })
    const answer = add(BEN, 'Answer', { created_at: '2026-01-04T00:00:00.000Z', parent_id: old.id })
    plan.unread = [{ node_id: old.node_id, count: 2, oldest_thread: old.id }]
    const oldThread = { ...old, reply_count: 1, replies: [answer] }
    inPages(plan, { ...fresh, replies: [] }, oldThread, '2026-01-03T00:00:00.000Z')
    await openComments(plan)

    await waitFor(() => expect(plan.api.sentTo(commentsApi.seen)).toHaveLength(1))
    expect(screen.getByRole('list', { name: 'Comments' }).textContent).toMatch(/Old.*New.*Answer.*New.*Fresh/)
  })

  it('in a long thread do not load older threads', async () => {
    const { plan, add } = planWith()
    const old = add(BEN, 'Old', { created_at: '2026-01-02T00:00:00.000Z' })
    const fresh = add(BEN, 'Fresh', { created_at: '2026-01-04T00:00:00.000Z' })
    const answer = add(BEN, 'Answer', { created_at: '2026-01-05T00:00:00.000Z', parent_id: fresh.id })
    plan.unread = [{ node_id: old.node_id, count: 25, oldest_thread: fresh.id }]
    const long = { ...fresh, reply_count: 24, replies: [answer] }
    inPages(plan, long, { ...old, replies: [] }, '2026-01-03T00:00:00.000Z')
    const { panel } = await openComments(plan)

    await waitFor(() => expect(plan.api.sentTo(commentsApi.seen)).toHaveLength(1))
    await panel.findByRole('button', { name: 'Show earlier comments' })
    expect(plan.api.sentTo(commentsApi.threads).every(({ query }) => query.cursor === undefined)).toBe(true)
  })

  it('that arrive in an old thread while the tab is open are listed', async () => {
    const { plan, add } = planWith()
    const old = add(BEN, 'Old', { created_at: '2026-01-02T00:00:00.000Z' })
    const fresh = add(BEN, 'Fresh', { created_at: '2026-01-04T00:00:00.000Z' })
    plan.unread = [{ node_id: old.node_id, count: 1, oldest_thread: fresh.id }]
    inPages(plan, { ...fresh, replies: [] }, { ...old, replies: [] }, '2026-01-03T00:00:00.000Z')
    const { panel } = await openComments(plan)
    await waitFor(() => expect(plan.api.sentTo(commentsApi.seen)).toHaveLength(1))
    await waitFor(() => expect(plan.live.heard.length).toBeGreaterThan(0))

    const answer = add(BEN, 'Answer', { created_at: '2026-01-05T00:00:00.000Z', parent_id: old.id })
    plan.unread = [{ node_id: old.node_id, count: 1, oldest_thread: old.id }]
    const oldThread = { ...old, reply_count: 1, replies: [answer] }
    inPages(plan, { ...fresh, replies: [] }, oldThread, '2026-01-04T00:00:00.000Z')
    plan.happen('log.added', answer.node_id, { before: null, after: answer })

    await panel.findByText('Answer')
    await waitFor(() =>
      expect(plan.api.sentTo(commentsApi.seen).at(-1)?.body).toEqual({ until: '2026-01-05T00:00:00.000Z' }),
    )
  })

  it('are counted in the tree', async () => {
    const { plan } = planWith()
    Object.assign(plan.node('Research'), { comment_count: 3 })
    plan.unread = [{ node_id: plan.node('Research').id, count: 2, oldest_thread: makeId() }]
    openApp(`/plans/${plan.plan.id}`)

    await screen.findByRole('img', { name: '3 comments, 2 unread' })
  })

  it('arrive while the tab is open', async () => {
    const { plan, add } = planWith()
    add(ANA, 'Mine')
    const { panel } = await openComments(plan)
    await panel.findByText('Mine')
    await waitFor(() => expect(plan.live.heard.length).toBeGreaterThan(0))

    const entry = add(BEN, 'From Ben')
    plan.happen('log.added', entry.node_id, { before: null, after: entry })

    await panel.findByText('From Ben')
  })
})
