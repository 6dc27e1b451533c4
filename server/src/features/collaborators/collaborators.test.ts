import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Collaborator } from '@cairn/contract/api/collaborators'
import { COLLABORATOR_ROLES } from '@cairn/contract/rules/permissions'
import { describe, expect, it, test, vi } from 'vitest'
import { type Call, PASSWORD, type TestApp, type TestUser, testApp } from '../../../test/factory.ts'
import { outbox } from '../../../test/mails.ts'
import { hashSecret } from '../../base/ids.ts'

const LOOPBACK = { env: { CAIRN_PUBLIC_URL: 'http://localhost:3000' } }

/** A plan with everyone in it, its collaborators' address and its events. */
async function setUp(overrides: Parameters<typeof testApp>[0] = {}) {
  const test = await testApp(overrides)
  const team = await test.make.team()
  const path = `/plans/${team.plan.id}/collaborators`
  const events = async () => {
    const rows = await test.store.reader.selectFrom('events').select(['kind', 'data']).orderBy('revision').execute()
    return rows.map(({ kind, data }) => ({ kind, ...JSON.parse(data) })).filter(({ kind }) => kind !== 'plan.created')
  }
  const mails = () => {
    const folder = join(test.dataDir, 'outbox')
    return readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
  }
  const list = async (as: Parameters<typeof test.as>[0] = team.owner) =>
    (await test.as(as)('GET', path)).json<{ owner: object; collaborators: Collaborator[] }>()
  return { ...test, ...team, path, events, mails, list }
}

describe('sharing', () => {
  it('gives an account access as viewer, and notifies the person', async () => {
    const { as, make, owner, plan, path, events, mails, list } = await setUp()
    const ana = await make.user({ name: 'Ana' })

    const reply = await as(owner)('POST', path, { email: ana.email.toUpperCase() })

    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toMatchObject({
      user_id: ana.id,
      name: 'Ana',
      email: ana.email,
      role: 'viewer',
      status: 'active',
      user: { id: ana.id, name: 'Ana', email: ana.email },
    })
    expect((await as(ana)('GET', `/plans/${plan.id}`)).json()).toMatchObject({ role: 'viewer' })
    expect((await list()).collaborators.at(-1)).toEqual(reply.json())
    expect(await events()).toEqual([
      { kind: 'collaborator.added', before: null, after: { user_id: ana.id, role: 'viewer' } },
    ])
    await vi.waitFor(() => expect(mails()).toMatchObject([expect.stringContaining(`To: ${ana.email}`)]), 30_000)
    expect(mails()[0]).toContain(`http://cairn.test/plans/${plan.id}`)
  })

  it('with the same person ten times at once is one collaborator', async () => {
    const { as, make, owner, path, list, events } = await setUp()
    const ana = await make.user()

    const replies = await Promise.all(
      Array.from({ length: 10 }, () => as(owner)('POST', path, { user_id: ana.id, role: 'editor' })),
    )

    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(9).fill(200), 201])
    expect(new Set(replies.map((reply) => reply.json().id)).size).toBe(1)
    expect((await list()).collaborators.filter(({ user_id }) => user_id === ana.id)).toHaveLength(1)
    expect(await events()).toHaveLength(1)
  })

  it('again changes the role only when one is given', async () => {
    const { as, owner, editor, path, events } = await setUp()

    const same = await as(owner)('POST', path, { email: editor.email })
    const other = await as(owner)('POST', path, { email: editor.email, role: 'commenter' })

    expect([same.statusCode, same.json().role]).toEqual([200, 'editor'])
    expect([other.statusCode, other.json().role]).toEqual([200, 'commenter'])
    expect((await events()).map(({ kind }) => kind)).toEqual(['collaborator.changed'])
  })

  it('with the owner, no one or an unknown id is rejected', async () => {
    const { as, owner, admin, path } = await setUp()
    const post = async (body: object) => {
      const reply = await as(admin)('POST', path, { ...body })
      return [reply.statusCode, reply.json().error]
    }

    expect(await post({ email: owner.email })).toEqual([409, 'This person already has access to the plan'])
    expect(await post({})).toEqual([400, 'Please enter an email address'])
    expect(await post({ email: 'not an address' })).toEqual([400, 'Please enter a valid email address'])
    expect(await post({ email: 'a@b.test', role: 'owner' })).toEqual([
      400,
      `Role must be one of ${COLLABORATOR_ROLES.join(', ')}`,
    ])
    expect(await post({ user_id: randomUUID() })).toEqual([404, 'User not found'])
  })

  it('is not for the demo account', async () => {
    const { as, make } = await testApp()
    const demo = await make.user({ is_demo: 1 })
    const plan = await make.plan(demo)

    const reply = await as(demo)('POST', `/plans/${plan.id}/collaborators`, { email: 'a@b.test' })

    expect(reply.statusCode).toBe(403)
    expect(reply.json()).toMatchObject({ code: 'demo_account' })
  })
})

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
})

