// What an invitation gives is decided when it is accepted, by what is true then.
import type { Collaborator } from '@cairn/contract/api/collaborators'
import { expect, it } from 'vitest'
import { setUp as shared } from '../../../test/sharing.ts'
import { changeAhead } from '../../../test/waiting.ts'

/** A plan, and a person without access who is invited as an editor and can accept. */
async function setUp() {
  const test = await shared()
  const invited = await test.make.user()
  const invite = async (email: string) =>
    (await test.as(test.owner)('POST', test.path, { email, role: 'editor' })).json<Collaborator>()
  const accept = (who: Parameters<typeof test.as>[0], { invite_url }: Collaborator) =>
    test.as(who)('POST', `/invitations/${new URL(invite_url ?? '').searchParams.get('invitation')}/accept`)
  const roleOf = async (userId: string) =>
    (await test.list()).collaborators.find(({ user_id }) => user_id === userId)?.role
  const setAddress = (userId: string, email: string) =>
    test.store.write((tx) => tx.updateTable('users').set({ email }).where('id', '=', userId).execute())
  return { ...test, invited, invite, accept, roleOf, setAddress }
}

it('gives the role that the invitation has after waiting for the plan', async () => {
  const { store, plan, invited, invite, accept, roleOf, setAddress } = await setUp()
  const invitation = await invite('new@person.test')
  await setAddress(invited.id, 'new@person.test')

  const reply = await changeAhead(
    store,
    plan.id,
    (tx) => tx.updateTable('invitations').set({ role: 'viewer' }).where('id', '=', invitation.id).execute(),
    () => accept(invited, invitation),
  )

  expect([reply.statusCode, await roleOf(invited.id)]).toEqual([200, 'viewer'])
})

it('answers 404 if the invitation was canceled or expired during the wait', async () => {
  const { store, plan, invited, invite, accept, roleOf, setAddress } = await setUp()
  const [canceled, expired] = [await invite('new@person.test'), await invite('second@person.test')]
  const cancel = (tx: Parameters<Parameters<typeof store.write>[0]>[0]) =>
    tx.deleteFrom('invitations').where('id', '=', canceled.id).execute()
  const expire = (tx: Parameters<Parameters<typeof store.write>[0]>[0]) =>
    tx
      .updateTable('invitations')
      .set({ expires_at: new Date(0).toISOString() })
      .where('id', '=', expired.id)
      .execute()

  await setAddress(invited.id, 'new@person.test')
  const first = await changeAhead(store, plan.id, cancel, () => accept(invited, canceled))
  await setAddress(invited.id, 'second@person.test')
  const second = await changeAhead(store, plan.id, expire, () => accept(invited, expired))

  for (const reply of [first, second])
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'invitation_not_found'])
  expect(await roleOf(invited.id)).toBeUndefined()
})

it('makes the owner of the plan no collaborator of it', async () => {
  const { owner, invite, accept, list, events, setAddress } = await setUp()
  const invitation = await invite('second@owner.test')
  await setAddress(owner.id, 'second@owner.test')

  const reply = await accept(owner, invitation)

  expect(reply.statusCode).toBe(200)
  expect((await list()).collaborators.map(({ user_id }) => user_id)).not.toContain(owner.id)
  expect((await events()).map(({ kind }) => kind)).toEqual(['invitation.created', 'invitation.removed'])
})

it('leaves a collaborator the role, and removes the invitation from the list', async () => {
  const { viewer, invite, accept, roleOf, list, setAddress } = await setUp()
  const invitation = await invite('second@viewer.test')
  await setAddress(viewer.id, 'second@viewer.test')

  const reply = await accept(viewer, invitation)

  expect([reply.statusCode, await roleOf(viewer.id)]).toEqual([200, 'viewer'])
  expect((await list()).collaborators.map(({ id }) => id)).not.toContain(invitation.id)
})

it('cancels all invitations of a person who leaves, each with an event', async () => {
  const { as, admin, path, plan, list, events } = await setUp()
  for (const name of ['one', 'two', 'three']) await as(admin)('POST', path, { email: `${name}@person.test` })

  expect((await as(admin)('POST', `/plans/${plan.id}/leave`)).statusCode).toBe(204)

  expect((await list()).collaborators.filter(({ status }) => status === 'pending')).toEqual([])
  expect((await events()).filter(({ kind }) => kind === 'invitation.removed')).toHaveLength(3)
})
