import { expect, it, vi } from 'vitest'
import { PASSWORD, type TestApp, type TestUser, testApp } from '../../../../test/factory.ts'
import { mailTo, outbox, tokenIn } from '../../../../test/mails.ts'

const NEW = 'new@example.test'
const begin = ({ as }: TestApp, me: TestUser, body: object = {}) =>
  as(me)('POST', '/users/email', { email: NEW, password: PASSWORD, ...body })
const confirm = ({ as }: TestApp, who: TestUser, token: string) => as(who)('POST', '/users/email/confirm', { token })
const linkToken = async ({ dataDir }: TestApp, email = NEW) =>
  tokenIn(await mailTo(dataDir, email, /^Confirm your new email/), 'confirm-email')
const login = ({ as }: TestApp, email: string) => as(null)('POST', '/auth/login', { email, password: PASSWORD })

it('changes the email once the link in the new mailbox is opened, and notifies the old one twice', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const old = me.email

  expect((await begin(app, me, { email: ' New@Example.test ' })).statusCode).toBe(200)
  expect(await mailTo(app.dataDir, old, /^An email change was requested$/)).toContain(NEW)
  expect((await app.as(me)('GET', '/users/profile')).json()).toMatchObject({ email: old, pending_email: NEW })
  expect((await login(app, NEW)).statusCode).toBe(401)
  const reply = await confirm(app, me, await linkToken(app))

  expect(reply.json()).toMatchObject({ email: NEW, email_verified: true, pending_email: null })
  expect(await mailTo(app.dataDir, old, /^Your email was changed$/)).toContain(NEW)
  expect([(await login(app, NEW)).statusCode, (await login(app, old)).statusCode]).toEqual([200, 401])
})

it('requires the password, and rejects taken and unchanged addresses', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const other = await app.make.user()

  expect((await begin(app, me, { password: 'wrong' })).json()).toMatchObject({ code: 'wrong_password' })
  expect((await begin(app, me, { email: other.email })).json()).toMatchObject({ code: 'already_exists' })
  expect((await begin(app, me, { email: me.email })).json()).toMatchObject({ details: [{ path: 'email' }] })
  const token = await app.make.apiToken(me, 'admin')
  expect((await app.as(token)('POST', '/users/email', { email: NEW, password: PASSWORD })).statusCode).toBe(403)
  expect(outbox(app.dataDir)).toEqual([])
})

it('is confirmed only by the account that requested it, once, within 24 hours', async () => {
  let now = Date.now()
  const app = await testApp({ clock: () => new Date(now) })
  const me = await app.make.user()
  const victim = await app.make.user()
  await begin(app, me)
  const token = await linkToken(app)

  expect((await app.as(null)('POST', '/users/email/confirm', { token })).statusCode).toBe(401)
  expect((await confirm(app, victim, token)).json()).toMatchObject({ code: 'other_account' })
  now += 24 * 3_600_000
  expect((await confirm(app, me, token)).json()).toMatchObject({ code: 'invalid_token' })
  now -= 3_600_000
  expect((await confirm(app, me, token)).statusCode).toBe(200)
  expect((await confirm(app, me, token)).json()).toMatchObject({
    code: 'already_verified',
    error: 'This link has already been used. You sign in with new@example.test.',
  })
  expect((await confirm(app, victim, token)).json()).toMatchObject({ code: 'invalid_token' })
})

it('is replaced by a second change, and can be canceled', async () => {
  const app = await testApp()
  const me = await app.make.user()
  await begin(app, me)
  const first = await linkToken(app)
  await begin(app, me, { email: 'other@example.test' })
  const second = await linkToken(app, 'other@example.test')

  expect((await confirm(app, me, first)).statusCode).toBe(400)
  expect((await app.as(me)('DELETE', '/users/email')).statusCode).toBe(204)
  expect((await confirm(app, me, second)).statusCode).toBe(400)
})

it('rejects an address that someone else has registered since', async () => {
  const app = await testApp()
  const me = await app.make.user()
  await begin(app, me)
  const token = await linkToken(app)
  await app.make.user({ email: NEW })

  expect((await confirm(app, me, token)).json()).toMatchObject({ code: 'already_exists' })
})

it('gives an address to one of two concurrent confirmations, and reports to the other that it is taken', async () => {
  const app = await testApp()
  for (let round = 0; round < 5; round++) {
    const email = `wanted-${round}@example.test`
    const both = [await app.make.user(), await app.make.user()]
    const tokens: string[] = []
    for (const me of both) {
      const known = new Set(outbox(app.dataDir))
      await begin(app, me, { email })
      const arrived = () => outbox(app.dataDir).filter((mail) => !known.has(mail) && mail.includes(`\nTo: ${email}\n`))
      await vi.waitFor(() => expect(arrived()).toHaveLength(1), 30_000)
      tokens.push(tokenIn(arrived().join(), 'confirm-email'))
    }

    const replies = await Promise.all(both.map((me, i) => confirm(app, me, tokens[i] ?? '')))

    const [won, lost] = replies.sort((a, b) => a.statusCode - b.statusCode)
    expect(won?.json()).toMatchObject({ email, email_verified: true })
    expect([lost?.statusCode, lost?.json()]).toEqual([409, expect.objectContaining({ code: 'already_exists' })])
  }
})

it('voids links mailed to the old address, and adds plans shared with the new one', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const owner = await app.make.user()
  const plan = await app.make.plan(owner)
  await app.as(owner)('POST', `/plans/${plan.id}/collaborators`, { email: NEW })
  await app.as(null)('POST', '/auth/forgot-password', { email: me.email })
  const reset = tokenIn(await mailTo(app.dataDir, me.email, /^Reset/), 'reset-password')
  await begin(app, me)

  await confirm(app, me, await linkToken(app))

  const used = await app.as(null)('POST', '/auth/reset-password', { token: reset, password: 'Another-passw0rd' })
  expect(used.json()).toMatchObject({ code: 'invalid_token' })
  expect((await app.as(me)('GET', `/plans/${plan.id}`)).statusCode).toBe(200)
})

it('is voided by a new password', async () => {
  const app = await testApp()
  const me = await app.make.user()
  await begin(app, me)
  const token = await linkToken(app)

  await app.as(me)('POST', '/users/change-password', { currentPassword: PASSWORD, newPassword: 'Another-passw0rd' })

  expect((await confirm(app, me, token)).statusCode).toBe(400)
  await vi.waitFor(() => expect(outbox(app.dataDir).length).toBeGreaterThan(2), 30_000)
})
