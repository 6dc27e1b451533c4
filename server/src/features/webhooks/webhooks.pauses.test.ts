import { expect, it } from 'vitest'
import { deliveriesOf, hook, listOf, receiver, until, withPlan } from '../../../test/webhooks.ts'
import { TEST_KIND, waitingDelivery } from './webhooks.commands.ts'
import { claimDue, insertDeliveries } from './webhooks.repo.ts'

it('pauses webhooks of an admin who loses the role, and cancels their waiting deliveries', async () => {
  const { app, owner, plan } = await withPlan()
  const admin = await app.make.user()
  await app.make.member(plan.id, admin, 'admin')
  const webhook = await hook(app, admin, plan.id, { url: 'http://127.0.0.1:9/' })
  await app.as(admin)('POST', `/plans/${plan.id}/webhooks/${webhook.id}/test`)
  const delivery = await until(async () => {
    const [waiting] = await deliveriesOf(app, owner, webhook)
    expect(waiting).toMatchObject({ status: 'waiting', attempts: 1 })
    return waiting
  })

  await app.as(owner)('PUT', `/plans/${plan.id}/collaborators/${admin.id}`, { role: 'editor' })

  expect(await listOf(app, owner, plan.id)).toMatchObject([{ status: 'paused', created_by: { id: admin.id } }])
  expect(await deliveriesOf(app, owner, webhook)).toMatchObject([{ id: delivery?.id, status: 'failed' }])
})

it('pauses a webhook whose URL was set by an admin who is removed, although the owner had created it', async () => {
  const { app, owner, plan } = await withPlan()
  const admin = await app.make.user()
  await app.make.member(plan.id, admin, 'admin')
  const webhook = await hook(app, owner, plan.id, { url: 'http://127.0.0.1:9/' })
  await app.as(admin)('PUT', `/plans/${plan.id}/webhooks/${webhook.id}`, { url: 'http://127.0.0.1:9/mine' })

  await app.as(owner)('DELETE', `/plans/${plan.id}/collaborators/${admin.id}`)

  expect(await listOf(app, owner, plan.id)).toMatchObject([{ status: 'paused', created_by: { id: admin.id } }])
})

it('changes nothing without fields, and stops sending while paused', async () => {
  const { app, owner, plan } = await withPlan()
  const { url, received } = await receiver()
  const webhook = await hook(app, owner, plan.id, { url })
  const at = `/plans/${plan.id}/webhooks/${webhook.id}`
  expect((await app.as(owner)('PUT', at, {})).json()).toMatchObject({ url, status: 'active', kinds: null })
  await app.as(owner)('PUT', at, { is_active: false })
  await app.make.node(owner, plan.id, { title: 'Missed' })
  expect((await app.as(owner)('POST', `${at}/test`)).statusCode).toBe(400)

  await app.as(owner)('PUT', at, { is_active: true, kinds: ['node.created'] })
  await app.make.node(owner, plan.id, { title: 'Seen' })

  await until(() => expect(received.map(({ body }) => JSON.parse(body).data.node_title)).toEqual(['Seen']))
  await app.as(owner)('DELETE', at)
  expect(await listOf(app, owner, plan.id)).toEqual([])
})

it('stops a running batch when the webhook pauses, and sends the rest of one to a new URL', async () => {
  const { app, owner, plan } = await withPlan()
  const change = { body: {} }
  const at = { path: '' }
  const { url, received } = await receiver(async () => {
    if (received.length === 1) await app.as(owner)('PUT', at.path, change.body)
    return 200
  })
  const other = await receiver()
  const webhook = await hook(app, owner, plan.id, { url, kinds: ['node.created'] })
  at.path = `/plans/${plan.id}/webhooks/${webhook.id}`
  const nodes = ['One', 'Two', 'Three'].map((title) => ({ title, node_type: 'task' }))

  change.body = { is_active: false }
  await app.as(owner)('POST', `/plans/${plan.id}/nodes/tree`, { nodes })
  await until(async () => expect((await listOf(app, owner, plan.id))[0]?.status).toBe('paused'))
  await app.as(owner)('PUT', at.path, { is_active: true })
  await app.as(owner)('POST', `${at.path}/test`)
  await until(() => expect(received.at(-1)?.body).toContain('webhook.test'))
  expect(received).toHaveLength(2)

  received.length = 0
  change.body = { url: other.url }
  await app.as(owner)('POST', `/plans/${plan.id}/nodes/tree`, { nodes })
  await until(() => expect(other.received).toHaveLength(2))
  expect(received).toHaveLength(1)
})

it.each([
  ['delivered', [false], 200],
  ['delivered', [false, true], 200],
  ['failed', [false], 500],
  ['failed', [false, true], 500],
] as const)(
  'saves "%s" for the attempt during which is_active became %j, and does not send the rest',
  async (status, states, code) => {
    const { app, owner, plan } = await withPlan()
    const at = { path: '' }
    const { url, received } = await receiver(async () => {
      for (const is_active of states) await app.as(owner)('PUT', at.path, { is_active })
      return code
    })
    const webhook = await hook(app, owner, plan.id, { url, kinds: ['node.created'] })
    at.path = `/plans/${plan.id}/webhooks/${webhook.id}`
    const nodes = ['One', 'Two', 'Three'].map((title) => ({ title, node_type: 'task' }))
    await app.as(owner)('POST', `/plans/${plan.id}/nodes/tree`, { nodes })

    const unsent = { status: 'failed', attempts: 0, attempted_at: null, code: null, answer: 'The webhook stopped.' }
    const sent = { status, attempts: 1, attempted_at: expect.any(String), code, answer: 'Thank you' }
    await until(async () => expect(await deliveriesOf(app, owner, webhook)).toMatchObject([unsent, unsent, sent]))
    expect((await deliveriesOf(app, owner, webhook)).every(({ next_attempt_at }) => next_attempt_at === null)).toBe(
      true,
    )
    expect(received).toHaveLength(1)
  },
)

it('replays what a server was sending when it died and the webhook was paused', async () => {
  const { app, owner, plan } = await withPlan()
  const { url, received } = await receiver()
  const webhook = await hook(app, owner, plan.id, { url })
  const at = `/plans/${plan.id}/webhooks/${webhook.id}`
  const row = waitingDelivery({ webhook_id: webhook.id, kind: TEST_KIND, revision: null }, '2099-01-01T10:00:00.000Z')
  await app.store.write(async (tx) => {
    await insertDeliveries(tx, [row])
    await claimDue(tx, webhook.id, { claim: 'dead', now: row.created_at, until: '2099-01-01T10:02:00.000Z' })
  })
  for (const is_active of [false, true]) await app.as(owner)('PUT', at, { is_active })
  expect(await deliveriesOf(app, owner, webhook)).toMatchObject([{ id: row.id, status: 'failed' }])

  const replayed = await app.as(owner)('POST', `${at}/deliveries/${row.id}/replay`)

  expect(replayed.json()).toMatchObject({ status: 'waiting', attempts: 0 })
  await until(() => expect(received).toHaveLength(1))
})
