import type { LoginReply } from '@cairn/contract/api/auth'
import { expect, it, vi } from 'vitest'
import { PASSWORD, type TestApp, type TestUser, testApp } from '../../../../test/factory.ts'
import { mailTo, outbox, smtpServer, tokenIn } from '../../../../test/mails.ts'

const NEW = 'Brand-new-passw0rd'
const forgot = ({ as }: TestApp, email: string, headers = {}) =>
  as(null)('POST', '/auth/forgot-password', { email }, headers)
const reset = ({ as }: TestApp, token: string, password = NEW) =>
  as(null)('POST', '/auth/reset-password', { token, password })
const login = ({ as }: TestApp, { email }: TestUser, password: string) =>
  as(null)('POST', '/auth/login', { email, password })

async function resetToken(app: TestApp, { email }: TestUser): Promise<string> {
  await forgot(app, email)
  return tokenIn(await mailTo(app.dataDir, email, /reset/i), 'reset-password')
}

it('gives every address the same reply and mails a link that ignores a forged host', async () => {
  const app = await testApp()
  const { email } = await app.make.user()

  const known = await forgot(app, email.toUpperCase(), { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
  const unknown = await forgot(app, 'nobody@example.test')

  expect(known.statusCode).toBe(200)
  expect(unknown.body).toBe(known.body)
  const mail = await mailTo(app.dataDir, email, /reset/i)
  expect(mail).toMatch(/^http:\/\/cairn\.test\/reset-password\?token=[\w-]{43}$/m)
  expect(mail).not.toContain('evil')
  expect(outbox(app.dataDir)).toHaveLength(1)
})

it('replies before it looks up the account', async () => {
  const app = await testApp()
  const { email } = await app.make.user()
  const looked = vi.spyOn(app.store.reader, 'selectFrom')

  await forgot(app, email)

  expect(looked).not.toHaveBeenCalled()
  await mailTo(app.dataDir, email, /reset/i)
  expect(looked).toHaveBeenCalled()
  looked.mockRestore()
})

it.each([
  ['forgot-password', '2026-01-01T00:00:00.000Z'],
  ['resend-verification', null],
] as const)('mails no link of %s to an address that has left the account since', async (path, email_verified_at) => {
  const app = await testApp()
  const [me, other] = [await app.make.user({ email_verified_at }), await app.make.user({ email_verified_at })]
  const { write } = app.store
  const issues = vi.spyOn(app.store, 'write').mockImplementationOnce(async (work) => {
    await write((tx) => tx.updateTable('users').set({ email: 'new@example.test' }).where('id', '=', me.id).execute())
    return write(work)
  })

  await app.as(null)('POST', `/auth/${path}`, { email: me.email })
  await vi.waitFor(() => expect(issues).toHaveBeenCalled(), 30_000)
  issues.mockRestore()

  await app.as(null)('POST', `/auth/${path}`, { email: other.email })
  await mailTo(app.dataDir, other.email, /Reset|Verify/)
  expect(outbox(app.dataDir)).toHaveLength(1)
  expect(await app.store.reader.selectFrom('one_time_tokens').select('user_id').execute()).toEqual([
    { user_id: other.id },
  ])
})

it('resets the password once, ends all sessions and verifies the address', async () => {
  const app = await testApp()
  const me = await app.make.user({ email_verified_at: null })
  const apiToken = await app.make.apiToken(me, 'read')
  await app.as(me)('PUT', '/users/me/calendars', { plan_id: null })
  const token = await resetToken(app, me)

  const reply = await reset(app, token)

  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toMatchObject({
    message: expect.stringContaining('1 calendar URL was revoked.'),
    revoked: { calendars: 1 },
  })
  expect((await reset(app, token)).json()).toMatchObject({ code: 'invalid_token' })
  expect((await app.as(me)('GET', '/plans')).statusCode).toBe(401)
  expect((await app.as(apiToken)('GET', '/plans')).statusCode).toBe(401)
  expect((await login(app, me, PASSWORD)).statusCode).toBe(401)
  expect((await login(app, me, NEW)).json<LoginReply>().user.email_verified).toBe(true)
  expect(await mailTo(app.dataDir, me.email, /was changed/)).toContain('/forgot-password')
})

it('checks a reset link before a password is chosen, and counts invalid ones', async () => {
  const app = await testApp({ env: { CAIRN_ABUSE_LIMITS: 'on' } })
  const token = await resetToken(app, await app.make.user())
  const check = (link: string) => app.as(null)('POST', '/auth/reset-password/check', { token: link })

  expect((await check(token)).statusCode).toBe(204)
  expect((await check('never-issued')).json()).toMatchObject({ code: 'invalid_token' })
  expect((await reset(app, token)).statusCode).toBe(200)
  expect((await check(token)).json()).toMatchObject({ code: 'invalid_token' })
  for (let index = 0; index < 20; index++) await check(`guess-${index}`)
  expect((await check('one-too-many')).json()).toMatchObject({ code: 'rate_limited' })
})

it('lets one of many concurrent calls use a link', async () => {
  const app = await testApp()
  const token = await resetToken(app, await app.make.user())

  const replies = await Promise.all(Array.from({ length: 5 }, () => reset(app, token)))

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400, 400])
})

