import { generateSync } from 'otplib'
import { expect, it } from 'vitest'
import { PASSWORD, type TestApp, type TestUser, testApp } from '../../../../test/factory.ts'
import { mailTo } from '../../../../test/mails.ts'
import { createVault } from '../../../core/vault.ts'

const STEP_MS = 30_000

/** A clock that the test moves, so that every code belongs to a step of its own. */
async function twoFactorApp(env = {}) {
  let now = Date.now()
  const test = await testApp({ clock: () => new Date(now), env })
  const me = await test.make.user()
  return {
    ...test,
    me,
    code: (secret: string, offset = 0) => generateSync({ secret, epoch: Math.floor((now + offset) / 1000) }),
    pass: (ms: number) => {
      now += ms
    },
  }
}
type TwoFactorApp = Awaited<ReturnType<typeof twoFactorApp>>

async function turnOn({ as, me, code }: TwoFactorApp): Promise<{ secret: string; recovery_codes: string[] }> {
  const { secret } = (await as(me)('POST', '/auth/two-factor/setup', { password: PASSWORD })).json()
  const reply = await as(me)('POST', '/auth/two-factor/enable', { code: code(secret) })
  expect(reply.statusCode).toBe(200)
  return { secret, recovery_codes: reply.json().recovery_codes }
}
const login = ({ as }: TestApp, { email }: TestUser, remember = true) =>
  as(null)('POST', '/auth/login', { email, password: PASSWORD, remember })
const challengeOf = async (app: TwoFactorApp): Promise<string> => (await login(app, app.me)).json().details.challenge
const answer = ({ as }: TestApp, challenge: string, code: string) =>
  as(null)('POST', '/auth/two-factor', { challenge, code })

it('sets up, turns on with a first code and then asks for one at sign-in', async () => {
  const app = await twoFactorApp()
  const setup = await app.as(app.me)('POST', '/auth/two-factor/setup', { password: PASSWORD })
  const { secret, otpauth_url } = setup.json()
  expect(otpauth_url).toContain(`secret=${secret}&issuer=Cairn`)
  expect((await login(app, app.me)).statusCode).toBe(200)

  expect((await app.as(app.me)('POST', '/auth/two-factor/enable', { code: '12345' })).json()).toMatchObject({
    code: 'invalid_code',
  })
  const enabled = await app.as(app.me)('POST', '/auth/two-factor/enable', { code: app.code(secret) })
  expect(enabled.json().recovery_codes).toHaveLength(10)

  app.pass(STEP_MS)
  const first = await login(app, app.me, false)
  expect(first.statusCode).toBe(401)
  expect(first.json()).toEqual({
    error: expect.any(String),
    code: 'two_factor_required',
    details: { challenge: expect.stringMatching(/^[\w-]{43}$/) },
  })
  const second = await answer(app, first.json().details.challenge, app.code(secret))
  expect(second.statusCode).toBe(200)
  expect(second.json()).toMatchObject({ user: { id: app.me.id }, session: { expires_in: 24 * 3600 } })
  expect((await app.as(second.json().session.access_token)('GET', '/plans')).statusCode).toBe(200)
})

it('accepts no code twice, including the one that enabled it', async () => {
  const app = await twoFactorApp()
  const { secret } = await turnOn(app)
  expect((await answer(app, await challengeOf(app), app.code(secret))).json()).toMatchObject({ code: 'invalid_code' })

  app.pass(STEP_MS)
  const code = app.code(secret)
  const challenges = [await challengeOf(app), await challengeOf(app), await challengeOf(app)]
  const replies = await Promise.all(challenges.map((challenge) => answer(app, challenge, code)))

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401])
})

it('accepts a code of the step before, none older and none of a step to come', async () => {
  const app = await twoFactorApp()
  const { secret } = await turnOn(app)
  app.pass(10 * STEP_MS)

  expect((await answer(app, await challengeOf(app), app.code(secret, -3 * STEP_MS))).statusCode).toBe(401)
  expect((await answer(app, await challengeOf(app), app.code(secret, STEP_MS))).statusCode).toBe(401)
  expect((await answer(app, await challengeOf(app), app.code(secret, -STEP_MS))).statusCode).toBe(200)
})

