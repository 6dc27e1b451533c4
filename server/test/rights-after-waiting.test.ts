// Who waits for a plan is judged by what is true when the wait is over.
import { expect, it } from 'vitest'
import type { Tx } from '../src/db/schema.ts'
import { connectApp } from './apps.ts'
import { PASSWORD, type TestUser, testApp } from './factory.ts'
import { changeAhead } from './waiting.ts'

const WRITES = 15

/** Calls of `who` that reach the plan after `change`, and the events that they left. */
async function callsAfter(
  change: (tx: Tx, planId: string, people: Awaited<ReturnType<typeof team>>) => Promise<unknown>,
  as: 'editor' | 'admin' | 'owner',
  send: (
    call: ReturnType<Awaited<ReturnType<typeof testApp>>['as']>,
    base: string,
    i: number,
  ) => Promise<{ statusCode: number }>,
  number = WRITES,
) {
  const people = await team()
  const { store, plan } = people
  const call = people.as(people[as])
  const before = await store.reader.selectFrom('events').select('id').where('plan_id', '=', plan.id).execute()
  const replies = await changeAhead(
    store,
    plan.id,
    (tx) => change(tx, plan.id, people),
    () => Promise.all(Array.from({ length: number }, (_, i) => send(call, `/plans/${plan.id}`, i))),
  )
  const after = await store.reader.selectFrom('events').select('id').where('plan_id', '=', plan.id).execute()
  return {
    codes: [...new Set(replies.map(({ statusCode }) => statusCode))],
    events: after.length - before.length,
    ...people,
  }
}

async function team() {
  const app = await testApp()
  const people = await app.make.team()
  const node = await app.make.node(people.owner, people.plan.id)
  return { ...app, ...people, node }
}

const createNode = (call: ReturnType<Awaited<ReturnType<typeof testApp>>['as']>, base: string, i: number) =>
  call('POST', `${base}/nodes`, { title: `Node ${i}`, node_type: 'task' })
const removal = (tx: Tx, planId: string, { id }: TestUser) =>
  tx.deleteFrom('collaborators').where('plan_id', '=', planId).where('user_id', '=', id).execute()

it('rejects every write of a person who was removed while the writes waited', async () => {
  const { codes, events } = await callsAfter((tx, id, { editor }) => removal(tx, id, editor), 'editor', createNode)

  expect([codes, events]).toEqual([[404], 0])
})

it('rejects the invitation of an admin who was removed while it waited', async () => {
  const { codes, events, store, plan } = await callsAfter(
    (tx, id, { admin }) => removal(tx, id, admin),
    'admin',
    (call, base, i) => call('POST', `${base}/collaborators`, { email: `friend${i}@example.test`, role: 'editor' }),
  )

  expect([codes, events]).toEqual([[404], 0])
  const invited = await store.reader.selectFrom('invitations').select('id').where('plan_id', '=', plan.id).execute()
  expect(invited).toEqual([])
})

it('rejects the writes of a person whose role was lowered while they waited', async () => {
  const { codes, events } = await callsAfter(
    (tx, id, { editor }) =>
      tx
        .updateTable('collaborators')
        .set({ role: 'viewer' })
        .where('plan_id', '=', id)
        .where('user_id', '=', editor.id)
        .execute(),
    'editor',
    createNode,
  )

  expect([codes, events]).toEqual([[403], 0])
})

it('rejects the writes of a session that ended while they waited', async () => {
  const { codes, events } = await callsAfter(
    (tx, _, { editor }) => tx.deleteFrom('sessions').where('user_id', '=', editor.id).execute(),
    'editor',
    createNode,
  )

  expect([codes, events]).toEqual([[401], 0])
})

it('rejects the writes of an API token that was revoked while they waited', async () => {
  const app = await testApp()
  const { plan, editor } = await app.make.team()
  const token = await app.make.apiToken(editor, 'write')

  const replies = await changeAhead(
    app.store,
    plan.id,
    (tx) => tx.deleteFrom('api_tokens').where('user_id', '=', editor.id).execute(),
    () => Promise.all(Array.from({ length: WRITES }, (_, i) => createNode(app.as(token), `/plans/${plan.id}`, i))),
  )

  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
})

it('rejects the writes of an app that was disconnected while they waited', async () => {
  const app = await testApp()
  const { plan, editor } = await app.make.team()
  const { access_token } = await connectApp(app, editor)

  const replies = await changeAhead(
    app.store,
    plan.id,
    (tx) => tx.deleteFrom('oauth_grants').where('user_id', '=', editor.id).execute(),
    () =>
      Promise.all(Array.from({ length: WRITES }, (_, i) => createNode(app.as(access_token), `/plans/${plan.id}`, i))),
  )

  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
})

it('answers 404 for a plan that was deleted while the writes waited', async () => {
  const { codes, events } = await callsAfter(
    (tx, id) => tx.updateTable('plans').set({ deleted_at: new Date().toISOString() }).where('id', '=', id).execute(),
    'editor',
    createNode,
  )

  expect([codes, events]).toEqual([[404], 0])
})

it('does not let a former owner delete a plan that was transferred while the call waited', async () => {
  const { codes, events } = await callsAfter(
    async (tx, id, { owner, admin }) => {
      await removal(tx, id, admin)
      await tx.updateTable('plans').set({ owner_id: admin.id }).where('id', '=', id).execute()
      await tx
        .insertInto('collaborators')
        .values({
          plan_id: id,
          user_id: owner.id,
          id: owner.id,
          role: 'admin',
          version: 1,
          created_at: new Date().toISOString(),
        })
        .execute()
    },
    'owner',
    (call, base) => call('DELETE', base),
    1,
  )

  expect([codes, events]).toEqual([[403], 0])
})

it('shares no plan with an account that is deleted at the same time', async () => {
  const { as, make, store } = await testApp()
  const owner = await make.user()
  for (let round = 0; round < 4; round++) {
    const leaving = await make.user()
    const plans = await Promise.all(Array.from({ length: 6 }, () => make.plan(owner)))
    const share = (planId: string) =>
      as(owner)('POST', `/plans/${planId}/collaborators`, { user_id: leaving.id, role: 'admin' })
    const [deletion] = await Promise.all([
      as(leaving)('DELETE', '/users/profile', { password: PASSWORD }),
      ...plans.map(({ id }) => share(id)),
    ])

    expect(deletion.statusCode).toBe(204)
    const left = store.reader.selectFrom('collaborators').select('plan_id').where('user_id', '=', leaving.id)
    expect(await left.execute()).toEqual([])
  }
})
