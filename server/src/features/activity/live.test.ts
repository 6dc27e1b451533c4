import { setTimeout as sleep } from 'node:timers/promises'
import type { PlanNode } from '@cairn/contract/api/nodes'
import { applyToNodes, type ReplayNode } from '@cairn/contract/rules/replay'
import { expect, it } from 'vitest'
import { testApp } from '../../../test/factory.ts'
import { connect, connected, liveAddress } from '../../../test/live-client.ts'

/** Longer than a message needs, to be sure that none came. */
const SILENCE_MS = 150

it('tells a collaborator of a change at once, and a stranger nothing', async () => {
  const { app, as, make } = await testApp()
  const { plan, owner, viewer } = await make.team()
  const stranger = await make.user()
  const [watching, listening] = await Promise.all([connected(app, viewer.token), connected(app, stranger.token)])
  await watching.subscribe(plan.id)
  listening.say({ type: 'subscribe', plan_id: plan.id })

  const node = await make.node(owner, plan.id, { title: 'Draft the plan' })
  const { event } = await watching.hear('event')
  await as(viewer)('GET', `/plans/${plan.id}`)
  await sleep(SILENCE_MS)

  expect(event).toMatchObject({ kind: 'node.created', node_id: node.id, actor: { name: owner.name } })
  expect(event.data).toEqual({ before: null, after: node })
  expect(listening.messages).toEqual([
    { type: 'hello', protocol: 1 },
    { type: 'error', code: 'plan_not_found', plan_id: plan.id },
  ])
})

it('brings a client that was away to where the plan is, each event once and in order', async () => {
  const { app, as, make } = await testApp()
  const { plan, owner, editor } = await make.team()
  const node = await make.node(owner, plan.id)
  const replica = new Map<string, ReplayNode>([[node.id, node]])
  const [steady, wavering] = await Promise.all([connected(app, owner.token), connected(app, editor.token)])
  const { revision } = await steady.subscribe(plan.id)
  await wavering.subscribe(plan.id)
  const url = `/plans/${plan.id}/nodes/${node.id}`

  await as(owner)('PUT', `${url}/status`, { status: 'in_progress' })
  await wavering.hear('event')
  wavering.socket.terminate()
  await as(owner)('PUT', `${url}/status`, { status: 'completed' })
  await as(owner)('PUT', url, { title: 'Another title' })
  await make.node(owner, plan.id, { parent_id: node.id })
  const returned = await connected(app, editor.token)
  await returned.subscribe(plan.id, revision + 1)
  await as(owner)('PUT', `${url}/status`, { status: 'blocked' })
  await returned.hear('event', ({ event }) => event.revision === revision + 5)

  const heard = [...wavering.events(), ...returned.events()]
  expect(heard.map((event) => event.revision - revision)).toEqual([1, 2, 3, 4, 5])
  await steady.hear('event', ({ event }) => event.revision === revision + 5)
  expect(heard).toEqual(steady.events())
  for (const event of heard) applyToNodes(replica, event)
  expect([...replica.values()]).toEqual((await as(owner)('GET', `/plans/${plan.id}/nodes`)).json<PlanNode[]>())
})

it('leaves no gap and repeats nothing when events happen while a client catches up', async () => {
  const { app, as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)
  const change = (number: number) => as(me)('PUT', `/plans/${plan.id}/nodes/${node.id}`, { title: `Title ${number}` })
  for (let i = 0; i < 120; i++) await change(i)

  const writing = (async () => {
    for (let i = 0; i < 60; i++) await Promise.all([change(1_000 + i), change(2_000 + i)])
  })()
  const clients = await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      await sleep(i * 7)
      const client = await connected(app, me.token)
      await client.subscribe(plan.id, 2)
      return client
    }),
  )
  await writing

  const { revision } = (await as(me)('GET', `/plans/${plan.id}`)).json()
  for (const client of clients) {
    await client.hear('event', ({ event }) => event.revision === revision)
    expect(client.events().map((event) => event.revision)).toEqual(
      Array.from({ length: revision - 2 }, (_, i) => i + 3),
    )
  }
})

