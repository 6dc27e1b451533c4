// Someone may register an address before its owner does. Nothing they prepared may work once the owner verifies it.
import type { LoginReply } from '@cairn/contract/api/auth'
import { generateSync } from 'otplib'
import { describe, expect, it, vi } from 'vitest'
import { type Call, PASSWORD, testApp } from '../../../../test/factory.ts'
import { connected } from '../../../../test/live-client.ts'
import { smtpServer, tokenIn } from '../../../../test/mails.ts'
import { hashSecret, newSecret } from '../../../base/ids.ts'

const VICTIM = 'victim@example.test'
const SQUATTER_PASSWORD = 'Chosen-by-squatt3r'

/** A server with mail, and an account with the victim's address that an attacker created. */
async function setUp() {
  const smtp = await smtpServer()
  const app = await testApp({ env: { SMTP_URL: smtp.url } })
  const registered = await app.as(null)('POST', '/auth/register', {
    email: VICTIM,
    name: 'Squatter',
    password: SQUATTER_PASSWORD,
  })
  const { user, session } = registered.json<LoginReply>()
  const mailed = async (subject: RegExp, page: string) => {
    const mail = await vi.waitFor(
      () => smtp.mails.findLast((sent) => subject.test(sent.subject ?? '')) ?? expect.fail(`no mail ${subject}`),
      30_000,
    )
    return tokenIn(mail.text ?? '', page)
  }
  const owner = await app.make.user()
  const plan = await app.make.plan(owner)
  const share = () => app.as(owner)('POST', `/plans/${plan.id}/collaborators`, { email: VICTIM, role: 'editor' })
  const squatter = app.as(session.access_token)
  const opens = async (token: string) => (await app.as(token)('GET', `/plans/${plan.id}`)).statusCode
  const verify = (body: object, as = app.as(null)) => verifyBy(as, mailed, body)
  return { ...app, smtp, user, session, squatter, owner, plan, share, opens, mailed, verify }
}
type Mailed = (subject: RegExp, page: string) => Promise<string>
const verifyBy = async (as: Call, mailed: Mailed, body: object) =>
  as('POST', '/auth/verify-email', { token: await mailed(/^Verify your email/, 'verify-email'), ...body })

/** A token from before mail was configured: now none can be made. */
async function createAttackerToken({ store, user }: Awaited<ReturnType<typeof setUp>>, name: string): Promise<string> {
  const token = `cairn_${newSecret()}`
  await store.write((tx) =>
    tx
      .insertInto('api_tokens')
      .values({
        id: crypto.randomUUID(),
        user_id: user.id,
        name,
        token_hash: hashSecret(token),
        prefix: token.slice(0, 12),
        permissions: '["admin"]',
        created_at: new Date().toISOString(),
        last_used: null,
        expires_at: null,
        ...{ plan_id: null, branch_id: null, changes_per_hour: null, nodes_per_hour: null },
        ...{ used_since: null, used_changes: 0, used_nodes: 0 },
      })
      .execute(),
  )
  return token
}