it('rejects a link after an hour and a weak password, and takes one that a newer one followed', async () => {
  let now = Date.now()
  const app = await testApp({ clock: () => new Date(now) })
  const me = await app.make.user()
  const first = await resetToken(app, me)
  await forgot(app, me.email)
  await vi.waitFor(() => expect(outbox(app.dataDir)).toHaveLength(2), 30_000)
  const second = tokenIn(outbox(app.dataDir)[1] ?? '', 'reset-password')

  expect((await reset(app, first, 'weak')).json()).toMatchObject({ code: 'invalid_input' })
  expect((await reset(app, first)).statusCode).toBe(200)
  expect((await reset(app, second)).json()).toMatchObject({ code: 'invalid_token' })

  const late = await app.make.user()
  const expired = await resetToken(app, late)
  now += 60 * 60_000
  expect((await reset(app, expired)).json()).toMatchObject({ code: 'invalid_token' })
  expect((await login(app, late, PASSWORD)).statusCode).toBe(200)
})

it('verifies an address by the mailed link, once, within 24 hours', async () => {
  let now = Date.now()
  const app = await testApp({ clock: () => new Date(now) })
  const verify = (token: string) => app.as(null)('POST', '/auth/verify-email', { token })
  const registered = { email: 'ana@example.test', name: 'Ana', password: PASSWORD }
  await app.as(null)('POST', '/auth/register', registered)
  const first = tokenIn(await mailTo(app.dataDir, registered.email, /verify/i), 'verify-email')

  now += 24 * 60 * 60_000
  expect((await verify(first)).json()).toMatchObject({ code: 'invalid_token' })
  const known = await app.as(null)('POST', '/auth/resend-verification', { email: registered.email })
  const unknown = await app.as(null)('POST', '/auth/resend-verification', { email: 'nobody@example.test' })
  expect(unknown.body).toBe(known.body)
  await vi.waitFor(() => expect(outbox(app.dataDir)).toHaveLength(2), 30_000)
  const second = tokenIn(outbox(app.dataDir)[1] ?? '', 'verify-email')

  const replies = await Promise.all([verify(second), verify(second), verify(second)])

  const [reply] = replies.filter(({ statusCode }) => statusCode === 200)
  expect(reply?.json()).toMatchObject({ user: { email: registered.email, email_verified: true } })
  expect(replies.flatMap((one) => one.json().code ?? [])).toEqual(['already_verified', 'already_verified'])
  expect((await verify(second)).json()).toMatchObject({ code: 'already_verified' })
  expect((await reset(app, second)).json()).toMatchObject({ code: 'invalid_token' })
  now += 24 * 60 * 60_000
  expect((await verify(second)).json()).toMatchObject({ code: 'invalid_token' })
})

it('does not take a link for something else', async () => {
  const app = await testApp()
  const token = await resetToken(app, await app.make.user({ email_verified_at: null }))

  expect((await app.as(null)('POST', '/auth/verify-email', { token })).statusCode).toBe(400)
  expect((await reset(app, token)).statusCode).toBe(200)
})

it('sends the configured mail over SMTP, as text and as HTML', async () => {
  const smtp = await smtpServer()
  const app = await testApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'Cairn <plans@example.test>' } })
  const me = await app.make.user({ name: 'Ana <b>&' })

  await forgot(app, me.email)

  const mail = await vi.waitFor(() => smtp.mails[0] ?? expect.fail('no mail'), 30_000)
  expect(mail.from).toMatchObject({ name: 'Cairn', address: 'plans@example.test' })
  expect(mail.to).toMatchObject([{ address: me.email }])
  expect(mail.html).toContain('Ana &lt;b&gt;&amp;')
  expect((await reset(app, tokenIn(mail.text ?? '', 'reset-password'))).statusCode).toBe(200)
  expect(outbox(app.dataDir)).toEqual([])
})

it('answers the same when the mail server rejects', async () => {
  const smtp = await smtpServer({ broken: true })
  const app = await testApp({ env: { SMTP_URL: smtp.url, LOG_LEVEL: 'silent' } })
  const me = await app.make.user()

  const known = await forgot(app, me.email)

  expect(known.statusCode).toBe(200)
  expect((await forgot(app, 'nobody@example.test')).body).toBe(known.body)
})
