// How many rows and events a change among many siblings costs: each sibling is numbered once, whatever the number of
// nodes that come, go or move.
import type { PlanNode } from '@cairn/contract/api/nodes'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type TestApp, testApp } from './factory.ts'
import { insertTree } from './rows.ts'
import { expectSoundPlan } from './soundness.ts'

const SIBLINGS = 200

/** From now on counts how often a row of a node is numbered or hung elsewhere. */
async function countPlacings({ store }: Pick<TestApp, 'store'>): Promise<() => Promise<number>> {
  const statements =
    store.kind === 'sqlite'
      ? [
          'create table placings (id text)',
          'create trigger placed after update of order_index, parent_id on nodes begin insert into placings values (new.id); end',
        ]
      : [
          'create table placings (id text)',
          `create function note_placing() returns trigger language plpgsql as $$ begin insert into placings values (new.id); return null; end $$`,
          'create trigger placed after update of order_index, parent_id on nodes for each row execute function note_placing()',
        ]
  await store.write(async (tx) => {
    for (const statement of statements) await sql.raw(statement).execute(tx)
  })
  return async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from placings`.execute(store.reader)
    return rows[0]?.count ?? 0
  }
}

async function manySiblings() {
  const app = await testApp()
  const me = await app.make.user()
  const plan = await app.make.plan(me)
  const ids = await insertTree(app, plan.id, Array(SIBLINGS).fill(null))
  const call = app.as(me)
  const base = `/plans/${plan.id}/nodes`
  const placings = await countPlacings(app)
  const events = async () => (await call('GET', `/plans/${plan.id}`)).json().revision - plan.revision
  const everySecond = ids.filter((_, i) => i % 2 === 0).slice(0, 50)
  return { ...app, me, plan, ids, call, base, placings, events, everySecond }
}

it('numbers each sibling once when many are deleted, and once more when they are restored', async () => {
  const app = await manySiblings()
  const { call, base, plan, ids, placings, events, everySecond } = app
  await call('POST', `${base}/bulk`, { node_ids: everySecond, delete: true })
  expect(await placings()).toBeGreaterThanOrEqual(SIBLINGS / 2)
  expect(await placings()).toBeLessThanOrEqual(SIBLINGS)
  expect(await events()).toBe(everySecond.length)

  await call('POST', `${base}/bulk`, { node_ids: everySecond, restore: true })

  expect(await placings()).toBeLessThanOrEqual(2 * SIBLINGS + everySecond.length)
  expect((await expectSoundPlan(app, call, plan.id)).map(({ id }) => id)).toEqual(ids)
})

it('numbers each sibling once when many move, to another parent or to the end', async () => {
  const app = await manySiblings()
  const { call, base, plan, ids, placings, everySecond } = app
  await call('POST', `${base}/bulk`, { node_ids: everySecond, parent_id: ids[1] })
  expect(await placings()).toBeLessThanOrEqual(SIBLINGS + everySecond.length)
  const before = await placings()
  const rest = ids.filter((id) => !everySecond.includes(id))

  await call('POST', `${base}/bulk`, { node_ids: rest.slice(0, 50), parent_id: null })

  expect((await placings()) - before).toBeLessThanOrEqual(SIBLINGS + 50)
  const top = (await expectSoundPlan(app, call, plan.id)).filter(({ parent_id }) => parent_id === null)
  expect(top.map(({ id }) => id)).toEqual([...rest.slice(50), ...rest.slice(0, 50)])
})

it('renumbers only the siblings between the old and the new position', async () => {
  const { call, base, ids, placings } = await manySiblings()

  await call('POST', `${base}/${ids[10]}/move`, { order_index: 20 })

  expect(await placings()).toBe(11)
})

it('emits one event when a new root adopts everything', async () => {
  const app = await manySiblings()
  const { call, base, plan, ids, placings, events } = app

  const root = (await call('POST', base, { title: 'Root', node_type: 'root' })).json<PlanNode>()

  expect(await placings()).toBe(SIBLINGS)
  expect(await events()).toBe(1)
  expect(root.metadata.child_count).toBe(SIBLINGS)
  const [first, ...rest] = await expectSoundPlan(app, call, plan.id)
  expect(first).toEqual(root)
  expect(rest.map(({ id, parent_id, version }) => [id, parent_id, version])).toEqual(ids.map((id) => [id, root.id, 1]))
  const { data } = (await call('GET', `/activity/plans/${plan.id}/activity`)).json()
  expect(data[0].content).toMatch(/added "Root" above 200 nodes$/)
})
