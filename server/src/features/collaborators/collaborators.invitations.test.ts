import type { Collaborator } from '@cairn/contract/api/collaborators'
import { describe, expect, it, vi } from 'vitest'
import { type Call, PASSWORD, type TestApp, type TestUser } from '../../../test/factory.ts'
import { setUp } from '../../../test/sharing.ts'
import { hashSecret } from '../../base/ids.ts'

const LOOPBACK = { env: { CAIRN_PUBLIC_URL: 'http://localhost:3000' } }

describe('an invitation', () => {
  it('is created for an address without an account, with a link only for people who may share', async () => {
    const { as, make, owner, viewer, path, mails, list, events } = await setUp()
    const readToken = await make.apiToken(owner, 'read')

    const reply = await as(owner)('POST', path, { email: 'New@Person.test', role: 'editor' })
    const again = await as(owner)('POST', path, { email: 'new@person.test', role: 'commenter' })

    const { id, invite_url } = reply.json<Collaborator>()
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toMatchObject({
      user_id: null,
      user: null,
      name: 'new@person.test',
      email: 'new@person.test',
      role: 'editor',
      status: 'pending',
    })
    expect(invite_url).toMatch(new RegExp(`^http://cairn\\.test/register\\?invitation=${id}\\.[\\w-]{43}$`))
    expect([again.statusCode, again.json().id, again.json().role]).toEqual([200, id, 'commenter'])
    expect((await list()).collaborators.at(-1)).toMatchObject({ id, invite_url, role: 'commenter' })
    for (const who of [viewer, readToken]) {
      const pending = (await list(who)).collaborators.at(-1)
      expect(pending).toMatchObject({ id, status: 'pending' })
      expect(pending).not.toHaveProperty('invite_url')
    }
    expect((await events()).map(({ kind }) => kind)).toEqual(['invitation.created', 'invitation.changed'])
    await vi.waitFor(() => expect(mails()).toEqual([expect.stringContaining(invite_url ?? 'a link')]), 30_000)
  })

  it('is mailed in paragraphs that a title cannot continue', async () => {
    const { as, make, owner, mails } = await setUp()
    const plan = await make.plan(owner, { title: 'Trip\n\nOpen https://evil.example now\n\n' })

    await as(owner)('POST', `/plans/${plan.id}/collaborators`, { email: 'new@person.test', role: 'editor' })

    await vi.waitFor(
      () => expect(mails()[0]).toContain('the plan "Trip Open https://evil.example now " in Cairn.'),
      30_000,
    )
  })

  it('is changed and canceled by its own id, in its own plan', async () => {
    const { as, make, owner, path, list } = await setUp()
    const { id } = (await as(owner)('POST', path, { email: 'new@person.test' })).json<Collaborator>()
    const elsewhere = `/plans/${(await make.plan(owner)).id}/collaborators/${id}`

    const changed = await as(owner)('PUT', `${path}/${id}`, { role: 'admin' })
    const foreign = [await as(owner)('PUT', elsewhere, { role: 'viewer' }), await as(owner)('DELETE', elsewhere)]
    const removed = await as(owner)('DELETE', `${path}/${id}`)

    expect(changed.json()).toMatchObject({ id, role: 'admin', status: 'pending' })
    expect(foreign.map(({ statusCode }) => statusCode)).toEqual([404, 404])
    expect(removed.statusCode).toBe(204)
    expect((await list()).collaborators.map(({ status }) => status)).not.toContain('pending')
  })

  it('also waits for an account whose address is not verified, where mail is configured', async () => {
    const { as, make, owner, plan, path } = await setUp({
      env: { SMTP_URL: 'smtp://127.0.0.1:1', LOG_LEVEL: 'silent' },
    })
    const unverified = await make.user({ email_verified_at: null })
    const verified = await make.user()

    const replies = [
      await as(owner)('POST', path, { email: unverified.email }),
      await as(owner)('POST', path, { email: verified.email }),
    ]

    expect(replies.map((reply) => reply.json().status)).toEqual(['pending', 'active'])
    expect((await as(unverified)('GET', `/plans/${plan.id}`)).statusCode).toBe(404)
  })
})