it('takes each recovery code once, however it is written, and stores none', async () => {
  const app = await twoFactorApp()
  const { recovery_codes } = await turnOn(app)
  const [first = '', second = ''] = recovery_codes

  const sloppy = first.replaceAll('-', ' ').toUpperCase()
  expect((await answer(app, await challengeOf(app), sloppy)).statusCode).toBe(200)
  expect((await answer(app, await challengeOf(app), first)).statusCode).toBe(401)
  expect((await answer(app, await challengeOf(app), second)).statusCode).toBe(200)

  const stored = await app.store.reader.selectFrom('recovery_codes').selectAll().execute()
  expect(stored).toHaveLength(8)
  expect(JSON.stringify(stored)).not.toContain(recovery_codes[2])
})

it('rejects a challenge after 5 wrong codes, after 5 minutes, and when used again', async () => {
  const app = await twoFactorApp()
  const { secret } = await turnOn(app)
  app.pass(STEP_MS)
  const tried = await challengeOf(app)
  const codes = []
  for (let attempt = 0; attempt < 6; attempt++) codes.push((await answer(app, tried, '000000')).json().code)
  expect(codes).toEqual([...Array(4).fill('invalid_code'), 'invalid_challenge', 'invalid_challenge'])

  const late = await challengeOf(app)
  app.pass(5 * 60_000)
  expect((await answer(app, late, app.code(secret))).json()).toMatchObject({ code: 'invalid_challenge' })
  const used = await challengeOf(app)
  expect((await answer(app, used, app.code(secret))).statusCode).toBe(200)
  app.pass(STEP_MS)
  expect((await answer(app, used, app.code(secret))).json()).toMatchObject({ code: 'invalid_challenge' })
})

it('stops guessing codes over new challenges', async () => {
  const app = await twoFactorApp({ CAIRN_ABUSE_LIMITS: 'on' })
  const { secret } = await turnOn(app)
  app.pass(STEP_MS)
  const statuses = []
  for (let round = 0; round < 5; round++) {
    const challenge = await challengeOf(app)
    for (let attempt = 0; attempt < 5; attempt++) statuses.push((await answer(app, challenge, '000000')).statusCode)
  }

  expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429)])
  expect((await answer(app, await challengeOf(app), app.code(secret))).statusCode).toBe(429)
})

it('counts the codes of a known device separately', async () => {
  const app = await twoFactorApp({ CAIRN_ABUSE_LIMITS: 'on' })
  const { device_token } = (await login(app, app.me)).json()
  const { secret } = await turnOn(app)
  const from = async (code: string, more: object) => {
    const { details } = (
      await app.as(null)('POST', '/auth/login', { email: app.me.email, password: PASSWORD, ...more })
    ).json()
    return app.as(null)('POST', '/auth/two-factor', { challenge: details.challenge, code, ...more })
  }
  app.pass(STEP_MS)
  for (let guess = 0; guess < 20; guess++) expect((await from('12345', {})).statusCode).toBe(401)
  expect((await from(app.code(secret), {})).json()).toMatchObject({ code: 'rate_limited' })

  for (let guess = 0; guess < 19; guess++) expect((await from('12345', { device_token })).statusCode).toBe(401)
  expect((await from(app.code(secret), { device_token })).statusCode).toBe(200)
})

