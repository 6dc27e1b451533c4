import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { connect, connected, type LiveClient } from '../../test/live-client.ts'
import { twoServers } from '../../test/two-servers.ts'

/** A disconnected server accepts no sockets until it receives the others' messages again. */
async function comeBack(...args: Parameters<typeof connect>): Promise<LiveClient> {
  for (;;) {
    const client = await connect(...args)
    const gone = await Promise.race([client.hear('hello').then(() => false), client.closed.then(() => true)])
    if (!gone) return client
    await sleep(50)
  }
}

const revisions = (client: LiveClient) => client.events().map(({ revision }) => revision)

it('sends changes made on both servers to the sockets of both, each once and in order', async () => {
  const { one, two } = await twoServers()
  const { plan, owner, viewer } = await one.make.team()
  const node = await one.make.node(owner, plan.id)
  const [here, there] = [await connected(one.app, owner.token), await connected(two.app, viewer.token)]
  const { revision } = await here.subscribe(plan.id)
  await there.subscribe(plan.id)

  await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      (i % 2 ? one : two).as(owner)('PUT', `/plans/${plan.id}/nodes/${node.id}`, { title: `Title ${i}` }),
    ),
  )

  const expected = Array.from({ length: 40 }, (_, i) => revision + 1 + i)
  for (const client of [here, there]) {
    await client.hear('event', ({ event }) => event.revision === revision + 40)
    expect(revisions(client)).toEqual(expected)
  }
  expect(there.events()).toEqual(here.events())
})

it('shows who is viewing on the other server too', async () => {
  const { one, two } = await twoServers()
  const { plan, owner, viewer } = await one.make.team()
  const node = await one.make.node(owner, plan.id)
  const [here, there] = [await connected(one.app, owner.token), await connected(two.app, viewer.token)]
  const names = (people: { id: string }[]) => people.map(({ id }) => id).sort()
  const both = [owner.id, viewer.id].sort()

  await here.subscribe(plan.id)
  await there.subscribe(plan.id)
  await here.hear('presence', ({ people }) => people.length === 2)
  const seen = await there.hear('presence', ({ people }) => people.length === 2)
  here.say({ type: 'presence', plan_id: plan.id, node_id: node.id })
  await there.hear('presence', ({ people }) => people.some((person) => person.node_id === node.id))
  there.messages.length = 0
  here.socket.close()
  const left = await there.hear('presence')

  expect(names(seen.people)).toEqual(both)
  expect(names(left.people)).toEqual([viewer.id])
})

it('closes sockets on the other server when access ends, and no others', async () => {
  const { one, two } = await twoServers()
  const { plan, owner, editor, viewer } = await one.make.team()
  const other = await one.make.plan(editor)
  const [member, guest, elsewhere] = [
    await connected(two.app, editor.token),
    await connected(two.app, viewer.token),
    await connected(two.app, editor.token),
  ]
  await Promise.all([member.subscribe(plan.id), guest.subscribe(plan.id), elsewhere.subscribe(other.id)])

  await one.as(owner)('DELETE', `/plans/${plan.id}/collaborators/${editor.id}`)
  await one.make.node(owner, plan.id)
  const removed = await member.closed
  await one.as(viewer)('POST', '/auth/logout')
  const signedOut = await guest.closed
  await one.make.node(editor, other.id)
  await elsewhere.hear('event')

  expect([removed, signedOut]).toEqual([4003, 4001])
  expect(member.events()).toEqual([])
})

it('disconnects its clients when it loses the other servers, and they miss nothing', async () => {
  const { one, two, breakLinks } = await twoServers()
  const me = await one.make.user()
  const plan = await one.make.plan(me)
  const client = await connected(two.app, me.token)
  const { revision } = await client.subscribe(plan.id)

  await breakLinks()
  const code = await client.closed
  for (let i = 0; i < 3; i++) await one.make.node(me, plan.id)
  const returned = await comeBack(two.app, me.token)
  await returned.subscribe(plan.id, revision)
  await one.make.node(me, plan.id)
  await returned.hear('event', ({ event }) => event.revision === revision + 4)

  expect(code).toBe(1012)
  expect(revisions(returned)).toEqual([1, 2, 3, 4].map((step) => revision + step))
})