describe('accepting an invitation', () => {
  const account = (email: string, invitation?: string) => ({
    email,
    invitation,
    name: 'New Person',
    password: PASSWORD,
  })

  it('requires only registering with the address on a loopback server without mail', async () => {
    const { as, make, owner, plan, path, list, events } = await setUp(LOOPBACK)
    const other = await make.plan(owner)
    await as(owner)('POST', path, { email: 'new@person.test', role: 'editor' })
    await as(owner)('POST', `/plans/${other.id}/collaborators`, { email: 'new@person.test' })

    const { user, session } = (await as(null)('POST', '/auth/register', account('New@Person.test'))).json()

    const plans = (await as(session.access_token)('GET', '/plans')).json<{ id: string; role: string }[]>()
    expect(plans.map(({ id, role }) => [id, role]).sort()).toEqual(
      [
        [plan.id, 'editor'],
        [other.id, 'viewer'],
      ].sort(),
    )
    expect((await list()).collaborators.at(-1)).toMatchObject({ user_id: user.id, status: 'active', role: 'editor' })
    expect((await events()).filter(({ kind }) => kind === 'collaborator.added')).toHaveLength(2)
  })

  it('requires the link where others can reach a server without mail, also for an address with an account', async () => {
    const servers: Record<string, string>[] = [
      { CAIRN_PUBLIC_URL: 'https://plans.example.test' },
      { HOST: '0.0.0.0', CAIRN_PUBLIC_URL: '' },
      { CAIRN_TRUST_PROXY: 'on', CAIRN_PUBLIC_URL: 'http://localhost:3000' },
    ]
    for (const env of servers) {
      const { as, make, owner, plan, path } = await setUp({ env })
      const squatter = await make.user({ email_verified_at: null })
      const opens = async (token: string) => (await as(token)('GET', `/plans/${plan.id}`)).statusCode
      const linkOf = (reply: { json(): Collaborator }) => reply.json().invite_url?.split('invitation=')[1]

      const sent = await as(owner)('POST', path, { email: 'new@person.test' })
      const toSquatter = await as(owner)('POST', path, { email: squatter.email })
      const { session } = (await as(null)('POST', '/auth/register', account('new@person.test'))).json()

      expect(toSquatter.json()).toMatchObject({ status: 'pending' })
      expect([await opens(session.access_token), await opens(squatter.token)]).toEqual([404, 404])
      await as(session.access_token)('POST', `/invitations/${linkOf(sent)}/accept`)
      expect([await opens(session.access_token), await opens(squatter.token)]).toEqual([200, 404])
    }
  })

  describe('where mail is configured', () => {
    const withMail = { env: { SMTP_URL: 'smtp://127.0.0.1:1', LOG_LEVEL: 'silent' } }
    const opens = async (as: Call, planId: string) => (await as('GET', `/plans/${planId}`)).statusCode === 200

    it('requires the link, for its plan only, or a verified address', async () => {
      const { as, make, owner, plan, path, store } = await setUp(withMail)
      const other = await make.plan(owner)
      const sent = await as(owner)('POST', path, { email: 'new@person.test' })
      await as(owner)('POST', `/plans/${other.id}/collaborators`, { email: 'new@person.test' })
      const invitation = new URL(sent.json().invite_url).searchParams.get('invitation') ?? ''

      const reply = await as(null)('POST', '/auth/register', account('new@person.test', invitation))
      const { user, session } = reply.json()
      const person = as(session.access_token)
      const before = [await opens(person, plan.id), await opens(person, other.id)]
      await store.write((tx) =>
        tx
          .insertInto('one_time_tokens')
          .values({
            token_hash: hashSecret('a mailed token'),
            purpose: 'verify',
            user_id: user.id,
            data: '{}',
            expires_at: '9999-01-01T00:00:00.000Z',
          })
          .execute(),
      )
      await person('POST', '/auth/verify-email', { token: 'a mailed token' })

      expect(before).toEqual([true, false])
      expect(await opens(person, other.id)).toBe(true)
    })

    it('is not possible with a link to another person, a changed link, or a canceled one', async () => {
      const { as, owner, plan, path } = await setUp(withMail)
      const invite = async (email: string) => {
        const { id, invite_url } = (await as(owner)('POST', path, { email })).json<Collaborator>()
        return { id, token: new URL(invite_url ?? '').searchParams.get('invitation') ?? '' }
      }
      const [one, two, three] = [await invite('one@a.test'), await invite('two@a.test'), await invite('three@a.test')]
      await as(owner)('DELETE', `${path}/${three.id}`)

      for (const [email, token] of [
        ['one@a.test', two.token],
        ['two@a.test', `${two.id}.${one.token.split('.')[1]}`],
        ['three@a.test', three.token],
      ] as const) {
        const reply = await as(null)('POST', '/auth/register', account(email, token))
        expect(reply.statusCode).toBe(201)
        expect(await opens(as(reply.json().session.access_token), plan.id)).toBe(false)
      }
    })
  })
})

