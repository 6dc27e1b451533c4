import type { Collaborator } from '@cairn/contract/api/collaborators'
import type { AccessEntry } from '@cairn/contract/api/security'
import { expect, it, vi } from 'vitest'
import { PASSWORD, type TestUser, testApp } from '../../../test/factory.ts'
import { mailTo } from '../../../test/mails.ts'

/** A plan with everyone in it, and what its collaborators and the holders of a link can do. */
async function setUp(overrides: Parameters<typeof testApp>[0] = {}) {
  const test = await testApp(overrides)
  const team = await test.make.team()
  const people = `/plans/${team.plan.id}/collaborators`
  const invite = async (who: TestUser, email: string, role: string) =>
    (await test.as(who)('POST', people, { email, role })).json<Collaborator>()
  const pending = async (who: TestUser) =>
    (await test.as(who)('GET', people))
      .json<{ collaborators: Collaborator[] }>()
      .collaborators.filter(({ status }) => status === 'pending')
  const tokenOf = ({ invite_url }: Collaborator) => new URL(invite_url ?? '').searchParams.get('invitation') ?? ''
  const openStatus = async (invitation: Collaborator) =>
    (await test.as(null)('GET', `/invitations/${tokenOf(invitation)}`)).statusCode
  const expire = ({ id }: Collaborator) =>
    test.store.write((tx) =>
      tx
        .updateTable('invitations')
        .set({ expires_at: new Date(0).toISOString() })
        .where('id', '=', id)
        .execute(),
    )
  return { ...test, ...team, people, invite, pending, tokenOf, openStatus, expire }
}

it('shows the link of an invitation only to the owner and the person who sent it, in every reply', async () => {
  const { as, owner, admin, people, invite, pending } = await setUp()
  const chief = await invite(owner, 'chief@example.test', 'admin')
  const writer = await invite(owner, 'writer@example.test', 'editor')
  const own = await invite(admin, 'second@example.test', 'editor')
  const key = { 'idempotency-key': 'again' }

  const replies = [
    await as(admin)('POST', people, { email: chief.email }, key),
    await as(admin)('POST', people, { email: chief.email }, key),
    await as(admin)('PUT', `${people}/${chief.id}`, { role: 'admin' }),
    await as(admin)('POST', people, { email: writer.email }),
    await as(admin)('PUT', `${people}/${writer.id}`, { role: 'viewer' }),
    await as(admin)('POST', `${people}/${writer.id}/renew`),
  ]

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200])
  for (const reply of replies) expect(reply.json()).not.toHaveProperty('invite_url')
  expect((await pending(admin)).map(({ id, invite_url }) => [id, invite_url])).toEqual([
    [chief.id, undefined],
    [writer.id, undefined],
    [own.id, own.invite_url],
  ])
  expect((await pending(owner)).map(({ invite_url }) => invite_url)).toEqual([
    chief.invite_url,
    writer.invite_url,
    own.invite_url,
  ])
})

it('is renewed only by people who may give the role of the invitation', async () => {
  const { as, owner, admin, people, invite, openStatus, expire } = await setUp()
  const chief = await invite(owner, 'chief@example.test', 'admin')
  await expire(chief)

  const refused = [
    await as(admin)('POST', `${people}/${chief.id}/renew`),
    await as(admin)('POST', people, { email: chief.email }),
  ]

  expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403])
  expect(await openStatus(chief)).toBe(404)
  expect((await as(owner)('POST', `${people}/${chief.id}/renew`)).json()).toMatchObject({ id: chief.id })
  expect(await openStatus(chief)).toBe(200)
})

it.each([
  ['is removed', 'DELETE', undefined],
  ['may no longer share', 'PUT', { role: 'viewer' }],
] as const)('is canceled when the person who sent it %s, who knows the link', async (_, method, body) => {
  const { as, owner, admin, people, plan, invite, pending, tokenOf, openStatus } = await setUp()
  const email = 'second@example.test'
  const own = await invite(admin, email, 'editor')
  const other = await invite(owner, 'writer@example.test', 'editor')

  expect((await as(owner)(method, `${people}/${admin.id}`, body)).statusCode).toBeLessThan(300)

  expect([await openStatus(own), await openStatus(other)]).toEqual([404, 200])
  expect((await pending(owner)).map(({ id }) => id)).toEqual([other.id])
  const account = { email, name: 'Second', password: PASSWORD, invitation: tokenOf(own) }
  const { session } = (await as(null)('POST', '/auth/register', account)).json()
  expect((await as(session.access_token)('GET', `/plans/${plan.id}`)).statusCode).toBe(404)
})