it('asks for a reload when the client is too far behind or ahead', async () => {
  const { app, as, make, store } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)
  await store.write((tx) => tx.updateTable('plans').set({ revision: 1_100 }).where('id', '=', plan.id).execute())
  const client = await connected(app, me.token)

  await client.subscribe(plan.id, 99)
  const behind = await client.hear('reload')
  client.messages.length = 0
  await client.subscribe(plan.id, 1_101)
  const ahead = await client.hear('reload')
  await as(me)('PUT', `/plans/${plan.id}/nodes/${node.id}/status`, { status: 'blocked' })
  const { event } = await client.hear('event')

  expect([behind, ahead]).toEqual([
    { type: 'reload', plan_id: plan.id, revision: 1_100 },
    { type: 'reload', plan_id: plan.id, revision: 1_100 },
  ])
  expect(event.revision).toBe(1_101)
})

it('shows who is here, each person once and on the node they were last on', async () => {
  const { app, make } = await testApp()
  const { plan, owner, viewer } = await make.team()
  const node = await make.node(owner, plan.id)
  const other = await make.node(owner, plan.id)
  const foreign = await make.node(owner, (await make.plan(owner)).id)
  const [one, two, guest] = await Promise.all([owner, owner, viewer].map(({ token }) => connected(app, token)))
  if (!one || !two || !guest) throw new Error('Three sockets were expected.')
  const ownerOn = (node_id: string | null) => ({ id: owner.id, name: owner.name, avatar_url: null, node_id })

  const first = await one.subscribe(plan.id)
  await two.subscribe(plan.id)
  const { people } = await guest.subscribe(plan.id)
  const guestHears = (node_id: string) =>
    guest.hear('presence', (message) => message.people.some((person) => person.node_id === node_id))
  one.say({ type: 'presence', plan_id: plan.id, node_id: other.id })
  await guestHears(other.id)
  two.say({ type: 'presence', plan_id: plan.id, node_id: node.id })
  two.say({ type: 'presence', plan_id: plan.id, node_id: foreign.id })
  const moved = await guestHears(node.id)
  guest.messages.length = 0
  two.socket.close()
  await guestHears(other.id)
  guest.messages.length = 0
  one.say({ type: 'unsubscribe', plan_id: plan.id })
  const left = await guest.hear('presence')

  expect(first.people).toEqual([ownerOn(null)])
  expect(people).toEqual([ownerOn(null), { id: viewer.id, name: viewer.name, avatar_url: null, node_id: null }])
  expect(moved.people[0]).toEqual(ownerOn(node.id))
  expect(left.people.map(({ id }) => id)).toEqual([viewer.id])
})

it('lets a browser in with a ticket, once and only with an Origin of its own', async () => {
  const { app, as, make } = await testApp()
  const me = await make.user()
  const address = new URL((await liveAddress(app)).replace('ws', 'http'))
  const ticket = async () => `?ticket=${(await as(me)('POST', '/live/ticket')).json().ticket}`
  const query = await ticket()

  const own = await connected(app, null, { query, origin: address.origin })
  const again = await connect(app, null, { query, origin: address.origin })
  const published = await connected(app, null, { query: await ticket(), origin: 'http://cairn.test' })
  const foreign = await connect(app, null, { query: await ticket(), origin: 'https://elsewhere.test' })
  const refused = new Promise((resolve) =>
    foreign.socket.once('unexpected-response', (_, reply) => resolve(reply.statusCode)),
  )
  const without = await connect(app, null, { query: await ticket() })

  expect(own.messages).toEqual([{ type: 'hello', protocol: 1 }])
  expect(published.messages).toEqual([{ type: 'hello', protocol: 1 }])
  expect(await again.closed).toBe(4001)
  expect(await refused).toBe(403)
  expect(await without.closed).toBe(4001)
})

