import type { LoginReply } from '@cairn/contract/api/auth'
import { expect, it, vi } from 'vitest'
import { PASSWORD, type TestApp, testApp } from '../../../../test/factory.ts'
import { smtpServer, tokenIn } from '../../../../test/mails.ts'

const argon = vi.hoisted(() => ({ verified: 0 }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  const verify: typeof real.verify = (...input) => {
    argon.verified++
    return real.verify(...input)
  }
  return { ...real, verify }
})

const ANA = { email: 'ana@example.test', password: 'Passw0rd-of-Ana', name: 'Ana' }
const register = ({ as }: TestApp, overrides = {}) => as(null)('POST', '/auth/register', { ...ANA, ...overrides })
const login = ({ as }: TestApp, email: string, password: string) => as(null)('POST', '/auth/login', { email, password })

it('registers, signs in and identifies the caller', async () => {
  const app = await testApp()

  const reply = await register(app, { organization: 'Acme', email: ' Ana@Example.test ' })

  expect(reply.statusCode).toBe(201)
  const { user, session } = reply.json<LoginReply>()
  expect(user).toEqual({
    id: expect.any(String),
    email: 'ana@example.test',
    name: 'Ana',
    organization: 'Acme',
    email_verified: false,
  })
  expect(session).toMatchObject({ token_type: 'bearer', expires_in: 30 * 24 * 3600, user: { id: user.id } })
  const signedIn = (await login(app, 'ANA@example.test', ANA.password)).json<LoginReply>()
  expect(signedIn.session.access_token).not.toBe(session.access_token)
  expect((await app.as(signedIn.session.access_token)('GET', '/plans')).statusCode).toBe(200)
})

it('creates one account from 20 concurrent registrations of one address in mixed case', async () => {
  const app = await testApp()
  const inMixedCase = (index: number) =>
    [...ANA.email].map((c, at) => ((index >> (at % 5)) & 1 ? c.toUpperCase() : c)).join('')

  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => register(app, { email: inMixedCase(index) })),
  )

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array<number>(19).fill(409)])
  expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'already_exists' })
  expect(await app.store.reader.selectFrom('users').select('email').execute()).toEqual([{ email: ANA.email }])
})

it.each([
  ['Ab1', 'Password must be at least 8 characters'],
  ['abcdefgh1', 'Password must contain uppercase, lowercase, and numbers'],
  ['ABCDEFGH1', 'Password must contain uppercase, lowercase, and numbers'],
  ['Abcdefghi', 'Password must contain uppercase, lowercase, and numbers'],
  ['', 'Password is required'],
])('rejects the password "%s"', async (password, error) => {
  const app = await testApp()

  const reply = await register(app, { password })

  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toEqual({ error, code: 'invalid_input', details: [{ path: 'password', message: error }] })
})

it.each([
  [{ email: undefined }, 'email', 'Email is required'],
  [{ email: 'ana' }, 'email', 'Invalid email format'],
  [{ name: undefined }, 'name', 'Name is required'],
  [{ name: ' A ' }, 'name', 'Name must be at least 2 characters'],
])('rejects to register with %o', async (overrides, path, message) => {
  const app = await testApp()

  const reply = await register(app, overrides)

  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ error: message, details: [{ path, message }] })
})

it('answers a wrong password and an unknown address alike, after the same work', async () => {
  // Test files share modules; here they are loaded again, with the counter in between.
  vi.resetModules()
  const counted = await import('../../../../test/factory.ts')
  const app = await counted.testApp()
  const { email } = await app.make.user()
  const count = async (address: string) => {
    const before = argon.verified
    const { statusCode, body } = await login(app, address, 'Wrong-passw0rd')
    return { statusCode, body, hashed: argon.verified - before }
  }

  const known = await count(email)

  expect(known.statusCode).toBe(401)
  expect(JSON.parse(known.body)).toMatchObject({ code: 'invalid_credentials' })
  expect(known.hashed).toBe(1)
  expect(await count('nobody@example.test')).toEqual(known)
})

it('rejects a deleted account', async () => {
  const app = await testApp()
  const { email } = await app.make.user({ deleted_at: new Date().toISOString() })

  expect((await login(app, email, PASSWORD)).statusCode).toBe(401)
})

