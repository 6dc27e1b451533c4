import { DELIVERIES_PAGE, type Webhook, type WebhookDelivery, webhooksApi } from '@cairn/contract/api/webhooks'
import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { FakeApi } from '../../test/fakeApi.ts'
import { FakePlan } from '../../test/fakePlan.ts'
import { makeDelivery, makeId, makeWebhook } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'
import { inWideWindow } from '../../test/wideWindow.ts'

inWideWindow()
afterEach(() => void vi.useRealTimers())

const AT = '2026-01-01T00:00:00.000Z'
const POLL_MS = 2_000
/** New deliveries are expected for this long after a change. */
const QUEUE_MS = 10_000

/** Deliveries named 1, 2 and so on by their answers, the oldest first. */
const makeDeliveries = (count: number): WebhookDelivery[] =>
  Array.from({ length: count }, (_, i) => makeDelivery({ answer: `Answer ${i + 1}` }))

/** A webhook whose deliveries a test changes; pages follow the last delivery before, as on the server. */
function serve(api: FakeApi, webhook: Webhook, rows: WebhookDelivery[]) {
  const change = (id: string | undefined, fields: Partial<WebhookDelivery>): WebhookDelivery => {
    const row = rows.find((one) => one.id === id)
    if (!row) throw new Error(`No delivery ${id}`)
    return Object.assign(row, fields)
  }
  api
    .on(webhooksApi.list, () => ({ reply: [webhook] }))
    .on(webhooksApi.deliveries, ({ query: { status, cursor, limit } }) => {
      const found = [...rows]
        .reverse()
        .filter((row) => (!status || row.status === status) && (!cursor || row.id < cursor))
      const reply = found.slice(0, Number(limit ?? DELIVERIES_PAGE)).map((row) => ({ ...row }))
      const last = reply.at(-1)
      const link = reply.length < found.length ? `</api/deliveries?cursor=${last?.id}>; rel="next"` : ''
      return { reply, headers: { link } }
    })
    .on(webhooksApi.replay, ({ params }) => ({
      reply: { ...change(params.deliveryId, { status: 'waiting', attempts: 0, next_attempt_at: AT }) },
    }))
  return { change }
}

/** Opens the deliveries of a webhook in a plan; `before` runs just before. */
async function open(rows: WebhookDelivery[], before: () => unknown = () => undefined) {
  const plan = new FakePlan('Research')
  const webhook = makeWebhook({ plan_id: plan.plan.id })
  const server = serve(plan.api, webhook, rows)
  const { user } = openApp(`/plans/${plan.plan.id}`)
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Webhooks…' }))
  const opens = await screen.findByRole('button', { name: `Open ${webhook.url}` })
  before()
  await user.click(opens)
  const list = within(await screen.findByRole('region', { name: 'Deliveries' }))
  /** The queries of the calls for deliveries since the last time. */
  let seen = 0
  const asked = () => {
    const queries = plan.api.sentTo(webhooksApi.deliveries).map(({ query }) => query)
    const since = queries.slice(seen)
    seen = queries.length
    return since
  }
  const shown = () => list.queryAllByText(/^Answer /).map(({ textContent }) => Number(textContent.slice(7)))
  return { plan, user, list, asked, shown, ...server }
}

const fakeTimers = () =>
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => from - i)

it('loads deliveries page after page, and says how many are shown', async () => {
  const { user, list, shown } = await open(makeDeliveries(60))
  await list.findByText('25 deliveries shown')
  expect(shown()).toEqual(down(60, 36))

  await user.click(list.getByRole('button', { name: 'Load more' }))
  await list.findByText('50 deliveries shown')
  await user.click(list.getByRole('button', { name: 'Load more' }))
  await list.findByText('60 deliveries shown')

  expect(shown()).toEqual(down(60, 1))
  expect(list.queryByRole('button', { name: 'Load more' })).toBeNull()
})

it('lists deliveries of one status, and keeps the focus when a replayed one leaves the list', async () => {
  const rows = makeDeliveries(30)
  const { user, list, shown, change } = await open(rows)
  for (const at of [1, 3]) change(rows[at]?.id, { status: 'failed' })
  await user.click(await list.findByRole('radio', { name: 'Failed' }))
  await list.findByText('2 deliveries shown')
  expect(shown()).toEqual([4, 2])

  await user.click(list.getAllByRole('button', { name: 'Replay node.created' })[0] as HTMLElement)
  await list.findByText('1 delivery shown')
  expect(shown()).toEqual([2])
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Deliveries' }))

  await user.click(list.getByRole('radio', { name: 'Waiting' }))
  await list.findByText('Answer 4')
  change(rows[3]?.id, { status: 'delivered' })
  await list.findByText('No deliveries with this status')
})

it('reads only pages with a waiting delivery again, and nothing once all are finished', async () => {
  const rows = makeDeliveries(60)
  Object.assign(rows[30] as WebhookDelivery, { status: 'waiting' })
  const { user, list, asked, shown, change } = await open(rows, fakeTimers)
  for (const count of [50, 60]) {
    await user.click(await list.findByRole('button', { name: 'Load more' }))
    await list.findByText(`${count} deliveries shown`)
  }
  await pass(QUEUE_MS + 2 * POLL_MS)
  asked()

  await pass(3 * POLL_MS)
  const again = asked()
  expect(again.length).toBeGreaterThanOrEqual(2)
  expect(new Set(again.map(({ cursor }) => cursor))).toEqual(new Set([rows[35]?.id]))

  change(rows[30]?.id, { status: 'delivered', answer: 'Answer 99' })
  await pass(2 * POLL_MS)
  expect(shown()).toEqual([...down(60, 32), 99, ...down(30, 1)])
  asked()
  await pass(QUEUE_MS)
  expect(asked()).toEqual([])
})