describe('roles', () => {
  it('are changed by the owner and by admins, but admins cannot change admins', async () => {
    const { as, make, owner, admin, editor, plan, path, events } = await setUp()
    const other = await make.user()
    await make.member(plan.id, other, 'admin')
    const put = async (as_: typeof owner, id: string, role: string) =>
      (await as(as_)('PUT', `${path}/${id}`, { role })).statusCode

    expect(await put(admin, editor.id, 'viewer')).toBe(200)
    expect(await put(admin, other.id, 'viewer')).toBe(403)
    expect((await as(admin)('DELETE', `${path}/${other.id}`)).statusCode).toBe(403)
    expect((await as(admin)('POST', path, { email: other.email, role: 'viewer' })).statusCode).toBe(403)
    expect(await put(owner, other.id, 'viewer')).toBe(200)
    expect((await events()).map(({ before, after }) => [before.role, after.role])).toEqual([
      ['editor', 'viewer'],
      ['admin', 'viewer'],
    ])
  })

  it('cannot be changed by the person who has them', async () => {
    const { as, owner, admin, viewer, path } = await setUp()

    expect((await as(viewer)('PUT', `${path}/${viewer.id}`, { role: 'admin' })).statusCode).toBe(403)
    expect((await as(admin)('PUT', `${path}/${admin.id}`, { role: 'viewer' })).statusCode).toBe(403)
    expect((await as(admin)('DELETE', `${path}/${admin.id}`)).statusCode).toBe(403)
    for (const reply of [
      await as(owner)('PUT', `${path}/${owner.id}`, { role: 'viewer' }),
      await as(owner)('DELETE', `${path}/${owner.id}`),
      await as(admin)('DELETE', `${path}/${owner.id}`),
    ])
      expect(reply.statusCode).toBe(403)
  })

  it('of users without access are not found', async () => {
    const { as, make, owner, path } = await setUp()
    const stranger = await make.user()

    expect((await as(owner)('PUT', `${path}/${stranger.id}`, { role: 'viewer' })).statusCode).toBe(404)
    expect((await as(owner)('DELETE', `${path}/${stranger.id}`)).statusCode).toBe(404)
  })
})

test.each(['removed', 'left'] as const)(
  'who has %s sees nothing of the plan, and is assigned to nothing',
  async (how) => {
    const { as, make, owner, editor, plan, path, events } = await setUp()
    const node = await make.node(owner, plan.id)
    await as(owner)('POST', `/plans/${plan.id}/nodes/${node.id}/assign`, { user_id: editor.id })

    const reply =
      how === 'removed'
        ? await as(owner)('DELETE', `${path}/${editor.id}`)
        : await as(editor)('POST', `/plans/${plan.id}/leave`)

    expect(reply.statusCode).toBe(204)
    expect((await as(editor)('GET', `/plans/${plan.id}`)).statusCode).toBe(404)
    expect((await as(editor)('GET', '/plans')).json()).toEqual([])
    expect((await as(owner)('GET', `/plans/${plan.id}/nodes/${node.id}`)).json()).toMatchObject({ assignees: [] })
    expect((await events()).slice(-2)).toMatchObject([
      { kind: 'node.unassigned', before: { user_id: editor.id } },
      { kind: `collaborator.${how}`, before: { user_id: editor.id, role: 'editor' }, after: null },
    ])
  },
)

