import type { DeliveryStatus, Webhook, WebhookDelivery } from '@cairn/contract/api/webhooks'
import { expect, it } from 'vitest'
import { testApp } from '../../../test/factory.ts'
import { waitingDelivery } from './webhooks.commands.ts'
import { insertDeliveries } from './webhooks.repo.ts'

/** A webhook to which deliveries are added with a status, the oldest first; none is sent. */
async function withWebhook() {
  const app = await testApp()
  const owner = await app.make.user()
  const plan = await app.make.plan(owner)
  const call = app.as(owner)
  const create = async () =>
    (await call('POST', `/plans/${plan.id}/webhooks`, { url: 'https://receiver.test/hook' })).json<Webhook>().id
  const id = await create()
  let revision = 1_000
  const add = async (statuses: readonly DeliveryStatus[], webhook_id = id): Promise<string[]> => {
    const rows = statuses.map((status) => ({
      ...waitingDelivery({ webhook_id, kind: 'node.created', revision: ++revision }, '2026-01-01T10:00:00.000Z'),
      status,
      next_at: status === 'waiting' ? '2099-01-01T10:00:00.000Z' : null,
    }))
    await app.store.write((tx) => insertDeliveries(tx, rows))
    return rows.map((row) => row.id)
  }
  const path = `/plans/${plan.id}/webhooks/${id}/deliveries`
  const next = ({ headers }: { headers: { link?: unknown } }) =>
    call('GET', /<\/api([^>]+)>; rel="next"/.exec(String(headers.link))?.[1] ?? '')
  const idsOf = (reply: { json: <T>() => T }) => reply.json<WebhookDelivery[]>().map((delivery) => delivery.id)
  return { call, create, add, path, next, idsOf }
}

it('lists deliveries page after page without repeating one while others arrive', async () => {
  const { call, create, add, path, next, idsOf } = await withWebhook()
  const ids = await add(['delivered', 'failed', 'waiting', 'delivered', 'failed'])
  await add(['failed'], await create())

  const first = await call('GET', `${path}?limit=2`)
  await add(['waiting', 'waiting', 'waiting'])
  const second = await next(first)
  const third = await next(second)

  expect([first, second, third].map(idsOf)).toEqual([[ids[4], ids[3]], [ids[2], ids[1]], [ids[0]]])
  expect(third.headers.link).toBeUndefined()
})

it('lists deliveries of one status, also on later pages', async () => {
  const { call, add, path, next, idsOf } = await withWebhook()
  const ids = await add(['failed', 'delivered', 'failed', 'waiting', 'failed'])

  const first = await call('GET', `${path}?status=failed&limit=2`)
  const second = await next(first)

  expect([first, second].map(idsOf)).toEqual([[ids[4], ids[2]], [ids[0]]])
  expect(second.headers.link).toBeUndefined()
  expect(idsOf(await call('GET', `${path}?status=waiting`))).toEqual([ids[3]])
  expect(idsOf(await call('GET', `${path}?status=delivered`))).toEqual([ids[1]])
})

it.each([
  ['status=lost', 'status', 'status must be one of waiting, delivered, failed'],
  ['limit=0', 'limit', 'limit must be a whole number of at least 1'],
  ['cursor=nonsense', 'cursor', 'cursor is not valid'],
])('refuses %s', async (query, field, message) => {
  const { call, path } = await withWebhook()
  const reply = await call('GET', `${path}?${query}`)
  expect([reply.statusCode, reply.json().details]).toEqual([400, [{ path: field, message }]])
})
