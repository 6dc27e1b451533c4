import { Webhook as Verifier } from 'standardwebhooks'
import { expect, it, vi } from 'vitest'
import { testApp } from '../../../test/factory.ts'
import { deliveriesOf, HOUR_MS, hook, listOf, type Message, receiver, until, withPlan } from '../../../test/webhooks.ts'
import { waitingDelivery } from './webhooks.commands.ts'
import { claimDue, insertDeliveries } from './webhooks.repo.ts'

it('sends the events of a plan in order, signed as in the Standard Webhooks specification', async () => {
  const { app, owner, plan } = await withPlan()
  await app.make.node(owner, plan.id, { title: 'Before' })
  const { url, received } = await receiver()
  const { secret } = await hook(app, owner, plan.id, { url })
  await app.make.node(owner, plan.id, { title: 'First' })
  await app.make.node(owner, plan.id, { title: 'Second' })

  await until(() => expect(received).toHaveLength(2))

  const sent = received.map(({ body, headers }) => new Verifier(secret).verify(body, headers as Record<string, string>))
  expect(sent).toMatchObject([
    { type: 'node.created', data: { plan_id: plan.id, node_title: 'First', kind: 'node.created' } },
    { type: 'node.created', data: { node_title: 'Second', actor: { id: owner.id } } },
  ])
  const [first] = received
  expect(() => new Verifier(secret).verify(`${first?.body} `, first?.headers as Record<string, string>)).toThrow()
})

it('sends only the chosen kinds, and a test event on request', async () => {
  const { app, owner, plan } = await withPlan()
  const { url, received } = await receiver()
  const webhook = await hook(app, owner, plan.id, { url, kinds: ['plan.updated'] })
  await app.make.node(owner, plan.id)
  await app.as(owner)('PUT', `/plans/${plan.id}`, { title: 'Renamed' })
  await until(() => expect(received).toHaveLength(1))
  await app.as(owner)('POST', `/plans/${plan.id}/webhooks/${webhook.id}/test`)
  await until(() => expect(received).toHaveLength(2))

  expect(received.map(({ body }) => JSON.parse(body).type)).toEqual(['plan.updated', 'webhook.test'])
  await until(async () =>
    expect(await deliveriesOf(app, owner, webhook)).toMatchObject([
      { kind: 'webhook.test', status: 'delivered', code: 200, attempts: 1, answer: 'Thank you', revision: null },
      { kind: 'plan.updated', status: 'delivered', code: 200, next_attempt_at: null },
    ]),
  )
})

it('says that a plan has its ten webhooks', async () => {
  const { app, owner, plan } = await withPlan()
  for (let i = 0; i < 10; i++) await hook(app, owner, plan.id, { url: 'https://receiver.test/hook' })
  const reply = await app.as(owner)('POST', `/plans/${plan.id}/webhooks`, { url: 'https://receiver.test/hook' })
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'plan_full'])
})

it('follows no redirect, and delivers to others while one receiver does not answer', async () => {
  const { app, owner, plan } = await withPlan()
  const [slow, target] = [await receiver(() => 0), await receiver()]
  const moved = await receiver(() => 302)
  await hook(app, owner, plan.id, { url: slow.url })
  const redirected = await hook(app, owner, plan.id, { url: moved.url })
  await hook(app, owner, plan.id, { url: target.url })
  for (let i = 0; i < 3; i++) await app.make.node(owner, plan.id)

  await until(() => expect(target.received).toHaveLength(3))

  expect(slow.received).toHaveLength(1)
  await until(async () =>
    expect((await deliveriesOf(app, owner, redirected)).at(-1)).toMatchObject({ status: 'waiting', code: 302 }),
  )
})

it('delivers once when two servers share a database', async () => {
  const { app, owner, plan } = await withPlan()
  const second = await testApp({ store: app.store, files: app.files, env: { CAIRN_OUTBOUND_LOOPBACK: 'on' } })
  const { url, received } = await receiver()
  const webhook = await hook(app, owner, plan.id, { url })
  const nodes = Array.from({ length: 30 }, (_, i) => `Node ${i}`)
  for (const [i, title] of nodes.entries()) await (i % 2 ? app : second).make.node(owner, plan.id, { title })

  await until(async () => {
    const deliveries = await deliveriesOf(app, owner, webhook)
    expect(deliveries.every(({ status }) => status === 'delivered')).toBe(true)
    expect(received.length).toBeGreaterThanOrEqual(30)
  })

  expect(received.map(({ body }) => JSON.parse(body).data.node_title).sort()).toEqual([...nodes].sort())
})

