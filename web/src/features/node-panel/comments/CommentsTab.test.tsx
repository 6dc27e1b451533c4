import { type ActivityItem, activityApi } from '@cairn/contract/api/activity'
import { commentsApi } from '@cairn/contract/api/comments'
import { logsApi } from '@cairn/contract/api/logs'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { keepDraft } from '../../../lib/drafts.ts'
import { saveSession } from '../../../lib/session.ts'
import { BEN, openComments, planWith } from '../../../test/commentsPlan.ts'
import { ANA, ME, makeId, makeLog, makeSession } from '../../../test/make.ts'
import { openApp } from '../../../test/render.tsx'
import { inWideWindow } from '../../../test/wideWindow.ts'

inWideWindow()

const threadOf = async (text: string) => {
  const item = (await screen.findByText(text)).closest('li')
  if (!item) throw new Error(`No thread with ${text}`)
  return within(item)
}

describe('threads', () => {
  it('show comments and replies oldest first, and a deleted comment with its replies', async () => {
    const { plan, add } = planWith()
    const first = add(BEN, 'Which rope?', { deleted_at: '2026-03-05T10:00:00.000Z' })
    add(ANA, 'The second', { parent_id: first.id })
    add(BEN, 'Why?', { parent_id: first.id })
    add(ANA, 'Done **now**')
    const { panel } = await openComments(plan)

    const list = await panel.findByRole('list', { name: 'Comments' })

    await within(list).findByText('now')
    expect(list.textContent).toMatch(/Deleted comment.*The second.*Why\?.*Done now/)
    expect(list.textContent).not.toContain('Which rope?')
  })

  it('name the app that wrote a reply for a person', async () => {
    const { plan, add } = planWith()
    const first = add(BEN, 'Which rope?')
    add(ANA, 'The second', { parent_id: first.id, via: { kind: 'connector', name: 'Claude' } })
    const { panel } = await openComments(plan)

    const list = await panel.findByRole('list', { name: 'Comments' })

    await within(list).findByText('The second')
    expect(list.textContent).toMatch(/Ben Okafor.*Which rope\?.*Ana Ruiz.*via Claude.*The second/)
    expect(list.textContent?.match(/via/g)).toHaveLength(1)
  })

  it('take a reply, which is listed at once and sent with its parent', async () => {
    const { plan, add } = planWith()
    const first = add(BEN, 'Which rope?')
    const { user } = await openComments(plan)
    const release = plan.api.hold(logsApi.add)

    const thread = await threadOf('Which rope?')
    await user.click(thread.getByRole('button', { name: 'Reply' }))
    await user.keyboard('The second{Control>}{Enter}{/Control}')
    await thread.findByText('The second')
    await thread.findByText('Sending...')
    release()

    await waitFor(() => expect(thread.queryByText('Sending...')).toBeNull())
    await thread.findByText('The second')
    expect(plan.api.sentTo(logsApi.add)[0]?.body).toEqual({
      content: 'The second',
      log_type: 'comment',
      parent_id: first.id,
    })
  })

  it('keep a comment that failed, to send it again or discard it', async () => {
    const { plan } = planWith()
    const { user, panel } = await openComments(plan)
    const works = plan.api.handlerOf(logsApi.add)
    plan.api.on(logsApi.add, () => ({ status: 500, error: 'Something went wrong.', code: 'internal' }))

    await user.type(await panel.findByRole('textbox', { name: 'Comment' }), 'Two ropes')
    await user.click(panel.getByRole('button', { name: 'Comment' }))
    await panel.findByText('Not sent')
    await panel.findByText('Something went wrong.')
    screen.getByRole('img', { name: 'comment not sent' })
    expect(panel.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' }).value).toBe('')
    plan.api.on(logsApi.add, works)
    await user.click(panel.getByRole('button', { name: 'Try again' }))

    await waitFor(() => expect(panel.queryByText('Not sent')).toBeNull())
    expect(plan.logs.map(({ content }) => content)).toEqual(['Two ropes'])
    const [first, second] = plan.api.sentTo(logsApi.add)
    expect(first?.idempotencyKey).toBe(second?.idempotencyKey)
  })

  it('send a comment that was left unanswered by a reload again with the same key', async () => {
    const { plan } = planWith()
    const unsent = { id: 'a1b2c3d4e5f60718', parent_id: null, content: 'Two ropes', error: null }
    keepDraft(`${plan.node('Research').id} unsent comments`, [unsent], ME)
    const { user, panel } = await openComments(plan)

    await user.click(await panel.findByRole('button', { name: 'Try again' }))

    await waitFor(() => expect(panel.queryByText('Not sent')).toBeNull())
    expect(plan.api.sentTo(logsApi.add).map(({ idempotencyKey }) => idempotencyKey)).toEqual([unsent.id])
  })

  it('keep a comment that met the end of the session, to send it again after the next sign-in', async () => {
    const { plan } = planWith()
    const { user, panel, here, router } = await openComments(plan)
    const page = here()
    const works = plan.api.handlerOf(logsApi.add)
    plan.api.on(logsApi.add, () => ({ status: 401, error: 'Please sign in.', code: 'unauthorized' }))

    await user.type(await panel.findByRole('textbox', { name: 'Comment' }), 'Two ropes')
    await user.click(panel.getByRole('button', { name: 'Comment' }))
    await screen.findByText('Your session has ended. Sign in again to continue. Your text is kept.')
    plan.api.on(logsApi.add, works)
    act(() => saveSession(makeSession()))
    await act(() => router.navigate(page))
    await user.click(await screen.findByRole('tab', { name: /^Comments/ }))
    await screen.findByText('Not sent')
    await user.click(screen.getByRole('button', { name: 'Try again' }))

    await waitFor(() => expect(screen.queryByText('Not sent')).toBeNull())
    expect(plan.logs.map(({ content }) => content)).toEqual(['Two ropes'])
  })

  it('keep drafts of the comment and of each reply', async () => {
    const { plan, add } = planWith()
    add(BEN, 'Which rope?')
    const { user, panel } = await openComments(plan)
    await user.type(await panel.findByRole('textbox', { name: 'Comment' }), 'Half')
    await user.click((await threadOf('Which rope?')).getByRole('button', { name: 'Reply' }))
    await user.keyboard('A reply')

    await user.click(screen.getByRole('tab', { name: /^Logs/ }))
    await user.click(screen.getByRole('tab', { name: /^Comments/ }))

    const field = (name: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name })
    expect([(await field('Comment')).value, (await field('Reply')).value]).toEqual(['Half', 'A reply'])
  })

  it('say why earlier replies failed to load, and load them again', async () => {
    const { plan, add } = planWith()
    const first = add(BEN, 'Which rope?')
    for (let i = 0; i < 22; i++) add(ANA, `Reply ${i}.`, { parent_id: first.id })
    const { user, panel } = await openComments(plan)
    const answer = plan.api.handlerOf(logsApi.list)
    plan.api.on(logsApi.list, () => ({ status: 403, error: 'You may not.', code: 'forbidden' }))

    await user.click(await panel.findByRole('button', { name: 'Show 2 earlier replies' }))
    await panel.findByText('You may not.')
    plan.api.on(logsApi.list, answer)
    await user.click(panel.getByRole('button', { name: 'Show 2 earlier replies' }))

    await panel.findByText('Reply 0.')
    expect(panel.queryByText('You may not.')).toBeNull()
  })

  it('show the earlier replies of a long thread on request', async () => {
    const { plan, add } = planWith()
    const first = add(BEN, 'Which rope?')
    for (let i = 0; i < 22; i++) add(ANA, `Reply ${i}.`, { parent_id: first.id })
    const { user, panel } = await openComments(plan)

    await panel.findByText('Reply 2.')
    expect(panel.queryByText('Reply 1.')).toBeNull()
    await user.click(panel.getByRole('button', { name: 'Show 2 earlier replies' }))

    await panel.findByText('Reply 0.')
    expect(panel.getAllByText('Reply 2.')).toHaveLength(1)

    const early = plan.logs.find(({ content }) => content === 'Reply 1.')
    if (!early) throw new Error('No reply')
    const { id, log_type, updated_at } = early
    early.content = 'Reply 1, reworded.'
    const after = { id, log_type, content: early.content, mention_ids: [], version: 2, updated_at }
    plan.happen('log.updated', early.node_id, { before: { ...after, content: 'Reply 1.' }, after })
    await panel.findByText('Reply 1, reworded.')
  })

  it('lets authors edit and delete, with Undo', async () => {
    const { plan, add } = planWith('commenter')
    add(ANA, 'Mine')
    add(BEN, 'His')
    const { user, panel } = await openComments(plan)

    await user.click((await threadOf('His')).getByRole('button', { name: 'Comment actions' }))
    await screen.findByRole('menuitem', { name: 'Copy link' })
    expect(screen.getAllByRole('menuitem')).toHaveLength(1)
    await user.keyboard('{Escape}')
    await user.click((await threadOf('Mine')).getByRole('button', { name: 'Comment actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    await user.keyboard(' too')
    await user.click(panel.getByRole('button', { name: 'Save' }))
    await panel.findByText('Mine too')
    await panel.findByText('edited')
    await user.click((await threadOf('Mine too')).getByRole('button', { name: 'Comment actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await waitFor(() => expect(panel.queryByText('Mine too')).toBeNull())
    await user.click(await screen.findByRole('button', { name: 'Undo' }))

    await panel.findByText('Mine too')
  })
})

describe('mentions', () => {
  it('are completed by keyboard, sent as ids and shown as names', async () => {
    const { plan, add } = planWith()
    const other = makeId()
    add(BEN, `<@${ME}>, not <@${other}>`, { mentions: [{ id: ME, name: 'Ana Ruiz' }] })
    const { user, panel } = await openComments(plan)
    plan.api.hold(logsApi.add)
    await panel.findByText('@Ana Ruiz')
    await panel.findByText(`, not <@${other}>`)

    const field = await panel.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' })
    await user.type(field, 'Ask @be')
    const option = await panel.findByRole('option', { name: /Ben Okafor/ })
    expect(field.getAttribute('aria-activedescendant')).toBe(option.id)
    await user.keyboard('{Enter}first')
    expect(field.value).toBe('Ask @Ben Okafor first')
    await user.keyboard('{Control>}{Enter}{/Control}')

    await panel.findByText('@Ben Okafor')
    await waitFor(() => expect(plan.api.sentTo(logsApi.add)).toHaveLength(1))
    expect(plan.api.sentTo(logsApi.add)[0]?.body).toMatchObject({ content: `Ask <@${BEN.id}> first` })
  })

  it('are left alone after Escape, and offer no one but members', async () => {
    const { plan } = planWith()
    const { user, panel } = await openComments(plan)

    await user.type(await panel.findByRole('textbox', { name: 'Comment' }), '@')
    await panel.findByRole('listbox', { name: 'Members' })
    expect(panel.getAllByRole('option')).toHaveLength(1)
    await user.keyboard('{Escape}')
    expect(panel.queryByRole('listbox')).toBeNull()
    await user.keyboard('b')
    expect(panel.queryByRole('listbox')).toBeNull()
    await user.keyboard(' @x')
    expect(panel.queryByRole('listbox')).toBeNull()
    await user.keyboard(' @b')
    await panel.findByRole('listbox')
    expect(screen.getByRole('region', { name: 'Research' })).toBeTruthy()
  })
})

describe('reactions', () => {
  it('are added and removed, and undone when the server refuses', async () => {
    const { plan, add } = planWith()
    add(BEN, 'Look', { reactions: [{ emoji: 'heart', user_ids: [BEN.id] }] })
    const { user } = await openComments(plan)
    const thread = await threadOf('Look')
    await thread.findByRole('button', { name: 'Heart 1: Ben Okafor' })

    await user.click(thread.getByRole('button', { name: 'Add reaction' }))
    await screen.findByRole('button', { name: 'Thumbs up' })
    await user.keyboard('{ArrowRight}{ArrowRight}{Enter}')
    const mine = await thread.findByRole('button', { name: 'Celebrate 1: you', pressed: true })
    expect(plan.api.sentTo(commentsApi.react)[0]?.params).toMatchObject({ emoji: 'celebrate' })
    await user.click(mine)
    await waitFor(() => expect(thread.queryByRole('button', { name: 'Celebrate 1: you' })).toBeNull())
    expect(plan.api.sentTo(commentsApi.unreact)).toHaveLength(1)

    plan.api.on(commentsApi.react, () => ({ status: 500, error: 'Something went wrong.', code: 'internal' }))
    await user.click(thread.getByRole('button', { name: 'Heart 1: Ben Okafor' }))
    await screen.findByText('Something went wrong.')
    await thread.findByRole('button', { name: 'Heart 1: Ben Okafor', pressed: false })
  })

  it('are only shown to viewers, who cannot write either', async () => {
    const { plan, add } = planWith('viewer')
    add(BEN, 'Look', { reactions: [{ emoji: 'heart', user_ids: [BEN.id] }] })
    const { panel } = await openComments(plan)

    await (await threadOf('Look')).findByRole('img', { name: 'Heart 1: Ben Okafor' })
    expect(panel.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Comment actions'])
    expect(panel.queryByRole('textbox')).toBeNull()
  })
})

it('opens from the activity and from a log entry, ready for a reply', async () => {
  const { plan, add } = planWith()
  const step = add(BEN, 'Asked for offers', { log_type: 'progress' })
  const app = openApp(`/plans/${plan.plan.id}?node=${plan.node('Research').id}`)
  plan.api.on(activityApi.node, () => ({ reply: { data: [], total: 0, page: 1, limit: 20, total_pages: 0 } }))

  await app.user.click(await screen.findByRole('tab', { name: /^Logs/ }))
  await app.user.click(await screen.findByRole('button', { name: 'Reply' }))
  await screen.findByRole('list', { name: 'Comments' })
  await app.user.keyboard('Which ones?{Control>}{Enter}{/Control}')

  await waitFor(() =>
    expect(plan.api.sentTo(logsApi.add)[0]?.body).toMatchObject({ content: 'Which ones?', parent_id: step.id }),
  )
  expect(screen.getByRole('tab', { name: /^Comments/ }).getAttribute('aria-selected')).toBe('true')
})

it('opens at the comment of a link, also at one of many earlier replies', async () => {
  const { plan, add } = planWith()
  const first = add(BEN, 'Which rope?')
  const reply = add(ANA, 'The second', { parent_id: first.id })
  for (let i = 0; i < 22; i++) add(ANA, `Reply ${i}.`, { parent_id: first.id })
  add(BEN, 'Something else')

  const node = plan.node('Research')
  openApp(`/plans/${plan.plan.id}?node=${node.id}#comment-${reply.id}`)

  const shown = await screen.findByText('The second')
  expect(screen.getByRole('tab', { name: /^Comments/ }).getAttribute('aria-selected')).toBe('true')
  expect(shown.closest('.outline-2')?.textContent).toContain('The second')
})

it('does not search older log entries for the deleted comment of a link', async () => {
  const { plan, add } = planWith()
  const older = add(BEN, 'Which rope?')
  const deletedId = makeId()
  const newer = add(BEN, 'Something else')
  plan.api.on(logsApi.list, ({ query }) => ({
    reply: query.cursor === undefined ? [newer, older] : [],
    headers: {
      'x-total-count': '3',
      ...(query.cursor === undefined && { link: '</api/logs?cursor=next>; rel="next"' }),
    },
  }))
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  openApp(`/plans/${plan.plan.id}?node=${plan.node('Research').id}#comment-${deletedId}`)

  await waitFor(() => expect(scroll.mock.contexts).toContain(screen.getByText('Which rope?').closest('li')))
  expect(plan.api.sentTo(logsApi.list).map(({ query }) => query.cursor)).toEqual([undefined])
})

it.each([
  ['are being read again', false],
  ['failed to be read and are being read again', true],
])('waits for log entries that %s before it scrolls to the comment', async (_, hasFailed) => {
  const { plan, add } = planWith()
  plan.unreadSince = '2100-01-01T00:00:00.000Z'
  const known = add(BEN, 'Known')
  const items: ActivityItem[] = []
  plan.api.on(activityApi.node, () => ({ reply: { data: items, total: 1, page: 1, limit: 20, total_pages: 1 } }))
  const node_id = known.node_id
  const { user } = openApp(`/plans/${plan.plan.id}?node=${node_id}`)
  await user.click(await screen.findByRole('tab', { name: /^Logs/ }))
  await within(await screen.findByRole('list', { name: 'Logs' })).findByText('Known')
  if (hasFailed) {
    const works = plan.api.handlerOf(logsApi.list)
    plan.api.on(logsApi.list, () => ({ status: 429, error: 'Too many requests', code: 'rate_limited' }))
    act(() => plan.happen('log.added', node_id, { before: null, after: makeLog({ node_id }) }, BEN.id))
    await screen.findByText('Too many requests')
    plan.api.on(logsApi.list, works)
  }
  await user.click(screen.getByRole('tab', { name: /^Activity/ }))
  const [wanted] = [add(BEN, 'Which rope?'), add(BEN, 'Something else')]
  items.push({
    ...{ id: makeId(), revision: 2, type: 'comment', content: 'Ben Okafor commented on "Research"', log_id: wanted.id },
    ...{ plan_id: plan.plan.id, node_id, node_title: 'Research', user: BEN, via: { kind: 'session' } },
    ...{ run_id: null, created_at: wanted.created_at, data: { before: null, after: { log_type: 'comment' } } },
  })
  act(() => plan.happen('log.added', node_id, { before: null, after: wanted }, BEN.id))
  const release = plan.api.hold(logsApi.list)
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')

  await user.click(await screen.findByRole('button', { name: 'Reply' }))
  await screen.findByText('Something else')
  release()

  await waitFor(() => expect(scroll.mock.contexts).toContain(screen.getByText('Which rope?').closest('li')))
})