it('refuses a ticket after 30 seconds', async () => {
  let ahead = 0
  const { app, as, make } = await testApp({ clock: () => new Date(Date.now() + ahead) })
  const me = await make.user()
  const { ticket, expires_in } = (await as(me)('POST', '/live/ticket')).json()

  ahead = 31_000
  const late = await connect(app, null, { query: `?ticket=${ticket}`, origin: 'http://cairn.test' })

  expect(expires_in).toBe(30)
  expect(await late.closed).toBe(4001)
})

it.each([
  ['no token', null],
  ['an unknown token', 'x'.repeat(43)],
  ['an unknown API token', `cairn_${'x'.repeat(43)}`],
])('closes a socket with %s at once', async (_, token) => {
  const { app } = await testApp()

  const client = await connect(app, token)

  expect(await client.closed).toBe(4001)
  expect(client.messages).toEqual([])
})

it('closes only the socket that says too much, too many or nonsense', async () => {
  const { app, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const [large, many, broken, steady] = await Promise.all([1, 2, 3, 4].map(() => connected(app, me.token)))
  if (!large || !many || !broken || !steady) throw new Error('Four sockets were expected.')
  await steady.subscribe(plan.id)

  large.socket.send('x'.repeat(20 * 1024 * 1024))
  for (let i = 0; i < 200; i++) many.say({ type: 'unsubscribe', plan_id: plan.id })
  for (const nonsense of ['{', '[]', '{"type":"subscribe","plan_id":7}', Buffer.from([0xff])])
    broken.socket.send(nonsense)
  broken.say({ type: 'subscribe', plan_id: plan.id })

  expect(await large.closed).toBe(1009)
  expect(await many.closed).toBe(4029)
  await broken.hear('subscribed')
  expect(broken.messages.filter(({ type }) => type === 'error')).toEqual(
    Array(4).fill({ type: 'error', code: 'invalid_message' }),
  )
  await make.node(me, plan.id)
  await steady.hear('event')
})

it('drops a reader that never reads, while others hear everything', async () => {
  const { app, as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)
  const [stuck, steady] = await Promise.all([connected(app, me.token), connected(app, me.token)])
  await Promise.all([stuck.subscribe(plan.id), steady.subscribe(plan.id)])
  stuck.socket.pause()

  for (let i = 0; i < 100; i++)
    await as(me)('PUT', `/plans/${plan.id}/nodes/${node.id}`, { context: `${i}${'x'.repeat(49_000)}` })
  await steady.hear('event', ({ event }) => event.revision === 102)
  stuck.socket.resume()

  expect(await stuck.closed).toBeGreaterThan(1000)
  expect(steady.events()).toHaveLength(100)
  expect(stuck.events().length).toBeLessThan(100)
})

it('closes what stood on a withdrawn right, and nothing else', async () => {
  const { app, make, as } = await testApp()
  const { plan, owner, editor, viewer } = await make.team()
  const [mine, theirs] = await Promise.all([connected(app, owner.token), connected(app, viewer.token)])
  const elsewhere = await connected(app, editor.token)
  await Promise.all([mine.subscribe(plan.id), theirs.subscribe(plan.id)])
  const own = await make.plan(editor)
  await elsewhere.subscribe(own.id)

  await as(owner)('DELETE', `/plans/${plan.id}`)

  expect(await Promise.all([mine.closed, theirs.closed])).toEqual([4003, 4003])
  await make.node(editor, own.id)
  await elsewhere.hear('event')
})

it('tells its clients to come back when the server stops', async () => {
  const { app, make } = await testApp()
  const me = await make.user()
  const client = await connected(app, me.token)
  const started = performance.now()

  await app.close()

  expect(await client.closed).toBe(1012)
  expect(performance.now() - started).toBeLessThan(2_000)
})