it('lets one server at a time send to a webhook, so that events stay in order', async () => {
  const { app, owner, plan } = await withPlan()
  const { id } = await hook(app, owner, plan.id, { url: 'http://127.0.0.1:9/' })
  const add = (revision: number) =>
    app.store.write(async (tx) => {
      const row = waitingDelivery({ webhook_id: id, kind: 'node.created', revision }, '2026-01-01T10:00:00.000Z')
      await insertDeliveries(tx, [{ ...row, next_at: '2099-01-01T10:00:00.000Z' }])
    })
  const claim = async (name: string, minute: number) => {
    const at = (minutes: number) => `2099-01-01T10:${String(minutes).padStart(2, '0')}:00.000Z`
    const rows = await app.store.write((tx) =>
      claimDue(tx, id, { claim: name, now: at(minute), until: at(minute + 2) }),
    )
    return rows.map(({ revision }) => revision)
  }
  await add(1_000)
  expect(await claim('one', 1)).toEqual([1_000])
  await add(1_001)

  expect(await claim('two', 2)).toEqual([])
  // The first server died.
  expect(await claim('two', 3)).toEqual([1_000, 1_001])
})

it('encrypts the secret, and shows it only when the webhook is created', async () => {
  const { app, owner, plan } = await withPlan()
  const { secret } = await hook(app, owner, plan.id, { url: 'http://127.0.0.1:9/' })
  expect(secret).toMatch(/^whsec_[\w+/]{32}$/)
  expect((await app.as(owner)('GET', `/plans/${plan.id}/webhooks`)).body).not.toContain(secret)
  const rows = await app.store.reader.selectFrom('webhooks').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(secret)
})

const verify = (secret: string, { body, headers }: Message) =>
  new Verifier(secret).verify(body, headers as Record<string, string>)

it('signs with the old and the new secret until the grace of a rotation is over', async () => {
  const { app, owner: person, plan, pass } = await withPlan()
  // A session would be too old to move the clock by a day.
  const owner = await app.make.apiToken(person, 'admin')
  const { url, received } = await receiver()
  const { id, secret: old } = await hook(app, owner, plan.id, { url })
  const at = `/plans/${plan.id}/webhooks/${id}`
  const rotate = (body: Record<string, unknown>) => app.as(owner)('POST', `${at}/rotate`, body)
  const send = async () => {
    const before = received.length
    expect((await app.as(owner)('POST', `${at}/test`)).statusCode).toBe(200)
    await until(() => expect(received.length).toBeGreaterThan(before))
    return received.at(-1) as Message
  }
  const rotated = await rotate({})
  const { secret, old_secret_until } = rotated.json()
  expect(secret).toMatch(/^whsec_/)
  expect(secret).not.toBe(old)
  expect(Math.round((Date.parse(old_secret_until) - Date.now()) / HOUR_MS)).toBe(24)
  const both = await send()
  expect(String(both.headers['webhook-signature']).split(' ')).toHaveLength(2)
  for (const key of [old, secret]) expect(verify(key, both)).toMatchObject({ type: 'webhook.test' })

  pass(25 * HOUR_MS)
  const over = await send()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Number(over.headers['webhook-timestamp']) * 1000)
  expect(verify(secret, over)).toMatchObject({ type: 'webhook.test' })
  expect(() => verify(old, over)).toThrow()
  clock.mockRestore()
  expect((await listOf(app, owner, plan.id))[0]?.old_secret_until).toBeNull()

  const leaked = await rotate({ grace_hours: 0 })
  expect(leaked.json()).toMatchObject({ old_secret_until: null })
  expect(String((await send()).headers['webhook-signature']).split(' ')).toHaveLength(1)
  expect((await rotate({ grace_hours: 25 })).json()).toMatchObject({
    code: 'invalid_input',
    details: [{ path: 'grace_hours' }],
  })
})

it('changes the URL and the kinds of a webhook', async () => {
  const { app, owner, plan } = await withPlan()
  const [before, after] = [await receiver(), await receiver()]
  const webhook = await hook(app, owner, plan.id, { url: before.url })
  const at = `/plans/${plan.id}/webhooks/${webhook.id}`
  const changed = await app.as(owner)('PUT', at, { url: after.url, kinds: ['plan.updated'] })
  expect(changed.json()).toMatchObject({ url: after.url, kinds: ['plan.updated'], status: 'active' })
  await app.make.node(owner, plan.id)
  await app.as(owner)('PUT', `/plans/${plan.id}`, { title: 'Renamed' })
  await until(() => expect(after.received.map(({ body }) => JSON.parse(body).type)).toEqual(['plan.updated']))
  expect(before.received).toEqual([])
  expect((await app.as(owner)('PUT', at, { url: 'ftp://example.com' })).json()).toMatchObject({
    details: [{ path: 'url' }],
  })
})

it('delivers every event once to each of many webhooks', async () => {
  const { app, owner, plan } = await withPlan()
  const { url, received, connections } = await receiver()
  for (let i = 0; i < 10; i++) await hook(app, owner, plan.id, { url: `${url}/${i}` })
  for (let i = 0; i < 30; i++) await app.make.node(owner, plan.id, { title: `Node ${i}` })
  await until(() => expect(received).toHaveLength(300))
  // Deliveries in a row share a connection.
  expect(connections()).toBeLessThan(300)
  const rows = await app.store.reader.selectFrom('webhook_deliveries').select(['webhook_id', 'revision']).execute()
  expect(new Set(rows.map(({ webhook_id, revision }) => `${webhook_id} ${revision}`)).size).toBe(300)
})
