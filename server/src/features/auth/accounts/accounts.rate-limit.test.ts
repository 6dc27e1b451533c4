import { expect, it, vi } from 'vitest'
import { PASSWORD, type TestApp, testApp } from '../../../../test/factory.ts'
import { mailTo, outbox, tokenIn } from '../../../../test/mails.ts'
import { createAttempts } from '../../../core/attempts.ts'
import { createAuthRateLimit } from '../../../core/auth-rate-limit.ts'

const ON = { CAIRN_ABUSE_LIMITS: 'on' }
const WRONG = 'Wrong-passw0rd'

/** Each call comes, as it says itself, from another address. */
const guess = ({ app }: TestApp, path: string, payload: object, from: number, token?: string) =>
  app.inject({
    method: 'POST',
    url: `/api${path}`,
    payload,
    headers: {
      'x-forwarded-for': `192.0.2.${from}`,
      ...(token && { authorization: `Bearer ${token}` }),
    },
  })
const statuses = (replies: { statusCode: number }[]) => replies.map(({ statusCode }) => statusCode)
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
const twentyThen = (status: number, count: number) => [
  ...Array<number>(20).fill(status),
  ...Array<number>(count - 20).fill(429),
]

it('stops guessing a password after 20 attempts, also concurrent, with changing X-Forwarded-For and for unknown addresses', async () => {
  const app = await testApp({ env: ON })
  const { email } = await app.make.user()

  for (const address of [email, 'nobody@example.test']) {
    const replies = await Promise.all(
      times(60, (index) => guess(app, '/auth/login', { email: address, password: WRONG }, index)),
    )
    expect(statuses(replies).sort()).toEqual(twentyThen(401, 60))
  }

  const reply = await guess(app, '/auth/login', { email, password: PASSWORD }, 1)
  expect(reply.statusCode).toBe(429)
  expect(reply.json()).toMatchObject({ code: 'rate_limited' })
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(800)
})

it('resets after 15 minutes', async () => {
  let now = Date.now()
  const app = await testApp({ env: ON, clock: () => new Date(now) })
  const { email } = await app.make.user()
  for (const index of times(20, Number)) await guess(app, '/auth/login', { email, password: WRONG }, index)

  now += 14 * 60_000
  expect((await guess(app, '/auth/login', { email, password: PASSWORD }, 1)).statusCode).toBe(429)
  now += 60_000
  expect((await guess(app, '/auth/login', { email, password: PASSWORD }, 1)).statusCode).toBe(200)
})

it('does not count sign-ins that succeed', async () => {
  const app = await testApp({ env: ON })
  const { email } = await app.make.user()

  const replies = []
  for (const index of times(25, Number))
    replies.push(await guess(app, '/auth/login', { email, password: PASSWORD }, index))

  expect(statuses(replies)).toEqual(Array(25).fill(200))
})

it('stops one address that tries many accounts after 100', async () => {
  const app = await testApp({ env: ON })

  const replies = await Promise.all(
    times(110, (index) => guess(app, '/auth/login', { email: `p${index}@example.test`, password: WRONG }, index)),
  )

  expect(statuses(replies).filter((status) => status === 401)).toHaveLength(100)
})

it('counts the address that the proxy saw when there is a proxy', async () => {
  const app = await testApp({ env: { ...ON, CAIRN_TRUST_PROXY: 'on' } })
  const from = (address: string, index: number) =>
    app.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: `p${index}@example.test`, password: WRONG },
      // The entry of the caller comes before the one that the proxy adds.
      headers: { 'x-forwarded-for': `10.0.0.${index}, ${address}` },
    })

  const first = await Promise.all(times(101, (index) => from('192.0.2.1', index)))
  const second = await from('192.0.2.2', 200)

  expect(statuses(first).filter((status) => status === 429)).toHaveLength(1)
  expect(second.statusCode).toBe(401)
})

it('stops guessing the current password and reset links, and asking for mails', async () => {
  const app = await testApp({ env: ON })
  const me = await app.make.user()
  const change = { currentPassword: WRONG, newPassword: 'New-passw0rd' }
  const all = (make: (index: number) => ReturnType<typeof guess>) => Promise.all(times(60, make)).then(statuses)

  expect((await all((index) => guess(app, '/users/change-password', change, index, me.token))).sort()).toEqual(
    twentyThen(400, 60),
  )
  const reset = (index: number) => guess(app, '/auth/reset-password', { token: `t${index}`, password: PASSWORD }, index)
  expect((await all(reset)).sort()).toEqual(twentyThen(400, 60))
  const forgot = (index: number) => guess(app, '/auth/forgot-password', { email: me.email }, index)
  expect((await all(forgot)).sort()).toEqual(twentyThen(200, 60))
})