it('keeps a session without "remember me" for 24 hours', async () => {
  const app = await testApp()
  const { email } = await app.make.user()

  const reply = await app.as(null)('POST', '/auth/login', { email, password: PASSWORD, remember: false })

  expect(reply.json<LoginReply>().session.expires_in).toBe(24 * 3600)
})

it('ends the session on the server at logout, with the same reply for an invalid or missing token', async () => {
  const app = await testApp()
  const me = await app.make.user()
  await app.as(me)('GET', '/plans')

  const replies = [
    await app.as(me)('POST', '/auth/logout'),
    await app.as(me)('POST', '/auth/logout'),
    await app.as(null)('POST', '/auth/logout'),
    await app.as('no-such-token')('POST', '/auth/logout'),
  ]

  for (const reply of replies) {
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({ message: 'Logged out.' })
  }
  expect((await app.as(me)('GET', '/plans')).statusCode).toBe(401)
})

const forged = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"1"}')}.`
it.each([
  ['none', undefined],
  ['a word', 'Bearer'],
  ['another scheme', `Basic ${btoa('a:b')}`],
  ['a forged JWT', `Bearer ${forged}`],
  ['a long one', `Bearer ${'a'.repeat(8_000)}`],
  ['a token that is none', 'Bearer cairn_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
])('rejects %s as the credential', async (_, authorization) => {
  const { app } = await testApp()

  const reply = await app.inject({ url: '/api/plans', headers: authorization ? { authorization } : {} })

  expect(reply.statusCode).toBe(401)
  expect(reply.json()).toMatchObject({ code: 'not_signed_in' })
})

it('rejects a session token that was cut', async () => {
  const { as, make } = await testApp()
  const me = await make.user()

  expect((await as(me.token.slice(0, -1))('GET', '/plans')).statusCode).toBe(401)
})

it('returns the settings for the sign-in screen', async () => {
  const { as } = await testApp({ env: { CAIRN_DEMO: 'on', SMTP_URL: 'smtp://127.0.0.1:1' } })

  const reply = await as(null)('GET', '/config', undefined, { host: 'evil.example' })

  expect(reply.json()).toEqual({
    demo: true,
    ai: false,
    mail: true,
    registration: 'open',
    registration_domains: [],
    public_url: 'http://cairn.test',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  })
})

it('gives a new account the plans shared with its address, on a loopback server without mail', async () => {
  const app = await testApp({ env: { CAIRN_PUBLIC_URL: 'http://localhost:3000' } })
  const owner = await app.make.user()
  const plan = await app.make.plan(owner)
  await app.as(owner)('POST', `/plans/${plan.id}/collaborators`, { email: ANA.email, role: 'editor' })

  const { session } = (await register(app)).json<LoginReply>()

  expect((await app.as(session.access_token)('GET', `/plans/${plan.id}`)).json()).toMatchObject({ role: 'editor' })
})

it('asks to verify the address first where mail is configured, unless the link of the invitation was used', async () => {
  const smtp = await smtpServer()
  const app = await testApp({ env: { SMTP_URL: smtp.url } })
  const owner = await app.make.user()
  const invite = async (email: string) => {
    const plan = await app.make.plan(owner)
    const reply = await app.as(owner)('POST', `/plans/${plan.id}/collaborators`, { email })
    return { url: `/plans/${plan.id}`, link: new URL(reply.json().invite_url).searchParams.get('invitation') }
  }
  const [first, second] = [await invite(ANA.email), await invite(ANA.email)]

  const { session } = (await register(app, { invitation: second.link })).json<LoginReply>()
  const sees = async (url: string) => (await app.as(session.access_token)('GET', url)).statusCode

  expect([await sees(first.url), await sees(second.url)]).toEqual([404, 200])
  const mail = await vi.waitFor(
    () => smtp.mails.find(({ subject }) => /verify/i.test(subject ?? '')) ?? expect.fail('no mail'),
    30_000,
  )
  await app.as(session.access_token)('POST', '/auth/verify-email', { token: tokenIn(mail.text ?? '', 'verify-email') })
  expect(await sees(first.url)).toBe(200)
})
