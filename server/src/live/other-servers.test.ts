// What servers on one database owe each other when messages get lost, and which of them may run side by side.
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type TestUser, testApp } from '../../test/factory.ts'
import { uploadAs } from '../../test/forms.ts'
import { connected, type LiveClient } from '../../test/live-client.ts'
import { twoServers } from '../../test/two-servers.ts'
import { createLeases, type Leases } from '../core/leases.ts'
import { purgeDeletedAccounts } from '../features/maintenance/maintenance.ts'

const REVOCATIONS_MS = 2_000
const REVISIONS_MS = 5_000
const TIMEOUT_MS = 10_000

const clock = () => new Date()
const revisions = (client: LiveClient) => client.events().map(({ revision }) => revision)

describe('when a server dies before it has notified the others', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterEach(() => void vi.useRealTimers())

  it('they bring their subscribers up to date within five seconds', async () => {
    const { one, two, mute } = await twoServers()
    const { plan, owner, viewer } = await one.make.team()
    const quiet = await one.make.plan(viewer)
    const client = await connected(two.app, viewer.token)
    const { revision } = await client.subscribe(plan.id)
    await client.subscribe(quiet.id)

    for (let i = 0; i < 3; i++) await mute.make.node(owner, plan.id)
    vi.advanceTimersByTime(REVISIONS_MS)
    await client.hear('event', ({ event }) => event.revision === revision + 3)

    expect(revisions(client)).toEqual([1, 2, 3].map((step) => revision + step))
  })

  it('their lists of nodes are current immediately', async () => {
    const { one, two, mute } = await twoServers()
    const me = await one.make.user()
    const plan = await one.make.plan(me)
    const first = await one.make.node(me, plan.id)
    const listed = async () =>
      (await two.as(me)('GET', `/plans/${plan.id}/nodes`)).json<{ id: string }[]>().map(({ id }) => id)
    const before = await listed()

    const second = await mute.make.node(me, plan.id)

    expect(before).toEqual([first.id])
    expect(await listed()).toEqual([first.id, second.id])
  })

  it.each([
    ['leaves a plan', (planId: string) => `/plans/${planId}/leave`, 4003],
    ['signs out', () => '/auth/logout', 4001],
  ])('a user who %s is disconnected by them within two seconds', async (_, path, code) => {
    const { one, two, mute } = await twoServers()
    const { plan, owner, viewer, editor } = await one.make.team()
    const [client, other] = [await connected(two.app, viewer.token), await connected(two.app, editor.token)]
    await Promise.all([client.subscribe(plan.id), other.subscribe(plan.id)])

    await mute.as(viewer)('POST', path(plan.id))
    vi.advanceTimersByTime(REVOCATIONS_MS)
    const closed = await client.closed
    await two.make.node(owner, plan.id)
    await other.hear('event', ({ event }) => event.kind === 'node.created')

    expect(closed).toBe(code)
  })

  it('access that was revoked and granted again lasts', async () => {
    const { one, two, mute } = await twoServers()
    const { plan, owner, viewer } = await one.make.team()
    const client = await connected(two.app, viewer.token)
    await client.subscribe(plan.id)

    await mute.as(owner)('DELETE', `/plans/${plan.id}/collaborators/${viewer.id}`)
    await mute.as(owner)('POST', `/plans/${plan.id}/collaborators`, { user_id: viewer.id, email: viewer.email })
    vi.advanceTimersByTime(REVOCATIONS_MS)
    const node = await one.make.node(owner, plan.id)
    const { event } = await client.hear('event', ({ event }) => event.kind === 'node.created')

    expect(event.node_id).toBe(node.id)
  })

  it('a server that cannot query for ten seconds disconnects its clients until it can', async () => {
    vi.useRealTimers()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const { one, two } = await twoServers()
    const me = await one.make.user()
    const client = await connected(two.app, me.token)
    const status = async () => (await two.app.inject('/readyz')).statusCode
    const rename = (from: string, to: string) =>
      one.store.write((tx) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(tx))
    const before = await status()

    await rename('revocations', 'away')
    vi.advanceTimersByTime(TIMEOUT_MS + REVOCATIONS_MS)
    const code = await client.closed
    const meanwhile = await status()
    await rename('away', 'revocations')
    await vi.waitFor(async () => expect(await status()).toBe(200), { timeout: 30_000 })
    const returned = await connected(two.app, me.token)

    expect([before, code, meanwhile]).toEqual([200, 1012, 503])
    expect(returned.messages[0]?.type).toBe('hello')
  })
})

