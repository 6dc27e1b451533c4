import { expect, it, onTestFinished } from 'vitest'
import { openTestStore } from '../../../test/database.ts'
import { countDeletions } from '../../../test/deletions.ts'
import { PASSWORD, type TestApp, type TestUser, testApp } from '../../../test/factory.ts'
import { removeFolder, storeFolder } from '../../../test/folder.ts'
import { insertTree } from '../../../test/rows.ts'
import type { SecurityEventRow, Tables, Tx } from '../../db/schema.ts'
import { cleanUp } from '../auth/accounts/accounts.clean-up.ts'
import { maintain } from './maintenance.ts'

const DAY_MS = 86_400_000
const IN_PLANS = ['assignments', 'edges', 'logs', 'nodes', 'events', 'collaborators', 'plans'] as const
const LONG_AGO = '2020-01-01T00:00:00.000Z'

const insert = <T extends keyof Tables>(tx: Tx, table: T, rows: Tables[T][]) =>
  Promise.all(
    Array.from({ length: Math.ceil(rows.length / 500) }, (_, i) =>
      tx
        .insertInto(table)
        .values(rows.slice(i * 500, (i + 1) * 500) as never)
        .execute(),
    ),
  )

const count = async ({ store }: Pick<TestApp, 'store'>, table: keyof Tables): Promise<number> =>
  (await store.reader.selectFrom(table).selectAll().execute()).length

/** 1,200 nodes below one, 2,100 logs on the first of them, an edge and an assignment. */
async function fill({ store, as, make }: TestApp, me: TestUser, planId: string): Promise<string> {
  const ids = await insertTree({ store }, planId, [null, ...Array.from({ length: 1_200 }, () => 0)])
  const [top = '', first = '', second = ''] = ids
  const at = new Date().toISOString()
  const log = (i: number): Tables['logs'] => ({
    plan_id: planId,
    parent_id: null,
    edited_at: null,
    deleted_at: null,
    deleted_by: null,
    node_id: first,
    id: `log-${i}`,
    user_id: me.id,
    content: 'Done',
    log_type: 'progress',
    tags: '[]',
    metadata: '{}',
    via: '{"kind":"session"}',
    version: 1,
    search_text: 'done',
    created_at: at,
    updated_at: at,
  })
  await store.write((tx) =>
    insert(
      tx,
      'logs',
      Array.from({ length: 2_100 }, (_, i) => log(i)),
    ),
  )
  await make.edge(me, planId, first, second)
  await as(me)('POST', `/plans/${planId}/nodes/${first}/assign`, { user_id: me.id })
  return top
}

const securityEvent = (id: string, created_at: string, user_id: string | null): SecurityEventRow => ({
  id,
  kind: 'sign_in.failed',
  user_id,
  plan_id: null,
  actor_id: null,
  credential_id: null,
  address: '192.0.2.7',
  data: '{}',
  created_at,
})

it('deletes expired rows in transactions of at most 1,000 rows', async () => {
  const test = await testApp()
  const me = await test.make.user()
  const many = Array.from({ length: 2_300 }, (_, i) => i)
  await test.store.write(async (tx) => {
    const user = { user_id: me.id }
    await insert(
      tx,
      'idempotency_keys',
      many.map((i) => ({
        ...user,
        route: 'r',
        key: `k${i}`,
        body_hash: '',
        status: 200,
        reply: '',
        change: null,
        created_at: LONG_AGO,
      })),
    )
    await insert(
      tx,
      'sessions',
      many.map((i) => ({
        ...user,
        id: `s${i}`,
        token_hash: `h${i}`,
        remember: 0,
        user_agent: null,
        ip: null,
        created_at: LONG_AGO,
        last_seen: LONG_AGO,
        expires_at: LONG_AGO,
      })),
    )
    await insert(
      tx,
      'one_time_tokens',
      many.map((i) => ({ ...user, token_hash: `t${i}`, purpose: 'reset', data: '', expires_at: LONG_AGO })),
    )
    await insert(
      tx,
      'attempts',
      many.map((i) => ({ key: `a${i}`, window_start: LONG_AGO, count: 1 })),
    )
    await insert(
      tx,
      'security_events',
      many.map((i) => securityEvent(`e${i}`, LONG_AGO, null)),
    )
  })
  const tables = ['idempotency_keys', 'sessions', 'one_time_tokens', 'attempts', 'security_events'] as const
  const { store, deleted } = countDeletions(test.store, tables)
  const clock = () => new Date()

  await cleanUp({ store, clock })
  await maintain({ store, files: test.files, clock })

  expect(deleted).toEqual(Array.from({ length: 5 }, () => [1_000, 1_000, 300]).flat())
  // The session of the signed-in person.
  expect(await Promise.all(tables.map((table) => count(test, table)))).toEqual([0, 1, 0, 0, 0])
})

