import { randomUUID } from 'node:crypto'
import { COLLABORATOR_ROLES } from '@cairn/contract/rules/permissions'
import { describe, expect, it, test, vi } from 'vitest'
import { testApp } from '../../../test/factory.ts'
import { outbox } from '../../../test/mails.ts'
import { setUp } from '../../../test/sharing.ts'

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

  it('with an email that is not the address of the user is rejected', async () => {
    const { as, make, owner, path, list } = await setUp()
    const ana = await make.user()
    const before = await list()

    const other = await as(owner)('POST', path, { user_id: ana.id, email: 'someone@else.test' })
    expect([other.statusCode, other.json().details[0].path, await list()]).toEqual([400, 'email', before])

    const same = await as(owner)('POST', path, { user_id: ana.id, email: ana.email })
    expect([same.statusCode, same.json().user_id]).toEqual([201, ana.id])
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

it('says that an invitation has ended when its person gets access instead', async () => {
  const { as, make } = await testApp()
  const { plan, owner, admin } = await make.team()
  const email = 'late@example.com'
  const share = (who: typeof owner, role: string) => as(who)('POST', `/plans/${plan.id}/collaborators`, { email, role })
  const { id } = (await share(owner, 'admin')).json()
  await make.user({ email, email_verified_at: '2026-01-01T00:00:00.000Z' })

  expect((await share(admin, 'viewer')).statusCode).toBe(403)
  expect((await share(owner, 'viewer')).statusCode).toBe(201)
  const { events } = (await as(owner)('GET', `/plans/${plan.id}/changes?since=0`)).json()

  expect(events.slice(-2)).toMatchObject([
    { kind: 'invitation.removed', data: { before: { invitation_id: id } } },
    { kind: 'collaborator.added' },
  ])
})