it('is switched off separately from the general limit', async () => {
  const off = await testApp({ env: { CAIRN_RATE_LIMITS: '5000' } })
  const on = await testApp({ env: { ...ON, CAIRN_RATE_LIMITS: 'off' } })
  const last = async (app: TestApp) => {
    const tries = times(25, (index) => guess(app, '/auth/login', { email: 'a@example.test', password: WRONG }, index))
    return statuses(await Promise.all(tries)).includes(429)
  }

  expect(await last(off)).toBe(false)
  expect(await last(on)).toBe(true)
})

const PROXY = { ...ON, CAIRN_TRUST_PROXY: 'on' }

it('lets the owner sign in while others guess elsewhere, and stops all of them together far later', async () => {
  const app = await testApp({ env: PROXY })
  const { email } = await app.make.user()
  for (const index of times(25, Number)) await guess(app, '/auth/login', { email, password: WRONG }, index % 2)

  expect((await guess(app, '/auth/login', { email, password: WRONG }, 1)).statusCode).toBe(401)
  const more = await Promise.all(times(20, () => guess(app, '/auth/login', { email, password: WRONG }, 0)))
  expect(statuses(more)).toContain(429)
  expect((await guess(app, '/auth/login', { email, password: PASSWORD }, 9)).statusCode).toBe(200)
})

it('counts a known device separately', async () => {
  const app = await testApp({ env: PROXY })
  const { email } = await app.make.user()
  const { device_token } = (await guess(app, '/auth/login', { email, password: PASSWORD }, 1)).json()
  await Promise.all(times(25, () => guess(app, '/auth/login', { email, password: WRONG }, 1)))

  expect((await guess(app, '/auth/login', { email, password: PASSWORD }, 1)).statusCode).toBe(429)
  expect((await guess(app, '/auth/login', { email, password: PASSWORD, device_token }, 1)).statusCode).toBe(200)
  const own = await Promise.all(times(25, () => guess(app, '/auth/login', { email, password: WRONG, device_token }, 1)))
  expect(statuses(own).filter((status) => status === 429)).toHaveLength(5)
})

it('mails at most three reset links an hour, which all work', async () => {
  const app = await testApp({ env: PROXY })
  const { email } = await app.make.user()

  for (const index of times(6, Number))
    expect((await guess(app, '/auth/forgot-password', { email }, index)).statusCode).toBe(200)
  const first = tokenIn(await mailTo(app.dataDir, email, /Reset/), 'reset-password')
  await app.app.close()

  expect(outbox(app.dataDir).filter((mail) => /Subject: Reset/.test(mail))).toHaveLength(3)
  const links = await app.store.reader
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('purpose', '=', 'reset')
    .execute()
  expect(links).toHaveLength(3)
  expect(first).not.toBe('')
})

it('limits registrations from one address', async () => {
  const app = await testApp({ env: PROXY })
  const register = (index: number, from: number) =>
    guess(app, '/auth/register', { email: `p${index}@example.test`, password: 'short', name: 'Pat' }, from)
  expect((await register(0, 1)).statusCode).toBe(400)
  const taken = await app.make.user()
  const again = () => guess(app, '/auth/register', { email: taken.email, password: PASSWORD, name: 'Pat' }, 1)
  const replies = []
  for (const _ of times(52, Number)) replies.push(await again())

  expect(statuses(replies).filter((status) => status === 429)).toHaveLength(2)
  expect(
    (await guess(app, '/auth/register', { email: taken.email, password: PASSWORD, name: 'Pat' }, 2)).statusCode,
  ).toBe(409)
})

it('stops guessing after 500 from all addresses together, but not a device that signed in before', async () => {
  let now = Date.now()
  const clock = () => new Date(now)
  const app = await testApp({ env: PROXY, clock })
  const { email } = await app.make.user()
  const { device_token } = (await guess(app, '/auth/login', { email, password: PASSWORD }, 1)).json()
  // Counted as requests are, without the time that a password takes.
  const { count } = createAuthRateLimit(createAttempts({ store: app.store, clock }, true))
  for (const network of times(25, Number)) {
    const address = `198.51.100.${network}`
    await Promise.all(times(network === 24 ? 19 : 20, () => count('sign_in', email, address)))
  }
  const signIn = (from: number, more: object = {}) =>
    guess(app, '/auth/login', { email, password: WRONG, ...more }, from)

  expect((await signIn(2)).statusCode).toBe(401)
  const stopped = await signIn(3, { password: PASSWORD })
  expect(stopped.statusCode).toBe(429)
  expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(800)
  expect((await signIn(4, { password: PASSWORD, device_token })).statusCode).toBe(200)
  expect((await signIn(5, { email: 'other@example.test' })).statusCode).toBe(401)
  now += 15 * 60_000
  expect((await signIn(6, { password: PASSWORD })).statusCode).toBe(200)
})

