import type { PlanNode } from '@cairn/contract/api/nodes'
import { applyToNodes, type ReplayNode } from '@cairn/contract/rules/replay'
import { expect, it, vi } from 'vitest'
import { testApp } from '../../test/factory.ts'
import { connected } from '../../test/live-client.ts'

it('notifies a collaborator of a change, but not a user without access', async () => {
  const { app, as, make } = await testApp()
  const { plan, owner, viewer } = await make.team()
  const stranger = await make.user()
  const [watching, listening] = await Promise.all([connected(app, viewer.token), connected(app, stranger.token)])
  await watching.subscribe(plan.id)
  listening.say({ type: 'subscribe', plan_id: plan.id })

  const node = await make.node(owner, plan.id, { title: 'Draft the plan' })
  const { event } = await watching.hear('event')
  await as(viewer)('GET', `/plans/${plan.id}`)
  await listening.flush()

  expect(event).toMatchObject({ kind: 'node.created', node_id: node.id, actor: { name: owner.name } })
  expect(event.data).toEqual({ before: null, after: node })
  expect(listening.messages).toEqual([
    { type: 'hello', protocol: 1, epoch: expect.any(String) },
    { type: 'error', code: 'plan_not_found', plan_id: plan.id },
  ])
})

it('sends a reconnected client the events it missed, each once and in order', async () => {
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
  applyToNodes(replica, heard)
  expect([...replica.values()]).toEqual((await as(owner)('GET', `/plans/${plan.id}/nodes`)).json<PlanNode[]>())
})

it('leaves no gap and repeats nothing when events happen while a client catches up', async () => {
  const { app, as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)
  const change = (number: number) => as(me)('PUT', `/plans/${plan.id}/nodes/${node.id}`, { title: `Title ${number}` })
  for (let i = 0; i < 120; i++) await change(i)

  let written = 0
  const writing = (async () => {
    for (; written < 60; written++) await Promise.all([change(1_000 + written), change(2_000 + written)])
  })()
  const clients = await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      await vi.waitFor(() => expect(written).toBeGreaterThanOrEqual(i * 4), { timeout: 30_000, interval: 1 })
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

it('asks for a reload when the client knows another history, whatever its revision', async () => {
  const { app, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const client = await connected(app, me.token)
  const { epoch } = await client.hear('hello')

  client.say({ type: 'subscribe', plan_id: plan.id, since: 1, epoch })
  await client.hear('subscribed')
  expect(client.messages.filter(({ type }) => type === 'reload')).toEqual([])
  client.say({ type: 'subscribe', plan_id: plan.id, since: 1, epoch: 'another' })

  expect(await client.hear('reload')).toEqual({ type: 'reload', plan_id: plan.id, revision: 1 })
})

it('answers a ping with the revision that the socket has received, and with none for other plans', async () => {
  const { app, make } = await testApp()
  const { plan, owner, viewer } = await make.team()
  const other = await make.plan(owner)
  const client = await connected(app, viewer.token)
  await client.subscribe(plan.id)

  await make.node(owner, plan.id)
  const { event } = await client.hear('event')
  for (const message of [{ plan_id: plan.id }, { plan_id: other.id }, {}]) client.say({ type: 'ping', ...message })
  await client.hear('pong', ({ plan_id }) => plan_id === undefined)

  expect(client.messages.filter(({ type }) => type === 'pong')).toEqual([
    { type: 'pong', plan_id: plan.id, revision: event.revision },
    { type: 'pong', plan_id: other.id },
    { type: 'pong' },
  ])
})

it('shows who is viewing, each person once and on the node they were last on', async () => {
  const { app, make } = await testApp()
  const { plan, owner, viewer } = await make.team()
  const node = await make.node(owner, plan.id)
  const other = await make.node(owner, plan.id)
  const foreign = await make.node(owner, (await make.plan(owner)).id)
  const [one, two, guest] = await Promise.all([owner, owner, viewer].map(({ token }) => connected(app, token)))
  if (!one || !two || !guest) throw new Error('Three sockets were expected.')
  const someone = { avatar_url: null, agent: null, writing: null }
  const ownerOn = (node_id: string | null) => ({ ...someone, id: owner.id, name: owner.name, node_id })

  const first = await one.subscribe(plan.id)
  await two.subscribe(plan.id)
  const { people } = await guest.subscribe(plan.id)
  const guestReceives = (node_id: string) =>
    guest.hear('presence', (message) => message.people.some((person) => person.node_id === node_id))
  one.say({ type: 'presence', plan_id: plan.id, node_id: other.id })
  await guestReceives(other.id)
  two.say({ type: 'presence', plan_id: plan.id, node_id: node.id })
  two.say({ type: 'presence', plan_id: plan.id, node_id: foreign.id })
  const moved = await guestReceives(node.id)
  guest.messages.length = 0
  two.socket.close()
  await guestReceives(other.id)
  guest.messages.length = 0
  one.say({ type: 'unsubscribe', plan_id: plan.id })
  const left = await guest.hear('presence')

  expect(first.people).toEqual([ownerOn(null)])
  expect(people).toEqual([ownerOn(null), { ...someone, id: viewer.id, name: viewer.name, node_id: null }])
  expect(moved.people[0]).toEqual(ownerOn(node.id))
  expect(left.people.map(({ id }) => id)).toEqual([viewer.id])
})