it('lets everyone but the owner leave', async () => {
  const { as, owner, admin, viewer, plan } = await setUp()
  const leave = async (who: typeof owner) => (await as(who)('POST', `/plans/${plan.id}/leave`)).statusCode

  expect([await leave(admin), await leave(viewer), await leave(owner)]).toEqual([204, 204, 403])
})

it('transfers the plan to a collaborator, and the owner becomes an admin', async () => {
  const { as, make, owner, editor, plan, list, events } = await setUp()
  const url = `/plans/${plan.id}/transfer`
  const stranger = await make.user()

  const refused = [
    await as(owner)('POST', url, { user_id: stranger.id }),
    await as(owner)('POST', url, { user_id: owner.id }),
    await as(editor)('POST', url, { user_id: editor.id }),
  ]
  const reply = await as(owner)('POST', url, { user_id: editor.id })

  expect(refused.map(({ statusCode }) => statusCode)).toEqual([400, 400, 403])
  expect(reply.json()).toMatchObject({ id: plan.id, owner_id: editor.id, owner: { name: editor.name }, role: 'admin' })
  expect((await as(editor)('GET', `/plans/${plan.id}`)).json()).toMatchObject({ role: 'owner' })
  const { owner: shown, collaborators } = await list()
  expect(shown).toMatchObject({ id: editor.id })
  expect(collaborators.map(({ user_id, role }) => [user_id, role])).toContainEqual([owner.id, 'admin'])
  expect(collaborators.map(({ user_id }) => user_id)).not.toContain(editor.id)
  expect(await events()).toEqual([
    { kind: 'plan.transferred', before: { owner_id: owner.id }, after: { owner_id: editor.id } },
  ])
})

it('lets only the owner appoint an admin, by every call', async () => {
  const { as, make } = await testApp()
  const { plan, owner, admin, editor } = await make.team()
  const other = await make.user()
  const people = `/plans/${plan.id}/collaborators`

  const refused = [
    await as(admin)('POST', people, { email: other.email, role: 'admin' }),
    await as(admin)('POST', people, { email: 'new@example.test', role: 'admin' }),
    await as(admin)('POST', people, { user_id: editor.id, role: 'admin' }),
    await as(admin)('PUT', `${people}/${editor.id}`, { role: 'admin' }),
  ]

  expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
  expect((await as(owner)('PUT', `${people}/${editor.id}`, { role: 'admin' })).statusCode).toBe(200)
})

it('mails fifty times an hour for one person, and five to one address', async () => {
  const { as, make, dataDir, app } = await testApp({ env: { CAIRN_ABUSE_LIMITS: 'on' } })
  const me = await make.user()
  const plan = await make.plan(me)
  const people = `/plans/${plan.id}/collaborators`
  const invite = (email: string) => as(me)('POST', people, { email, role: 'viewer' })

  for (let round = 0; round < 7; round++) {
    const { id } = (await invite('one@example.test')).json()
    await as(me)('DELETE', `${people}/${id}`)
  }
  const replies = []
  for (let index = 0; index < 44; index++) replies.push((await invite(`p${index}@example.test`)).statusCode)
  await app.close()

  expect(replies).toEqual([...Array(43).fill(201), 429])
  expect(outbox(dataDir).filter((mail) => mail.includes('To: one@example.test'))).toHaveLength(5)
})