describe('a server is rejected beside a running one', () => {
  it('with another file store', async () => {
    const { one } = await twoServers()

    await expect(testApp({ store: one.store })).rejects.toThrow('uses different file storage')
  })

  it('with another secret', async () => {
    const { one } = await twoServers()
    const env = { CAIRN_SECRET: 'another secret of the tests, long enough to be one' }

    await expect(testApp({ store: one.store, files: one.files, env })).rejects.toThrow('has a different CAIRN_SECRET')
  })

  it.each([-6_000, 6_000])('with a clock that differs by %i milliseconds', async (ahead) => {
    const { one } = await twoServers()
    const clock = () => new Date(Date.now() + ahead)

    await expect(testApp({ store: one.store, files: one.files, clock })).rejects.toThrow('a clock that differs by 6')
  })

  it('and accepted when that one has stopped or died', async () => {
    const { one, two, mute } = await twoServers()
    const env = { CAIRN_SECRET: 'another secret of the tests, long enough to be one' }
    const beside = () => testApp({ store: one.store, files: one.files, env })

    await Promise.all([one, two].map(({ app }) => app.close()))
    await expect(beside()).rejects.toThrow('has a different CAIRN_SECRET')
    await mute.app.close()
    const { app, store } = await beside()
    const longAgo = new Date(Date.now() - 16_000).toISOString()
    await store.write((tx) => tx.updateTable('servers').set({ seen_at: longAgo }).execute())
    await testApp({ store, files: one.files })

    expect((await app.inject('/readyz')).statusCode).toBe(200)
  })
})

it('serves a file uploaded through one server from the other', async () => {
  const { one, two } = await twoServers()
  const me = await one.make.user()
  const plan = await one.make.plan(me)
  const node = await one.make.node(me, plan.id)
  const path = `/plans/${plan.id}/nodes/${node.id}/artifacts`

  const { id } = (await uploadAs(one.app, me, path, { content: 'hello' })).json<{ id: string }>()
  const reply = await two.as(me)('GET', `${path}/${id}/content`)

  expect([reply.statusCode, reply.body]).toEqual([200, 'hello'])
})

it('begins again when the history of the database is exchanged', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { one, two } = await twoServers()
  const me = await one.make.user()
  const plan = await one.make.plan(me)
  const node = await one.make.node(me, plan.id, { title: 'Once' })
  const list = () => two.as(me)('GET', `/plans/${plan.id}/nodes`)
  const client = await connected(two.app, me.token)
  const before = await client.hear('hello')
  await client.subscribe(plan.id)
  const { etag } = (await list()).headers

  await one.store.write(async (tx) => {
    await tx.updateTable('installation').set({ epoch: 'restored' }).execute()
    await tx.updateTable('nodes').set({ title: 'Another history' }).where('id', '=', node.id).execute()
  })
  vi.advanceTimersByTime(REVISIONS_MS)
  const code = await client.closed
  const returned = await connected(two.app, me.token)
  const after = await returned.hear('hello')
  returned.say({ type: 'subscribe', plan_id: plan.id, since: 2, epoch: before.epoch })
  await returned.hear('reload')
  const again = await two.as(me)('GET', `/plans/${plan.id}/nodes`, undefined, { 'if-none-match': String(etag) })

  expect(code).toBe(1012)
  expect(after.epoch).not.toBe(before.epoch)
  expect(after.epoch.startsWith('restored')).toBe(true)
  expect(again.json()).toMatchObject([{ title: 'Another history' }])
})

