import type { SignedInDevice } from '@cairn/contract/api/auth'
import { expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { PASSWORD, type TestApp, type TestUser, testApp } from '../../../../test/factory.ts'
import { connected } from '../../../../test/live-client.ts'
import { hashSecret, newId, newSecret } from '../../../base/ids.ts'

const DAY_MS = 24 * 3_600_000
const list = async ({ as }: TestApp, who: TestUser | string) =>
  (await as(who)('GET', '/auth/sessions')).json<z.infer<typeof SignedInDevice>[]>()
const signIn = async ({ as }: TestApp, { email }: TestUser, remember = true): Promise<string> =>
  (await as(null)('POST', '/auth/login', { email, password: PASSWORD, remember }, { 'user-agent': 'Browser 1' })).json()
    .session.access_token

it('lists where you are signed in and ends one at once', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const other = await signIn(app, me)
  await app.as(other)('GET', '/plans')

  const sessions = await list(app, me)

  expect(sessions).toHaveLength(2)
  const ended = sessions.find(({ current }) => !current)
  expect(ended).toMatchObject({ user_agent: 'Browser 1', ip: '127.0.0.1' })
  expect((await app.as(me)('DELETE', `/auth/sessions/${ended?.id}`)).statusCode).toBe(204)
  expect((await app.as(other)('GET', '/plans')).statusCode).toBe(401)
  expect(await list(app, me)).toHaveLength(1)
})

it('does not end the session of another person', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const stranger = await app.make.user()
  const [session] = await list(app, me)

  const reply = await app.as(stranger)('DELETE', `/auth/sessions/${session?.id}`)

  expect(reply.statusCode).toBe(404)
  expect(await list(app, me)).toHaveLength(1)
})

it('is extended by use, which is recorded at most once a minute', async () => {
  let now = Date.now()
  const app = await testApp({ clock: () => new Date(now) })
  const me = await app.make.user()
  const token = await signIn(app, me)
  const row = () =>
    app.store.reader
      .selectFrom('sessions')
      .select(['last_seen', 'expires_at'])
      .where('user_agent', '=', 'Browser 1')
      .executeTakeFirst()
  const before = await row()

  now += 59_000
  await app.as(token)('GET', '/plans')
  now += 2_000
  const seen = new Date(now).toISOString()
  await app.as(token)('GET', '/plans')
  now += 1_000
  await app.as(token)('GET', '/plans')

  expect(await row()).toEqual(before)
  const ends = new Date(Date.parse(seen) + 30 * DAY_MS).toISOString()
  await vi.waitFor(async () => expect(await row()).toEqual({ last_seen: seen, expires_at: ends }), 30_000)
})

it('records the last use when the server stops', async () => {
  let now = Date.now()
  const app = await testApp({ clock: () => new Date(now) })
  const me = await app.make.user()
  now += 120_000
  await app.as(me)('GET', '/plans')

  await app.app.close()

  const [session] = await app.store.reader.selectFrom('sessions').select('last_seen').execute()
  expect(session?.last_seen).toBe(new Date(now).toISOString())
})

it('ends 24 hours after the last use when it is not remembered', async () => {
  let now = Date.now()
  const app = await testApp({ clock: () => new Date(now) })
  const token = await signIn(app, await app.make.user(), false)

  now += DAY_MS - 1_000
  expect((await app.as(token)('GET', '/plans')).statusCode).toBe(200)
  const ends = new Date(now + DAY_MS).toISOString()
  const noted = () => app.store.reader.selectFrom('sessions').select('id').where('expires_at', '=', ends).execute()
  await vi.waitFor(async () => expect(await noted()).toHaveLength(1), 30_000)
  now += DAY_MS - 1_000
  expect((await app.as(token)('GET', '/plans')).statusCode).toBe(200)
  now += DAY_MS
  expect((await app.as(token)('GET', '/plans')).statusCode).toBe(401)
})

it('ends 90 days after it began, however often it is used', async () => {
  let now = Date.now()
  const app = await testApp({ clock: () => new Date(now) })
  const me = await app.make.user()
  const token = await signIn(app, me)
  const began = now
  const ends = () =>
    app.store.reader
      .selectFrom('sessions')
      .select('expires_at')
      .where('user_agent', '=', 'Browser 1')
      .executeTakeFirstOrThrow()

  for (let days = 20; days <= 80; days += 20) {
    now = began + days * DAY_MS
    expect((await app.as(token)('GET', '/plans')).statusCode).toBe(200)
    const expected = new Date(Math.min(now + 30 * DAY_MS, began + 90 * DAY_MS)).toISOString()
    await vi.waitFor(async () => expect(await ends()).toEqual({ expires_at: expected }), 30_000)
  }
  now = began + 90 * DAY_MS - 1_000
  expect((await app.as(token)('GET', '/plans')).statusCode).toBe(200)
  now = began + 90 * DAY_MS

  expect((await app.as(token)('GET', '/plans')).statusCode).toBe(401)
})

it('does not revive a session when the clock is set back', async () => {
  let now = Date.now()
  const app = await testApp({ clock: () => new Date(now) })
  const token = await signIn(app, await app.make.user(), false)
  now += 2 * DAY_MS
  expect((await app.as(token)('GET', '/plans')).statusCode).toBe(401)
  await vi.waitFor(
    async () =>
      expect(await app.store.reader.selectFrom('sessions').where('remember', '=', 0).select('id').execute()).toEqual(
        [],
      ),
    30_000,
  )

  now -= 2 * DAY_MS

  expect((await app.as(token)('GET', '/plans')).statusCode).toBe(401)
})

/** Adds sessions to the one that the person has, each used later than it. */
async function addSessions({ store }: TestApp, { id: user_id }: TestUser, count: number, last_seen: string) {
  const expires_at = new Date(Date.parse(last_seen) + DAY_MS).toISOString()
  const about = { user_id, remember: 0 as const, user_agent: null, ip: null, created_at: last_seen }
  const rows = Array.from({ length: count }, () => ({
    ...about,
    id: newId(),
    token_hash: hashSecret(newSecret()),
    last_seen,
    expires_at,
  }))
  await store.write((tx) => tx.insertInto('sessions').values(rows).execute())
}

it('ends the session of a person that was not used for the longest time when there are more than 100', async () => {
  let now = Date.now()
  const app = await testApp({ clock: () => new Date(now) })
  const [me, other] = [await app.make.user(), await app.make.user()]
  const socket = await connected(app.app, me.token)
  await addSessions(app, me, 98, new Date(now + 60_000).toISOString())
  now += 120_000

  const hundredth = await signIn(app, me)
  expect(await list(app, hundredth)).toHaveLength(100)
  const next = await signIn(app, me)

  expect(await list(app, next)).toHaveLength(100)
  expect(await socket.closed).toBe(4001)
  expect((await app.as(me)('GET', '/plans')).statusCode).toBe(401)
  expect((await app.as(hundredth)('GET', '/plans')).statusCode).toBe(200)
  expect((await app.as(other)('GET', '/plans')).statusCode).toBe(200)
})

it('never ends the session of another visitor of the demo', async () => {
  const app = await testApp({ env: { CAIRN_DEMO: 'on' } })
  const demo = await app.make.user({ is_demo: 1 })
  await addSessions(app, demo, 100, new Date(Date.now() + 60_000).toISOString())

  await signIn(app, demo)

  expect((await app.as(demo)('GET', '/plans')).statusCode).toBe(200)
})
