// The caller's list of plans on the live channel.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestApp, type TestUser, testApp } from '../../test/factory.ts'
import { connected, type LiveClient } from '../../test/live-client.ts'
import { twoServers } from '../../test/two-servers.ts'

const REVISIONS_MS = 5_000

type Team = Awaited<ReturnType<TestApp['make']['team']>> & { node: { id: string }; other: { id: string } }

const stateOf = async ({ as }: TestApp, user: TestUser) => (await as(user)('GET', '/plans')).headers['x-plans-state']
const states = ({ messages }: LiveClient) => messages.flatMap((message) => (message.type === 'plans' ? message : []))

/** A socket that follows the user's list of plans. */
async function following({ app }: TestApp, user: TestUser): Promise<LiveClient> {
  const client = await connected(app, user.token)
  client.say({ type: 'subscribe_plans' })
  await client.hear('plans')
  return client
}

/** Resolves when the socket has received the current state of the list. */
async function receivedNow(server: TestApp, user: TestUser, client: LiveClient): Promise<void> {
  const state = await stateOf(server, user)
  await client.hear('plans', (message) => message.state === state)
}

const ITS_STATUS = { status: 'completed' }
it.each<[string, (t: Team) => Parameters<ReturnType<TestApp['as']>>]>([
  ['whose progress changes', ({ plan, node }) => ['PUT', `/plans/${plan.id}/nodes/${node.id}/status`, ITS_STATUS]],
  ['that is renamed', ({ plan }) => ['PUT', `/plans/${plan.id}`, { title: 'Another title' }]],
  ['that is archived', ({ plan }) => ['PUT', `/plans/${plan.id}`, { status: 'archived' }]],
  ['that is shared', ({ other, viewer }) => ['POST', `/plans/${other.id}/collaborators`, { email: viewer.email }]],
  ['to which access is revoked', ({ plan, viewer }) => ['DELETE', `/plans/${plan.id}/collaborators/${viewer.id}`]],
  ['that is deleted', ({ plan }) => ['DELETE', `/plans/${plan.id}`]],
])('notifies a person of a plan %s', async (_, change) => {
  const server = await testApp()
  const team = await server.make.team()
  const { plan, owner, viewer } = team
  const [node, other] = [await server.make.node(owner, plan.id), await server.make.plan(owner)]
  const client = await following(server, viewer)
  const before = await stateOf(server, viewer)

  await server.as(owner)(...change({ ...team, node, other }))
  await receivedNow(server, viewer, client)

  expect(await stateOf(server, viewer)).not.toBe(before)
})

it('notifies a person of a plan restored from the trash', async () => {
  const server = await testApp()
  const { plan, owner, viewer } = await server.make.team()
  await server.as(owner)('DELETE', `/plans/${plan.id}`)
  const client = await following(server, viewer)

  await server.as(owner)('POST', `/plans/${plan.id}/restore`)
  await receivedNow(server, viewer, client)

  expect(states(client)).toHaveLength(2)
})

it('does not notify a person of plans without access', async () => {
  const server = await testApp()
  const { plan, owner } = await server.make.team()
  const stranger = await server.make.user()
  const [listening, own] = [await following(server, stranger), await following(server, owner)]

  await server.make.node(owner, plan.id)
  await receivedNow(server, owner, own)
  const mine = await server.make.plan(stranger)
  await receivedNow(server, stranger, listening)

  expect(mine.owner_id).toBe(stranger.id)
  expect(states(listening)).toHaveLength(2)
})

it('sends nothing after unsubscribe_plans', async () => {
  const server = await testApp()
  const me = await server.make.user()
  const [left, stayed] = [await following(server, me), await following(server, me)]

  left.say({ type: 'unsubscribe_plans' })
  left.say({ type: 'ping' })
  await left.hear('pong')
  await server.make.plan(me)
  await receivedNow(server, me, stayed)

  expect(states(left)).toHaveLength(1)
})

it('notifies of a plan that another server shares, changes and removes', async () => {
  const { one, two } = await twoServers()
  const { plan, owner } = await one.make.team()
  const guest = await one.make.user()
  const client = await following(two, guest)

  await one.as(owner)('POST', `/plans/${plan.id}/collaborators`, { email: guest.email, role: 'viewer' })
  await receivedNow(two, guest, client)
  await one.make.node(owner, plan.id)
  await receivedNow(two, guest, client)
  client.messages.length = 0
  await one.as(owner)('DELETE', `/plans/${plan.id}/collaborators/${guest.id}`)
  await receivedNow(two, guest, client)

  expect(states(client)).toHaveLength(1)
})

describe('when a server dies before it has notified the others', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterEach(() => void vi.useRealTimers())

  it('they receive its changes within five seconds', async () => {
    const { one, two, mute } = await twoServers()
    const { plan, owner } = await one.make.team()
    const guest = await one.make.user()
    const client = await following(two, guest)

    await mute.as(owner)('POST', `/plans/${plan.id}/collaborators`, { email: guest.email, role: 'viewer' })
    vi.advanceTimersByTime(REVISIONS_MS)
    await receivedNow(two, guest, client)

    expect(states(client)).toHaveLength(2)
  })
})