it('adds new deliveries after a change of the plan without reading later pages again', async () => {
  const rows = makeDeliveries(60)
  const { plan, user, list, asked, shown } = await open(rows, fakeTimers)
  await user.click(await list.findByRole('button', { name: 'Load more' }))
  await list.findByText('50 deliveries shown')
  await pass(QUEUE_MS + POLL_MS)
  asked()
  await pass(QUEUE_MS)
  expect(asked()).toEqual([])

  const { id } = plan.node('Research')
  act(() => plan.happen('node.unassigned', id, { before: { user_id: makeId() }, after: null }))
  await pass(POLL_MS)
  rows.push(makeDelivery({ answer: 'Answer 61' }))
  await pass(2 * POLL_MS)

  expect(shown()).toEqual(down(61, 11))
  expect(asked().every(({ cursor }) => cursor === undefined)).toBe(true)
  await user.click(list.getByRole('button', { name: 'Load more' }))
  await list.findByText('61 deliveries shown')
  expect(shown()).toEqual(down(61, 1))
})

it('adds deliveries of changes that happened while the page was hidden', async () => {
  const rows = makeDeliveries(2)
  const { plan, asked, shown } = await open(rows, fakeTimers)
  await pass(QUEUE_MS + POLL_MS)
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const { id } = plan.node('Research')
  act(() => plan.happen('node.unassigned', id, { before: { user_id: makeId() }, after: null }))
  rows.push(makeDelivery({ answer: 'Answer 3' }))
  asked()
  await pass(2 * QUEUE_MS)
  expect(asked()).toEqual([])

  visibility.mockReturnValue('visible')
  await pass(POLL_MS)
  expect(shown()).toEqual([3, 2, 1])
  asked()
  await pass(QUEUE_MS)
  expect(asked()).toEqual([])
})

it('follows a waiting delivery that new ones push out of the first page', async () => {
  const rows = makeDeliveries(30)
  Object.assign(rows[10] as WebhookDelivery, { status: 'waiting' })
  const { list, shown, change } = await open(rows, fakeTimers)
  await list.findByText('25 deliveries shown')

  for (const from of [30, 40]) {
    rows.push(...makeDeliveries(from + 10).slice(from))
    await pass(2 * POLL_MS)
  }
  expect(shown()).toContain(11)
  change(rows[10]?.id, { status: 'delivered', answer: 'Answer 99' })
  await pass(3 * POLL_MS)

  expect(shown()).toEqual([...down(50, 12), 99, ...down(10, 1)])
})

it('shows the newest deliveries when more than a page arrived since it was read', async () => {
  const rows = makeDeliveries(60)
  Object.assign(rows[59] as WebhookDelivery, { status: 'waiting' })
  const { user, list, shown } = await open(rows, fakeTimers)
  await user.click(await list.findByRole('button', { name: 'Load more' }))
  await list.findByText('50 deliveries shown')

  rows.push(...makeDeliveries(90).slice(60))
  await pass(POLL_MS)
  expect(shown()).toEqual(down(90, 66))
  await user.click(list.getByRole('button', { name: 'Load more' }))
  await list.findByText('50 deliveries shown')
  expect(shown()).toEqual(down(90, 41))
})

it('lists each waiting delivery once when newer ones finish', async () => {
  const rows = makeDeliveries(60).map((row) => ({ ...row, status: 'waiting' as const }))
  const { user, list, shown, change } = await open(rows, fakeTimers)
  await user.click(await list.findByRole('radio', { name: 'Waiting' }))
  for (const count of [50, 60]) {
    await user.click(await list.findByRole('button', { name: 'Load more' }))
    await list.findByText(`${count} deliveries shown`)
  }

  for (const [left, finished] of [
    [55, rows.slice(55)],
    [25, rows.slice(25, 55)],
  ] as const) {
    for (const { id } of finished) change(id, { status: 'delivered' })
    // Each page is read again at least once.
    for (let poll = 0; poll < 4; poll++) {
      await pass(POLL_MS)
      expect(shown()).toEqual([...new Set(shown())])
    }
    expect(shown()).toEqual(down(left, 1))
  }
})

it('shows finished deliveries in the list of their status', async () => {
  const rows = makeDeliveries(3)
  Object.assign(rows[2] as WebhookDelivery, { status: 'waiting' })
  const { user, list, asked, shown, change } = await open(rows, fakeTimers)
  await user.click(await list.findByRole('radio', { name: 'Delivered' }))
  await list.findByText('2 deliveries shown')
  await pass(2 * QUEUE_MS)
  await user.click(list.getByRole('radio', { name: 'Failed' }))
  await list.findByText('No deliveries with this status')
  await user.click(list.getByRole('radio', { name: 'Delivered' }))
  await list.findByText('2 deliveries shown')
  await pass(QUEUE_MS)
  expect(shown()).toEqual([2, 1])

  change(rows[2]?.id, { status: 'delivered' })
  await pass(2 * POLL_MS)
  expect(shown()).toEqual([3, 2, 1])
  asked()
  await pass(QUEUE_MS)
  expect(asked()).toEqual([])
})
