// Who can connect to the live channel, and when they are disconnected.
import { once } from 'node:events'
import type { Plan } from '@cairn/contract/api/plans'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { PASSWORD, type TestUser, testApp } from '../../test/factory.ts'
import { connect, connected, liveAddress } from '../../test/live-client.ts'

it('accepts a browser with a ticket, once and only from its own origin', async () => {
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

  expect(own.messages).toEqual([{ type: 'hello', protocol: 1, epoch: expect.any(String) }])
  expect(published.messages).toEqual([{ type: 'hello', protocol: 1, epoch: expect.any(String) }])
  expect(await again.closed).toBe(4001)
  expect(await refused).toBe(403)
  expect(await without.closed).toBe(4001)
})

it('rejects a ticket after 30 seconds', async () => {
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

it('closes only the socket that sends too much, too often or nonsense', async () => {
  const { app, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const [large, many, pongs, broken, steady] = await Promise.all([1, 2, 3, 4, 5].map(() => connected(app, me.token)))
  if (!large || !many || !pongs || !broken || !steady) throw new Error('Five sockets were expected.')
  await steady.subscribe(plan.id)

  large.socket.send('x'.repeat(20 * 1024 * 1024))
  for (let i = 0; i < 200; i++) many.say({ type: 'unsubscribe', plan_id: plan.id })
  for (let i = 0; i < 200; i++) pongs.socket.pong()
  for (const nonsense of ['{', '[]', '{"type":"subscribe","plan_id":7}', Buffer.from([0xff])])
    broken.socket.send(nonsense)
  broken.say({ type: 'subscribe', plan_id: plan.id })

  expect(await large.closed).toBe(1009)
  expect(await many.closed).toBe(4029)
  expect(await pongs.closed).toBe(4029)
  await broken.hear('subscribed')
  expect(broken.messages.filter(({ type }) => type === 'error')).toEqual(
    Array(4).fill({ type: 'error', code: 'invalid_message' }),
  )
  await make.node(me, plan.id)
  await steady.hear('event')
})

it('drops a reader that never reads, while others receive everything', async () => {
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

it('closes the sockets in a plan that is deleted, and nothing else', async () => {
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

it.each([
  [
    'is removed',
    'owner',
    (plan: Plan, user: TestUser) => ['DELETE', `/plans/${plan.id}/collaborators/${user.id}`] as const,
  ],
  ['leaves', 'viewer', (plan: Plan) => ['POST', `/plans/${plan.id}/leave`] as const],
] as const)('closes the socket of a collaborator who %s, who hears nothing more', async (_, by, call) => {
  const { app, make, as } = await testApp()
  const { plan, ...team } = await make.team()
  const [mine, theirs] = await Promise.all([connected(app, team.owner.token), connected(app, team.viewer.token)])
  await Promise.all([mine.subscribe(plan.id), theirs.subscribe(plan.id)])

  const [method, path] = call(plan, team.viewer)
  const reply = await as(team[by])(method, path)
  await make.node(team.owner, plan.id)

  expect(reply.statusCode).toBe(204)
  expect(await theirs.closed).toBe(4003)
  await mine.hear('event', ({ event }) => event.kind === 'node.created')
  expect(theirs.events()).toEqual([])
})

it('closes the sockets of a credential that has ended, and no others', async () => {
  const { app, make, as } = await testApp()
  const me = await make.user()
  const other = await make.user()
  const signIn = async (): Promise<string> =>
    (await as(null)('POST', '/auth/login', { email: me.email, password: PASSWORD })).json().session.access_token
  const [second, third] = [await signIn(), await signIn()]
  const { id, token } = (await as(me)('POST', '/auth/token', { name: 'Agent' })).json()
  const socketOf = (credential: string) => connected(app, credential)
  const [mine, others] = [await socketOf(me.token), await socketOf(other.token)]
  const [bySecond, byThird, byToken] = [await socketOf(second), await socketOf(third), await socketOf(token)]

  await as(me)('DELETE', `/auth/token/${id}`)
  const revoked = await byToken.closed
  await as(second)('POST', '/auth/logout')
  const signedOut = await bySecond.closed
  const change = { currentPassword: PASSWORD, newPassword: 'Another-passw0rd' }
  await as(me)('POST', '/users/change-password', change)
  const changed = await byThird.closed
  const plan = await make.plan(me)
  await mine.subscribe(plan.id)

  expect([revoked, signedOut, changed]).toEqual([4001, 4001, 4001])
  expect([mine, others].map(({ socket }) => socket.readyState)).toEqual([WebSocket.OPEN, WebSocket.OPEN])
})

describe('every thirty seconds', () => {
  const beat = () => vi.advanceTimersByTime(30_000)
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterEach(() => void vi.useRealTimers())

  it('disconnects a client that does not answer pings, but not one that does', async () => {
    const { app, make } = await testApp()
    const me = await make.user()
    const [silent, steady] = [await connected(app, me.token, { autoPong: false }), await connected(app, me.token)]
    const pinged = once(steady.socket, 'ping')

    beat()
    await pinged
    await steady.flush()
    beat()

    expect(await silent.closed).toBe(1006)
    expect(steady.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('closes a socket whose session has expired', async () => {
    let ahead = 0
    const { app, make } = await testApp({ clock: () => new Date(Date.now() + ahead) })
    const client = await connected(app, (await make.user()).token)

    ahead = 40 * 86_400_000
    beat()

    expect(await client.closed).toBe(4001)
  })

  it('closes a socket whose access ended without a message', async () => {
    let ahead = 0
    const { app, make, store } = await testApp({ clock: () => new Date(Date.now() + ahead) })
    const { plan, viewer } = await make.team()
    const client = await connected(app, viewer.token)
    await client.subscribe(plan.id)

    await store.write((tx) => tx.deleteFrom('collaborators').where('user_id', '=', viewer.id).execute())
    ahead = 6 * 60_000
    beat()

    expect(await client.closed).toBe(4003)
  })
})

it('limits the sockets of one credential', async () => {
  const { app, make } = await testApp({ env: { CAIRN_RATE_LIMITS: '120' } })
  const me = await make.user()
  const open = [await connected(app, me.token), await connected(app, me.token)]

  const third = await connect(app, me.token)
  const refused = await third.closed
  open[0]?.socket.close()
  await open[0]?.closed

  expect(refused).toBe(4029)
  // The server learns of the closed socket a moment later.
  const fourth = await vi.waitFor(() => connected(app, me.token))
  expect(fourth.messages).toEqual([{ type: 'hello', protocol: 1, epoch: expect.any(String) }])
})

it('asks its clients to reconnect when the server stops', async () => {
  const { app, make } = await testApp()
  const me = await make.user()
  const client = await connected(app, me.token)
  await app.close()

  expect(await client.closed).toBe(1012)
})

it('answers a request without an upgrade with 426', async () => {
  const { app } = await testApp()

  const reply = await app.inject('/api/live')

  expect([reply.statusCode, reply.headers.upgrade]).toEqual([426, 'websocket'])
  expect(reply.json()).toMatchObject({ code: 'upgrade_required', error: expect.stringContaining('WebSocket') })
})