it('is canceled when the person who sent it leaves', async () => {
  const { as, admin, plan, invite, openStatus } = await setUp()
  const own = await invite(admin, 'second@example.test', 'editor')

  expect((await as(admin)('POST', `/plans/${plan.id}/leave`)).statusCode).toBe(204)

  expect(await openStatus(own)).toBe(404)
})

it('is canceled when its sender gives the plan away and may no longer appoint admins', async () => {
  const { as, owner, admin, plan, invite, openStatus } = await setUp()
  const chief = await invite(owner, 'chief@example.test', 'admin')
  const writer = await invite(owner, 'writer@example.test', 'editor')

  expect((await as(owner)('POST', `/plans/${plan.id}/transfer`, { user_id: admin.id })).statusCode).toBe(200)

  expect([await openStatus(chief), await openStatus(writer)]).toEqual([404, 200])
})

it('gets a new link at a transfer of the plan, because the former owner knows the links of others', async () => {
  const { as, owner, admin, people, plan, dataDir, invite, pending, openStatus, expire } = await setUp()
  const sent = await invite(admin, 'second@example.test', 'editor')
  const expired = await invite(admin, 'late@example.test', 'editor')
  const own = await invite(owner, 'writer@example.test', 'editor')
  await expire(expired)

  await as(owner)('POST', `/plans/${plan.id}/transfer`, { user_id: admin.id })

  const byEmail = new Map((await pending(admin)).map((invitation) => [invitation.email, invitation]))
  const [second, late] = [byEmail.get(sent.email) ?? sent, byEmail.get(expired.email) ?? expired]
  expect([await openStatus(sent), await openStatus(second), await openStatus(own)]).toEqual([404, 200, 200])
  expect(await openStatus(late)).toBe(404)
  await as(admin)('POST', `${people}/${late.id}/renew`)
  expect([await openStatus(expired), await openStatus(late)]).toEqual([404, 200])
  expect((await pending(owner)).filter(({ invite_url }) => invite_url).map(({ id }) => id)).toEqual([own.id])
  await vi.waitFor(
    async () =>
      expect(await mailTo(dataDir, sent.email, new RegExp(admin.name))).toContain(second.invite_url ?? 'a link'),
    30_000,
  )
  const access = (await as(admin)('GET', `/activity/plans/${plan.id}/access`)).json<{ data: AccessEntry[] }>()
  expect(access.data.map(({ content }) => content)).toContain(
    `${owner.name} replaced the invitation link of ${sent.email}`,
  )
})

it.each(['PUT', 'POST'] as const)(
  'gets a new link when %s gives it a role that the person who sent it may not give',
  async (method) => {
    const { as, owner, admin, people, plan, dataDir, invite, pending, tokenOf, openStatus } = await setUp()
    const email = 'second@example.test'
    const sent = await invite(admin, email, 'viewer')
    const raise = (role: string) =>
      method === 'PUT' ? as(owner)('PUT', `${people}/${sent.id}`, { role }) : as(owner)('POST', people, { email, role })

    expect((await raise('editor')).json()).toMatchObject({ id: sent.id, invite_url: sent.invite_url })
    const raised = (await raise('admin')).json<Collaborator>()

    expect(raised).toMatchObject({ email, role: 'admin', status: 'pending' })
    expect([await openStatus(sent), await openStatus(raised)]).toEqual([404, 200])
    expect((await pending(admin))[0]).not.toHaveProperty('invite_url')
    const account = { email, name: 'Second', password: PASSWORD, invitation: tokenOf(sent) }
    const { session } = (await as(null)('POST', '/auth/register', account)).json()
    expect((await as(session.access_token)('GET', `/plans/${plan.id}`)).statusCode).toBe(404)
    await vi.waitFor(
      async () => expect(await mailTo(dataDir, email, /invited you/)).toContain(raised.invite_url ?? 'a link'),
      30_000,
    )
    // It is the owner's now, so it stays when its former sender goes.
    expect((await as(owner)('DELETE', `${people}/${admin.id}`)).statusCode).toBe(204)
    expect(await openStatus(raised)).toBe(200)
  },
)

it('is replaced at a transfer even if the former owner may send no more emails', async () => {
  const { as, owner, admin, people, plan, invite, openStatus } = await setUp({ env: { CAIRN_ABUSE_LIMITS: 'on' } })
  const sent = await invite(admin, 'second@example.test', 'editor')
  const own = await invite(owner, 'writer@example.test', 'editor')
  for (let index = 0; index < 49; index++) await as(owner)('POST', `${people}/${own.id}/renew`)
  expect((await as(owner)('POST', `${people}/${own.id}/renew`)).statusCode).toBe(429)

  expect((await as(owner)('POST', `/plans/${plan.id}/transfer`, { user_id: admin.id })).statusCode).toBe(200)

  expect(await openStatus(sent)).toBe(404)
})
