// Access ends while a reader is far behind: what waits for it is thrown away, and it is gone although it reads nothing.
import type { FastifyInstance } from 'fastify'
import { expect, it, vi } from 'vitest'
import { type TestApp, testApp } from '../../test/factory.ts'
import { connected, type LiveClient } from '../../test/live-client.ts'
import { twoServers } from '../../test/two-servers.ts'

const EVENTS = 300
/** Written together, they share commits. */
const AT_ONCE = 25
/** Together they exceed the network's buffers. */
const LARGE = 'x'.repeat(49_000)
const GONE_MS = 30_000

const openSockets = (app: FastifyInstance) =>
  new Promise<number>((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

/** A plan with a long history, and a viewer on `server` who asks for all of it and then stops reading. */
async function slowReader(writer: TestApp, server: TestApp) {
  const { plan, owner, viewer } = await writer.make.team()
  const node = await writer.make.node(owner, plan.id)
  const write = (context: string) => writer.as(owner)('PUT', `/plans/${plan.id}/nodes/${node.id}`, { context })
  for (let i = 0; i < EVENTS; i += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, j) => write(`${i + j}${LARGE}`)))
  const client = await connected(server.app, viewer.token)
  await client.subscribe(plan.id, 2)
  client.socket.pause()
  return { plan, owner, viewer, client }
}

async function expectGone({ app }: TestApp, client: LiveClient): Promise<void> {
  await vi.waitFor(async () => expect(await openSockets(app)).toBe(0), { timeout: GONE_MS, interval: 10 })
  client.socket.resume()
  await client.closed
  expect(client.events().length).toBeLessThan(EVENTS)
}

it('disconnects a slow reader when it is removed from the plan', async () => {
  const server = await testApp()
  const { plan, owner, viewer, client } = await slowReader(server, server)

  await server.as(owner)('DELETE', `/plans/${plan.id}/collaborators/${viewer.id}`)

  await expectGone(server, client)
})

it('disconnects a slow reader when it is removed through another server', async () => {
  const { one, two } = await twoServers()
  const { plan, owner, viewer, client } = await slowReader(one, two)

  await one.as(owner)('DELETE', `/plans/${plan.id}/collaborators/${viewer.id}`)

  await expectGone(two, client)
})

it('disconnects a slow reader when its session ends on another server', async () => {
  const { one, two } = await twoServers()
  const { viewer, client } = await slowReader(one, two)

  await one.as(viewer)('POST', '/auth/logout')

  await expectGone(two, client)
})

it('disconnects a token whose plan limit was changed through another server', async () => {
  const { one, two } = await twoServers()
  const owner = await one.make.user()
  const [plan, other] = [await one.make.plan(owner), await one.make.plan(owner)]
  const token = (await one.as(owner)('POST', '/auth/token', { name: 'Agent', permissions: ['read'] })).json()
  const client = await connected(two.app, token.token)
  await client.subscribe(plan.id)

  await one.as(owner)('PUT', `/auth/token/${token.id}/limits`, { plan_id: other.id })
  await client.closed
  await one.make.node(owner, plan.id, { title: 'Secret' })

  expect(client.events()).toEqual([])
})