describe('an invitation link', () => {
  const DAY_MS = 86_400_000
  const linkOf = (reply: { json(): Collaborator }) => reply.json().invite_url?.split('invitation=')[1] ?? ''
  /** Sessions of the factory last a day. */
  const signInAgain = async ({ as }: Pick<TestApp, 'as'>, { email }: TestUser) =>
    as((await as(null)('POST', '/auth/login', { email, password: PASSWORD })).json().session.access_token)

  it('shows plan, inviter and address to the holder of the link, and nothing else', async () => {
    const { as, owner, plan, path } = await setUp()
    const token = linkOf(await as(owner)('POST', path, { email: 'new@person.test' }))

    expect((await as(null)('GET', `/invitations/${token}`)).json()).toEqual({
      plan_title: plan.title,
      inviter_name: owner.name,
      email: 'new@person.test',
    })
    for (const wrong of ['x', 'x.y', `${token}x`, `${token.slice(0, -2)}aa`, token.split('.')[0], ''])
      expect((await as(null)('GET', `/invitations/${wrong}`)).statusCode).toBe(404)
  })

  it('expires after 7 days, for every way to accept, and is renewed by those who may share', async () => {
    let now = Date.now()
    const { as, owner, editor, plan, path, mails } = await setUp({ clock: () => new Date(now) })
    const sent = await as(owner)('POST', path, { email: 'new@person.test' })
    const { id, expires_at } = sent.json<Collaborator>()
    expect(expires_at).toBe(new Date(now + 7 * DAY_MS).toISOString())
    const token = linkOf(sent)

    now += 7 * DAY_MS
    expect((await as(null)('GET', `/invitations/${token}`)).json()).toMatchObject({ code: 'invitation_not_found' })
    const late = await as(null)('POST', '/auth/register', {
      email: 'new@person.test',
      name: 'New',
      password: PASSWORD,
      invitation: token,
    })
    expect(late.json()).toMatchObject({ plan_id: null })
    const person = as(late.json().session.access_token)
    expect((await person('POST', `/invitations/${token}/accept`)).statusCode).toBe(404)
    const [sharer, reader] = [await signInAgain({ as }, owner), await signInAgain({ as }, editor)]
    expect((await reader('POST', `${path}/${id}/renew`)).statusCode).toBe(403)
    const elsewhere = (await sharer('POST', '/plans', { title: 'Another' })).json()
    expect((await sharer('POST', `/plans/${elsewhere.id}/collaborators/${id}/renew`)).statusCode).toBe(404)

    const renewed = await sharer('POST', `${path}/${id}/renew`)

    expect(renewed.json()).toMatchObject({ id, expires_at: new Date(now + 7 * DAY_MS).toISOString() })
    await vi.waitFor(
      () => expect(mails().filter((mail) => mail.includes('To: new@person.test'))).toHaveLength(3),
      30_000,
    )
    expect((await person('POST', `/invitations/${linkOf(renewed)}/accept`)).json()).toEqual({ plan_id: plan.id })
    expect((await sharer('GET', path)).json().collaborators.at(-1)).toMatchObject({
      status: 'active',
      email: 'new@person.test',
    })
    expect((await person('POST', `/invitations/${token}/accept`)).statusCode).toBe(404)
  })

  it('is renewed by sharing again once it has expired, and not accepted by verifying the address before', async () => {
    let now = Date.now()
    const { as, owner, plan, path, store } = await setUp({ clock: () => new Date(now) })
    await as(owner)('POST', path, { email: 'new@person.test' })
    const { session } = (
      await as(null)('POST', '/auth/register', { email: 'new@person.test', name: 'New', password: PASSWORD })
    ).json()
    now += 7 * DAY_MS
    const { user_id } = await store.reader
      .selectFrom('one_time_tokens')
      .select('user_id')
      .where('purpose', '=', 'verify')
      .executeTakeFirstOrThrow()
    await store.write((tx) =>
      tx
        .insertInto('one_time_tokens')
        .values({
          token_hash: hashSecret('a mailed token'),
          purpose: 'verify',
          user_id,
          data: '{}',
          expires_at: '9999-01-01T00:00:00.000Z',
        })
        .execute(),
    )
    await as(session.access_token)('POST', '/auth/verify-email', { token: 'a mailed token' })
    expect((await as(session.access_token)('GET', `/plans/${plan.id}`)).statusCode).toBe(404)

    const sharer = await signInAgain({ as }, owner)
    expect((await sharer('POST', path, { email: 'new@person.test' })).json()).toMatchObject({ status: 'active' })
  })

  it('is accepted by the account with its address alone', async () => {
    const { as, make, owner, plan, path } = await setUp({
      env: { SMTP_URL: 'smtp://127.0.0.1:1', LOG_LEVEL: 'silent' },
    })
    const invited = await make.user({ email_verified_at: null })
    const stranger = await make.user()
    const token = linkOf(await as(owner)('POST', path, { email: invited.email, role: 'editor' }))

    const refused = await as(stranger)('POST', `/invitations/${token}/accept`)
    const apiToken = await make.apiToken(invited, 'admin')
    expect((await as(apiToken)('POST', `/invitations/${token}/accept`)).statusCode).toBe(403)
    const accepted = await as(invited)('POST', `/invitations/${token}/accept`)

    expect([refused.statusCode, refused.json().code]).toEqual([403, 'other_address'])
    expect(accepted.json()).toEqual({ plan_id: plan.id })
    expect((await as(invited)('GET', `/plans/${plan.id}`)).json()).toMatchObject({ role: 'editor' })
  })

  it('stops working when the plan is in the trash or the invitation was canceled', async () => {
    const { as, owner, plan, path } = await setUp()
    const one = await as(owner)('POST', path, { email: 'one@person.test' })
    const two = await as(owner)('POST', path, { email: 'two@person.test' })
    await as(owner)('DELETE', `${path}/${one.json().id}`)
    expect((await as(null)('GET', `/invitations/${linkOf(one)}`)).statusCode).toBe(404)
    expect((await as(null)('GET', `/invitations/${linkOf(two)}`)).statusCode).toBe(200)

    await as(owner)('DELETE', `/plans/${plan.id}`)

    expect((await as(null)('GET', `/invitations/${linkOf(two)}`)).statusCode).toBe(404)
  })

  it('stays when someone registers its address, does not verify it, and deletes that account', async () => {
    const { as, owner, path, list } = await setUp({ env: { SMTP_URL: 'smtp://127.0.0.1:1', LOG_LEVEL: 'silent' } })
    await as(owner)('POST', path, { email: 'new@person.test' })
    const body = { email: 'new@person.test', password: PASSWORD, name: 'A stranger' }
    const { session } = (await as(null)('POST', '/auth/register', body)).json()

    expect((await as(session.access_token)('DELETE', '/users/profile', { password: PASSWORD })).statusCode).toBe(204)

    expect((await list()).collaborators.map(({ email }) => email)).toContain('new@person.test')
  })
})
