import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Webhook, WebhookDelivery } from '@cairn/contract/api/webhooks'
import { Webhook as Verifier } from 'standardwebhooks'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type TestApp, type TestUser, testApp } from '../../../test/factory.ts'
import { mailTo } from '../../../test/mails.ts'
import { TEST_KIND, waitingDelivery } from './webhooks.commands.ts'
import { claimDue, insertDeliveries } from './webhooks.repo.ts'

interface Message {
  headers: IncomingHttpHeaders
  body: string
}

/** An HTTP server that keeps what it receives. */
async function receiver(answer: () => number | Promise<number> = () => 200) {
  const received: Message[] = []
  let connections = 0
  const server = createServer(async (request, reply) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    received.push({ headers: request.headers, body })
    const status = await answer()
    if (status > 0) reply.writeHead(status).end('Thank you')
  })
  server.on('connection', () => connections++)
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, port, received, connections: () => connections }
}

/** An app that may send to this machine, and a clock that can be moved. */
async function withPlan(overrides: Parameters<typeof testApp>[0] = {}) {
  let ahead = 0
  const clock = () => new Date(Date.now() + ahead)
  const app = await testApp({ clock, ...overrides, env: { CAIRN_OUTBOUND_LOOPBACK: 'on', ...overrides.env } })
  const owner = await app.make.user()
  const plan = await app.make.plan(owner)
  const pass = (ms: number) => {
    ahead += ms
  }
  return { app, owner, plan, clock, pass }
}

const hook = async (app: TestApp, owner: TestUser | string, planId: string, body: Record<string, unknown>) => {
  const reply = await app.as(owner)('POST', `/plans/${planId}/webhooks`, body)
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json<Webhook & { secret: string }>()
}

const deliveriesOf = async (app: TestApp, owner: TestUser | string, { plan_id, id }: Webhook) =>
  (await app.as(owner)('GET', `/plans/${plan_id}/webhooks/${id}/deliveries`)).json<WebhookDelivery[]>()

const listOf = async (app: TestApp, owner: TestUser | string, planId: string) =>
  (await app.as(owner)('GET', `/plans/${planId}/webhooks`)).json<Webhook[]>()

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 15_000, interval: 50 })
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

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

it('retries a failed delivery later with the same id, and replays a delivered one', async () => {
  const { app, owner, plan, pass } = await withPlan()
  let status = 500
  const { url, received } = await receiver(() => status)
  const webhook = await hook(app, owner, plan.id, { url })
  await app.make.node(owner, plan.id)
  const [failed] = await until(async () => {
    const deliveries = await deliveriesOf(app, owner, webhook)
    expect(deliveries).toMatchObject([{ status: 'waiting', attempts: 1, code: 500 }])
    return deliveries
  })
  expect((await listOf(app, owner, plan.id))[0]?.failing_since).not.toBeNull()

  status = 200
  pass(2 * MINUTE_MS)
  await until(async () =>
    expect(await deliveriesOf(app, owner, webhook)).toMatchObject([{ status: 'delivered', attempts: 2, code: 200 }]),
  )
  expect((await listOf(app, owner, plan.id))[0]?.failing_since).toBeNull()

  await app.as(owner)('POST', `/plans/${plan.id}/webhooks/${webhook.id}/deliveries/${failed?.id}/replay`)
  await until(() => expect(received).toHaveLength(3))
  expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([failed?.id]))
})

it('disables a webhook after three days of failure, and skips what happened when it resumes', async () => {
  const { app, owner: person, plan, pass } = await withPlan()
  // A session would expire meanwhile.
  const owner = await app.make.apiToken(person, 'admin')
  const add = (title: string) => app.as(owner)('POST', `/plans/${plan.id}/nodes`, { title, node_type: 'task' })
  let status = 500
  const { url, received } = await receiver(() => status)
  const webhook = await hook(app, owner, plan.id, { url })
  await add('Failed')
  await until(() => expect(received).toHaveLength(1))
  await until(async () => expect((await listOf(app, owner, plan.id))[0]?.failing_since).not.toBeNull())
  pass(3 * 24 * 60 * MINUTE_MS)
  await until(async () => expect((await listOf(app, owner, plan.id))[0]?.status).toBe('disabled'))
  expect(await mailTo(app.dataDir, person.email, /^Webhook disabled/)).toContain(new URL(url).origin)
  await add('Missed')

  status = 200
  const resumed = await app.as(owner)('PUT', `/plans/${plan.id}/webhooks/${webhook.id}`, { is_active: true })
  expect(resumed.json()).toMatchObject({ status: 'active', failing_since: null })
  await add('Seen')

  await until(() => expect(received.at(-1)?.body).toContain('"node_title":"Seen"'))
  expect(received.some(({ body }) => body.includes('"node_title":"Missed"'))).toBe(false)
})