it.each([
  ['/auth/forgot-password', 'reset', /Subject: Reset/],
  ['/auth/resend-verification', 'verify', /Subject: .*[Vv]erif/],
])(
  '%s mails three times an hour, and again after it, however often others ask meanwhile',
  async (path, kind, subject) => {
    let now = Date.now()
    const clock = () => new Date(now)
    const app = await testApp({ env: PROXY, clock })
    const { email } = await app.make.user({ email_verified_at: null })
    const ask = async (from: number) => expect((await guess(app, path, { email }, from)).statusCode).toBe(200)
    const mails = () => outbox(app.dataDir).filter((mail) => subject.test(mail)).length
    const { mayMail } = createAuthRateLimit(createAttempts({ store: app.store, clock }, true))

    for (const from of times(3, Number)) await ask(from)
    await vi.waitFor(() => expect(mails()).toBe(3), 30_000)
    for (let minutes = 0; minutes < 60; minutes += 10) {
      expect(await app.store.write((tx) => mayMail(tx, kind, email))).toBe(false)
      now += 10 * 60_000
    }
    now += 60_000
    await ask(4)
    await vi.waitFor(() => expect(mails()).toBe(4), 30_000)
  },
)

it('mails the new address of an email change at most three times an hour, for all accounts together', async () => {
  const app = await testApp({ env: PROXY })
  const email = 'stranger@example.test'
  const ask = async (from: number) =>
    guess(app, '/users/email', { email, password: PASSWORD }, from, (await app.make.user()).token)
  const replies = []
  for (const index of times(5, Number)) replies.push(await ask(index))

  expect(statuses(replies)).toEqual([200, 200, 200, 429, 429])
  expect(Number(replies[4]?.headers['retry-after'])).toBeGreaterThan(3000)
  await app.app.close()
  expect(outbox(app.dataDir).filter((mail) => mail.includes(`To: ${email}`))).toHaveLength(3)
})

it('mails an address that is registered and deleted again and again three times an hour', async () => {
  const app = await testApp({ env: PROXY })
  const email = 'stranger@example.test'
  for (const index of times(5, Number)) {
    const reply = await guess(app, '/auth/register', { email, password: PASSWORD, name: 'Pat' }, index)
    expect(reply.statusCode).toBe(201)
    await app.store.write((tx) => tx.deleteFrom('users').where('email', '=', email).execute())
  }

  await app.app.close()
  expect(outbox(app.dataDir).filter((mail) => mail.includes(`To: ${email}`))).toHaveLength(3)
})

it('notifies of new devices at most ten times an hour, for each person separately', async () => {
  const app = await testApp({ env: PROXY })
  const [ana, ben] = [await app.make.user(), await app.make.user()]
  for (const index of times(12, Number))
    expect((await guess(app, '/auth/login', { email: ana.email, password: PASSWORD }, index)).statusCode).toBe(200)
  await guess(app, '/auth/login', { email: ben.email, password: PASSWORD }, 1)
  const change = { currentPassword: PASSWORD, newPassword: 'New-passw0rd' }
  expect((await guess(app, '/users/change-password', change, 1, ana.token)).statusCode).toBe(200)

  await app.app.close()
  const mails = (email: string, subject: string) =>
    outbox(app.dataDir).filter((mail) => mail.includes(`To: ${email}`) && mail.includes(`Subject: ${subject}`))
  expect(mails(ana.email, 'New sign-in')).toHaveLength(10)
  expect(mails(ana.email, 'Your password was changed')).toHaveLength(1)
  expect(mails(ben.email, 'New sign-in')).toHaveLength(1)
})

it('sends no notices to an address that was never verified, which may belong to someone else', async () => {
  const app = await testApp({ env: PROXY })
  const email = 'stranger@example.test'
  const registered = await guess(app, '/auth/register', { email, password: PASSWORD, name: 'Pat' }, 1)
  const token: string = registered.json().session.access_token
  await guess(app, '/auth/login', { email, password: PASSWORD }, 2)
  await guess(app, '/auth/token', { name: 'Laptop', permissions: ['read'] }, 2, token)
  await guess(app, '/users/email', { email: 'other@example.test', password: PASSWORD }, 2, token)
  await guess(app, '/users/change-password', { currentPassword: PASSWORD, newPassword: 'New-passw0rd' }, 2, token)

  await app.app.close()
  const mails = outbox(app.dataDir).filter((mail) => mail.includes(`To: ${email}`))
  expect(mails.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1])).toEqual(['Verify your email address'])
})

it('counts the address groups of a whole IPv6 site together, with ten times the limit', async () => {
  const { store } = await testApp()
  const limit = createAuthRateLimit(createAttempts({ store, clock: () => new Date() }, true))
  const from = (address: string) =>
    limit.countByAddress('reset', address).then(
      () => 'counted',
      () => 'refused',
    )
  for (let group = 0; group < 10; group++)
    for (let attempt = 0; attempt < 20; attempt++) expect(await from(`2001:db8:5:${group}::${attempt}`)).toBe('counted')

  expect(await from('2001:db8:5:ff::1')).toBe('refused')
  expect(await from('2001:db8:6::1')).toBe('counted')
})