it('stores the security log for 400 days', async () => {
  const test = await testApp()
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
  await test.store.write((tx) =>
    insert(tx, 'security_events', [securityEvent('kept', ago(399), null), securityEvent('gone', ago(401), null)]),
  )

  await maintain({ store: test.store, files: test.files, clock: () => new Date() })

  expect(await test.store.reader.selectFrom('security_events').select('id').execute()).toEqual([{ id: 'kept' }])
})

it('purges a large subtree in transactions of at most 1,000 rows, and none of it can be restored meanwhile', async () => {
  let aheadMs = 0
  const clock = () => new Date(Date.now() + aheadMs)
  const test = await testApp({ clock })
  const { as, make } = test
  const me = await make.user()
  await test.store.write((tx) => tx.updateTable('sessions').set({ expires_at: '9999-01-01T00:00:00.000Z' }).execute())
  const plan = await make.plan(me)
  const kept = await make.node(me, plan.id)
  await make.log(me, plan.id, kept.id)
  const top = await fill(test, me, plan.id)
  expect((await as(me)('DELETE', `/plans/${plan.id}/nodes/${top}`)).statusCode).toBeLessThan(300)
  const { store, deleted } = countDeletions(test.store, IN_PLANS)

  aheadMs = 31 * DAY_MS
  const restored = await as(me)('POST', `/plans/${plan.id}/nodes/${top}/restore`)
  await maintain({ store, files: test.files, clock })

  expect(restored.statusCode).toBe(404)
  expect(Math.max(...deleted)).toBe(1_000)
  // 1,201 nodes, 2,100 logs, an edge and an assignment.
  expect(deleted.reduce((sum, rows) => sum + rows, 0)).toBe(3_303)
  expect(await test.store.reader.selectFrom('nodes').select('id').execute()).toEqual([{ id: kept.id }])
  expect(await count(test, 'logs')).toBe(1)
})

it('deletes an account without deleting its plans in the same transaction: they are out of reach, and purged in slices', async () => {
  const folder = storeFolder()
  const opened = await openTestStore(folder)
  onTestFinished(async () => {
    await opened.close()
    removeFolder(folder)
  })
  const { store, deleted } = countDeletions(opened, IN_PLANS)
  const test = await testApp({ store })
  const { as, make } = test
  const [me, other] = [await make.user(), await make.user()]
  const [mine, theirs] = [await make.plan(me), await make.plan(other)]
  await fill(test, me, mine.id)
  await test.store.write((tx) =>
    insert(tx, 'security_events', [
      securityEvent('mine', new Date().toISOString(), me.id),
      securityEvent('theirs', new Date().toISOString(), other.id),
    ]),
  )
  deleted.length = 0

  const reply = await as(me)('DELETE', '/users/profile', { password: PASSWORD })
  // Ends when the work that was begun in the background has ended.
  await test.app.close()

  expect(reply.statusCode).toBe(204)
  expect(Math.max(...deleted)).toBe(1_000)
  // 1,201 nodes, 2,100 logs, an edge, an assignment, the plan and its three events.
  expect(deleted.reduce((sum, rows) => sum + rows, 0)).toBe(3_307)
  expect(await opened.reader.selectFrom('plans').select('id').execute()).toEqual([{ id: theirs.id }])
  const addresses = opened.reader
    .selectFrom('security_events')
    .select(['id', 'address'])
    .where('id', 'in', ['mine', 'theirs'])
  expect(await addresses.orderBy('id').execute()).toEqual([
    { id: 'mine', address: null },
    { id: 'theirs', address: '192.0.2.7' },
  ])
})