it('begins to count failures again after any success', async () => {
  const { app, owner, plan, clock } = await withPlan()
  const answers = [200, 500]
  const { url } = await receiver(() => answers.shift() ?? 500)
  const webhook = await hook(app, owner, plan.id, { url, kinds: ['node.created'] })
  const long = new Date(clock().getTime() - 4 * 24 * HOUR_MS).toISOString()
  await app.store.write((tx) => tx.updateTable('webhooks').set({ failing_since: long }).execute())
  const nodes = ['One', 'Two'].map((title) => ({ title, node_type: 'task' }))
  await app.as(owner)('POST', `/plans/${plan.id}/nodes/tree`, { nodes })
  await until(async () =>
    expect(await deliveriesOf(app, owner, webhook)).toMatchObject([{ code: 500 }, { status: 'delivered' }]),
  )
  const [now] = await listOf(app, owner, plan.id)
  expect(now?.status).toBe('active')
  expect(Date.parse(now?.failing_since ?? '')).toBeGreaterThan(Date.parse(long))
})

it('refuses URLs with an address that is not public, except in the given networks', async () => {
  const app = await testApp({ env: { CAIRN_WEBHOOK_NETWORKS: '10.1.0.0/16' } })
  const owner = await app.make.user()
  const { id } = await app.make.plan(owner)
  const call = app.as(owner)
  const open = await hook(app, owner, id, { url: 'https://10.1.2.3/hook' })

  for (const host of ['127.0.0.1', '[::1]', '169.254.169.254', '10.0.0.1', '0x7f000001', '[::ffff:10.0.0.1]'])
    for (const reply of [
      await call('POST', `/plans/${id}/webhooks`, { url: `https://${host}/hook` }),
      await call('PUT', `/plans/${id}/webhooks/${open.id}`, { url: `https://${host}/hook` }),
    ])
      expect([reply.statusCode, reply.json().details], host).toEqual([
        400,
        [{ path: 'url', message: 'url is refused: The address is not public.' }],
      ])
  expect((await listOf(app, owner, id)).map(({ url }) => url)).toEqual(['https://10.1.2.3/hook'])
})

it('says that a plan has its ten webhooks', async () => {
  const { app, owner, plan } = await withPlan()
  for (let i = 0; i < 10; i++) await hook(app, owner, plan.id, { url: 'https://receiver.test/hook' })
  const reply = await app.as(owner)('POST', `/plans/${plan.id}/webhooks`, { url: 'https://receiver.test/hook' })
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'plan_full'])
})

it('refuses private addresses when it connects, also of a name that changes its address', async () => {
  const { port, received } = await receiver()
  let address = '127.0.0.1'
  const { app, owner, plan } = await withPlan({
    resolve: (_, done) => done(null, [{ address, family: 4 }]),
  })
  const named = await hook(app, owner, plan.id, { url: `http://rebinding.test:${port}/` })
  await app.make.node(owner, plan.id)
  await until(() => expect(received).toHaveLength(1))

  address = '10.0.0.1'
  await app.as(owner)('POST', `/plans/${plan.id}/webhooks/${named.id}/test`)

  await until(async () =>
    expect((await deliveriesOf(app, owner, named))[0]).toMatchObject({
      kind: 'webhook.test',
      code: null,
      answer: 'The address is not public.',
    }),
  )
  expect(received).toHaveLength(1)
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

it('accepts only https URLs unless this machine is allowed, and at most ten webhooks', async () => {
  const app = await testApp()
  const owner = await app.make.user()
  const plan = await app.make.plan(owner)
  const create = (url: string) => app.as(owner)('POST', `/plans/${plan.id}/webhooks`, { url })
  for (const url of ['http://example.com', 'ftp://example.com', 'nonsense', 'https://a:b@example.com'])
    expect((await create(url)).statusCode, url).toBe(400)
  for (let i = 0; i < 10; i++) expect((await create(`https://example.com/${i}`)).statusCode).toBe(201)
  expect((await create('https://example.com/11')).statusCode).toBe(409)
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

it('reaches the private networks of the configuration, and no other private address', async () => {
  const { port, received } = await receiver()
  let address = '127.0.0.1'
  const { app, owner, plan } = await withPlan({
    env: { CAIRN_OUTBOUND_LOOPBACK: 'off', CAIRN_WEBHOOK_NETWORKS: '127.0.0.1/32' },
    resolve: (_, done) => done(null, [{ address, family: 4 }]),
  })
  const webhook = await hook(app, owner, plan.id, { url: `http://intranet.test:${port}/` })
  const test = () => app.as(owner)('POST', `/plans/${plan.id}/webhooks/${webhook.id}/test`)
  await test()
  await until(() => expect(received).toHaveLength(1))

  for (const [other, answer] of [
    ['169.254.169.254', 'The address is not public.'],
    ['8.8.8.8', 'The URL must start with https://.'],
  ] as const) {
    address = other
    const { id } = (await test()).json<WebhookDelivery>()
    await until(async () =>
      expect((await deliveriesOf(app, owner, webhook)).find((delivery) => delivery.id === id)).toMatchObject({
        answer,
      }),
    )
  }
  expect(received).toHaveLength(1)
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