describe('verifying an address', () => {
  it('by the link alone ends earlier sessions, tokens and the password, and reports it', async () => {
    const it = await setUp()
    await it.share()
    const apiToken = await createAttackerToken(it, 'Backdoor')
    const second = await it.as(null)('POST', '/auth/login', { email: VICTIM, password: SQUATTER_PASSWORD })

    const reply = await it.verify({})

    expect(reply.json()).toMatchObject({
      user: { email: VICTIM, email_verified: true },
      revoked: { sessions: 2, tokens: ['Backdoor'] },
      reset_token: expect.stringMatching(/^[\w-]{43}$/),
    })
    for (const credential of [it.session.access_token, second.json().session.access_token, apiToken])
      expect(await it.opens(credential)).toBe(401)
    const again = await it.as(null)('POST', '/auth/login', { email: VICTIM, password: SQUATTER_PASSWORD })
    expect(again.json()).toMatchObject({ code: 'invalid_credentials' })
    const { reset_token: token } = reply.json()
    expect((await it.as(null)('POST', '/auth/reset-password', { token, password: PASSWORD })).statusCode).toBe(200)
    const mine = await it.as(null)('POST', '/auth/login', { email: VICTIM, password: PASSWORD })
    expect(await it.opens(mine.json().session.access_token)).toBe(200)
  })

  it('closes the sockets of the sessions that end', async () => {
    const it = await setUp()
    const socket = await connected(it.app, it.session.access_token)

    await it.verify({})

    expect(await socket.closed).toBe(4001)
  })

  it('removes two-factor, its challenges and a pending email change', async () => {
    const it = await setUp()
    const { secret } = (await it.squatter('POST', '/auth/two-factor/setup', { password: SQUATTER_PASSWORD })).json()
    await it.squatter('POST', '/auth/two-factor/enable', { code: generateSync({ secret }) })
    const { details } = (
      await it.as(null)('POST', '/auth/login', { email: VICTIM, password: SQUATTER_PASSWORD })
    ).json()
    await it.squatter('POST', '/users/email', { email: 'squatter@example.test', password: SQUATTER_PASSWORD })

    const { reset_token: token } = (await it.verify({})).json()

    expect(await it.store.reader.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
    const tokens = await it.store.reader.selectFrom('one_time_tokens').select('purpose').execute()
    expect(tokens.map(({ purpose }) => purpose).sort()).toEqual(['reset', 'verified'])
    const code = generateSync({ secret })
    expect((await it.as(null)('POST', '/auth/two-factor', { ...details, code })).statusCode).toBe(401)
    await it.as(null)('POST', '/auth/reset-password', { token, password: PASSWORD })
    const mine = await it.as(null)('POST', '/auth/login', { email: VICTIM, password: PASSWORD })
    expect((await it.as(mine.json().session.access_token)('GET', '/users/profile')).json()).toMatchObject({
      email: VICTIM,
      pending_email: null,
      two_factor: false,
    })
  })

  it.each(['session', 'password'])('ends nothing when the request has the %s of the account', async (proof) => {
    const it = await setUp()
    await it.share()

    const reply =
      proof === 'session' ? await it.verify({}, it.squatter) : await it.verify({ password: SQUATTER_PASSWORD })

    expect(reply.json()).toMatchObject({ revoked: { sessions: 0, tokens: [] }, reset_token: null })
    expect(await it.opens(it.session.access_token)).toBe(200)
  })

  it('is not proven by a session or API token of another account, and a wrong password does not use up the link', async () => {
    const it = await setUp()
    const other = await it.make.user()

    const wrong = await it.verify({ password: 'not the password' })
    expect(wrong.json()).toMatchObject({ code: 'wrong_password' })
    const asked = await it.verify({ require_proof: true }, it.as(other))
    expect(asked.statusCode).toBe(403)
    expect(asked.json()).toMatchObject({ code: 'proof_required', details: { email: VICTIM } })
    expect((await it.squatter('GET', '/users/profile')).json()).toMatchObject({ email_verified: false })

    const reply = await it.verify({}, it.as(other))

    expect(reply.json()).toMatchObject({ revoked: { sessions: 1 } })
    expect(await it.opens(it.session.access_token)).toBe(401)
  })

  it('is not proved by an API token of the account', async () => {
    const it = await setUp()
    const apiToken = await createAttackerToken(it, 'Backdoor')

    const reply = await it.verify({}, it.as(apiToken))

    expect(reply.json()).toMatchObject({ revoked: { sessions: 1, tokens: ['Backdoor'] } })
  })
})

it('hides plans shared with the address from an unverified account', async () => {
  const it = await setUp()
  const sent = await it.share()

  expect(sent.json()).toMatchObject({ status: 'pending', user_id: null })
  expect(await it.opens(it.session.access_token)).toBe(404)
  expect((await it.squatter('GET', '/plans')).json()).toEqual([])
  expect((await it.squatter('GET', '/activity/feed')).json()).toMatchObject({ total: 0 })
  const byId = await it.as(it.owner)('POST', `/plans/${it.plan.id}/collaborators`, { user_id: it.user.id })
  expect(byId.json()).toMatchObject({ status: 'pending' })
})

it('creates no API token before the address is verified, where mail is configured', async () => {
  const it = await setUp()

  const refused = await it.squatter('POST', '/auth/token', { name: 'Backdoor' })
  await it.verify({}, it.squatter)
  const allowed = await it.squatter('POST', '/auth/token', { name: 'Assistant' })

  expect(refused.statusCode).toBe(403)
  expect(refused.json()).toMatchObject({ code: 'email_not_verified' })
  expect(allowed.statusCode).toBe(201)
})

it('creates no token with a session that ends concurrently', async () => {
  const it = await setUp()
  const [verified] = await Promise.all([
    it.verify({}),
    ...Array.from({ length: 10 }, () => it.squatter('POST', '/auth/token', { name: 'Backdoor' })),
  ])

  expect(verified.statusCode).toBe(200)
  expect(await it.store.reader.selectFrom('api_tokens').selectAll().execute()).toEqual([])
})

it('resets the password of an unverified address and drops its two-factor, sessions and tokens', async () => {
  const it = await setUp()
  const apiToken = await createAttackerToken(it, 'Backdoor')
  const { secret } = (await it.squatter('POST', '/auth/two-factor/setup', { password: SQUATTER_PASSWORD })).json()
  await it.squatter('POST', '/auth/two-factor/enable', { code: generateSync({ secret }) })
  await it.as(null)('POST', '/auth/forgot-password', { email: VICTIM })
  const token = await it.mailed(/^Reset/, 'reset-password')

  const reply = await it.as(null)('POST', '/auth/reset-password', { token, password: PASSWORD })

  expect(reply.json()).toMatchObject({ revoked: { sessions: 1, tokens: ['Backdoor'] } })
  for (const credential of [it.session.access_token, apiToken]) expect(await it.opens(credential)).toBe(401)
  expect((await it.as(null)('POST', '/auth/login', { email: VICTIM, password: PASSWORD })).statusCode).toBe(200)
})