it('needs the password to set up, and the password with a code to turn off', async () => {
  const app = await twoFactorApp()
  const call = (what: string, body: object) => app.as(app.me)('POST', `/auth/two-factor/${what}`, { ...body })
  expect((await call('setup', { password: 'wrong' })).json()).toMatchObject({ code: 'wrong_password' })
  expect((await call('enable', { code: '123456' })).json()).toMatchObject({ code: 'two_factor_not_set_up' })
  const { secret } = await turnOn(app)
  app.pass(STEP_MS)
  const code = app.code(secret)
  expect((await call('setup', { password: PASSWORD })).json()).toMatchObject({ code: 'two_factor_on' })
  expect((await call('disable', { password: 'wrong', code })).json()).toMatchObject({ code: 'wrong_password' })
  for (const missing of [{}, { code: '' }, { code: null }])
    expect((await call('disable', { password: PASSWORD, ...missing })).json()).toMatchObject({
      details: [{ path: 'code', message: 'Code is required' }],
    })
  expect((await call('disable', { password: PASSWORD, code: '000000' })).json()).toMatchObject({ code: 'invalid_code' })

  expect((await call('disable', { password: PASSWORD, code })).statusCode).toBe(204)

  expect((await login(app, app.me)).statusCode).toBe(200)
  expect(await app.store.reader.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
})

it('is turned off with a recovery code, and given up before it is on with the password alone', async () => {
  const app = await twoFactorApp()
  await app.as(app.me)('POST', '/auth/two-factor/setup', { password: PASSWORD })
  expect((await app.as(app.me)('POST', '/auth/two-factor/disable', { password: PASSWORD })).statusCode).toBe(204)
  const { recovery_codes } = await turnOn(app)

  const [code] = recovery_codes
  const reply = await app.as(app.me)('POST', '/auth/two-factor/disable', { password: PASSWORD, code })

  expect(reply.statusCode).toBe(204)
})

it('mails the person and ends the other sessions when it is turned on and when it is turned off', async () => {
  const app = await twoFactorApp()
  const signIn = async () => (await login(app, app.me)).json().session.access_token
  const works = async (token: string) => (await app.as(token)('GET', '/plans')).statusCode === 200
  const before = await signIn()

  const { secret, recovery_codes } = await turnOn(app)
  expect(await works(before)).toBe(false)
  await mailTo(app.dataDir, app.me.email, /^Two-factor authentication was enabled$/)
  app.pass(STEP_MS)
  const challenge = await challengeOf(app)
  const other = (await answer(app, challenge, app.code(secret))).json().session.access_token
  const [code] = recovery_codes
  await app.as(app.me)('POST', '/auth/two-factor/disable', { password: PASSWORD, code })

  expect([await works(other), await works(app.me.token)]).toEqual([false, true])
  await mailTo(app.dataDir, app.me.email, /^Two-factor authentication was disabled$/)
})

it('makes recovery codes of at least 112 bits, says how many are left and replaces them', async () => {
  const app = await twoFactorApp()
  const left = async () => (await app.as(app.me)('GET', '/users/profile')).json().recovery_codes_left
  expect(await left()).toBeNull()
  const { secret, recovery_codes } = await turnOn(app)
  const [first = '', second = ''] = recovery_codes
  expect(first).toMatch(/^([0-9a-z]{4}-){5}[0-9a-z]{4}$/)
  await answer(app, await challengeOf(app), first)
  expect(await left()).toBe(9)

  const renew = (body: object) => app.as(app.me)('POST', '/auth/two-factor/recovery-codes', { ...body })
  expect((await renew({ password: PASSWORD })).statusCode).toBe(400)
  app.pass(STEP_MS)
  const renewed = await renew({ password: PASSWORD, code: app.code(secret) })

  expect(renewed.json().recovery_codes).toHaveLength(10)
  expect(await left()).toBe(10)
  expect((await answer(app, await challengeOf(app), second)).statusCode).toBe(401)
  expect((await answer(app, await challengeOf(app), renewed.json().recovery_codes[0])).statusCode).toBe(200)
  await mailTo(app.dataDir, app.me.email, /^Your recovery codes were replaced$/)
})

it('stores the secret encrypted, and accepts only recovery codes if it can no longer be read', async () => {
  const app = await twoFactorApp()
  const { secret, recovery_codes } = await turnOn(app)
  const stored = await app.store.reader.selectFrom('users').select('totp_secret').executeTakeFirstOrThrow()
  expect(stored.totp_secret).not.toContain(secret)
  const totp_secret = createVault('another secret, long enough to be one').seal(`totp ${app.me.id}`, secret)
  await app.store.write((tx) => tx.updateTable('users').set({ totp_secret }).execute())
  app.pass(STEP_MS)

  expect((await answer(app, await challengeOf(app), app.code(secret))).statusCode).toBe(401)
  expect((await answer(app, await challengeOf(app), recovery_codes[0] ?? '')).statusCode).toBe(200)
})

it('is not managed with a token', async () => {
  const app = await twoFactorApp()
  const token = await app.make.apiToken(app.me, 'admin')

  expect((await app.as(token)('POST', '/auth/two-factor/setup', { password: PASSWORD })).statusCode).toBe(403)
})