describe('work that is done once', () => {
  const runs = async ({ once }: Leases, work: () => Promise<void>) => once('work', 1_000, work)

  it('is started by one of several servers, and again after its time has passed', async () => {
    const { one } = await twoServers()
    let now = Date.now()
    const clock = () => new Date(now)
    const servers = [1, 2, 3].map(() => createLeases({ store: one.store, clock }))
    let done = 0
    const all = () =>
      Promise.all(
        servers.map((server) =>
          runs(server, async () => {
            done++
          }),
        ),
      )

    await all()
    const first = done
    now += 999
    await all()
    const meanwhile = done
    now += 1
    await all()

    expect([first, meanwhile, done]).toEqual([1, 1, 2])
  })

  it('is left to another when it fails', async () => {
    const { one } = await twoServers()
    const [first, second] = [createLeases({ ...one, clock }), createLeases({ ...one, clock })]
    let done = 0

    const failed = runs(first, () => Promise.reject(new Error('no luck')))
    await expect(failed).rejects.toThrow('no luck')
    await runs(second, async () => {
      done++
    })

    expect(done).toBe(1)
  })

  it('is not started while another server does it, and may be repeated right after', async () => {
    const { one } = await twoServers()
    const [first, second] = [createLeases({ ...one, clock }), createLeases({ ...one, clock })]
    const done: string[] = []
    const work = (name: string) => async () => void done.push(name)

    await first.alone('work', 60_000, async () => {
      await second.alone('work', 60_000, work('meanwhile'))
      await second.alone('other work', 60_000, work('other'))
    })
    await second.alone('work', 60_000, work('after'))

    expect(done).toEqual(['other', 'after'])
  })

  it('includes the purge of a plan', async () => {
    const { one, two } = await twoServers()
    const plan = await one.make.plan(await one.make.user())
    await one.store.write((tx) => tx.updateTable('plans').set({ deleted_at: '2020-01-01T00:00:00.000Z' }).execute())
    const left = async () => (await one.store.reader.selectFrom('plans').select('id').execute()).length
    const other = createLeases({ ...two, clock })

    let meanwhile = 0
    await other.alone(`purge of plan ${plan.id}`, 60_000, async () => {
      await purgeDeletedAccounts({ ...one, clock })
      meanwhile = await left()
    })
    await purgeDeletedAccounts({ ...one, clock })

    expect([meanwhile, await left()]).toEqual([1, 0])
    expect(await one.store.reader.selectFrom('leases').selectAll().where('name', 'like', 'purge%').execute()).toEqual(
      [],
    )
  })
})

it('makes one demo plan when two servers start at once', async () => {
  const { one } = await twoServers()
  const env = { CAIRN_DEMO: 'on' }

  await Promise.all([1, 2].map(() => testApp({ store: one.store, files: one.files, env })))

  const plans = await one.store.reader.selectFrom('plans').select('id').execute()
  expect(plans).toHaveLength(1)
})

it('counts the requests of one caller on all servers together', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { one, two, mute } = await twoServers()
  const [me, other] = [await one.make.user(), await one.make.user()]
  // The clock of the next servers is stopped, so that no minute ends during the test.
  await Promise.all([one, two, mute].map(({ app }) => app.close()))
  const now = Date.now()
  const options = { store: one.store, files: one.files, clock: () => new Date(now), env: { CAIRN_RATE_LIMITS: '20' } }
  const servers = [await testApp(options), await testApp(options), await testApp(options)]
  const ask = async (who: TestUser) => {
    const replies = await Promise.all(servers.map(({ as }) => as(who)('GET', '/users/profile')))
    return replies.map(({ statusCode }) => statusCode)
  }
  const exchanged = (sum: number) => async () => {
    const rows = await one.store.reader.selectFrom('request_counts').select('count').execute()
    expect(rows.reduce((total, { count }) => total + count, 0)).toBe(sum)
  }

  for (let i = 0; i < 6; i++) await ask(me)
  const passed = await ask(other)
  await vi.waitFor(exchanged(18), { timeout: 30_000 })
  vi.advanceTimersByTime(1_000)
  await vi.waitFor(async () => expect((await ask(me)).sort()).toEqual([429, 429, 429]), { timeout: 30_000 })

  expect(passed).toEqual([200, 200, 200])
  expect(await ask(other)).toEqual([200, 200, 200])
})
