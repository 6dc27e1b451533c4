// What a change of nodes costs PostgreSQL: the index entries that it writes.
import type { PlanNode } from '@cairn/contract/api/nodes'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Store } from '../src/db/open.ts'
import { testApp } from './factory.ts'

const TASKS = 40

async function aPhase() {
  const { make, as, store } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const phase = await make.node(me, plan.id, { node_type: 'phase' })
  const call = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: Record<string, unknown>) => {
    const reply = await as(me)(method, `/plans/${plan.id}${path}`, body)
    expect(reply.statusCode, reply.body).toBeLessThan(300)
    return reply
  }
  const nodes = Array.from({ length: TASKS }, (_, i) => ({ title: `Task ${i}`, node_type: 'task' }))
  const tasks = (await call('POST', '/nodes/tree', { parent_id: phase.id, nodes })).json().nodes as PlanNode[]
  return { store, phase, ids: tasks.map(({ id }) => id), call, planId: plan.id }
}

/** The version of each row of words: it changes with every write. */
async function wordRows({ reader }: Store): Promise<string[]> {
  const { rows } = await sql<{
    row: string
  }>`select id || ' ' || ctid || ' ' || xmin as row from nodes_search order by 1`.execute(reader)
  return rows.map(({ row }) => row)
}

it('leaves the index of words alone when nodes move, change their status, are deleted and restored', async () => {
  const { store, phase, ids, call } = await aPhase()
  const before = await wordRows(store)
  expect(before).toHaveLength(TASKS + 1)

  await call('POST', `/nodes/${ids[9]}/move`, { parent_id: phase.id, order_index: 0 })
  await call('POST', '/nodes/bulk', { node_ids: ids, status: 'completed' })
  await call('DELETE', `/nodes/${phase.id}`)
  await call('POST', `/nodes/${phase.id}/restore`)

  expect(await wordRows(store)).toEqual(before)
})

it('keeps the words of a node with its row', async () => {
  const { store, phase, ids, call } = await aPhase()
  const before = await wordRows(store)

  await call('PUT', `/nodes/${ids[0]}`, { title: 'Another' })
  const after = await wordRows(store)
  expect(after.filter((row) => !before.includes(row))).toHaveLength(1)
  await store.write((tx) => tx.deleteFrom('nodes').where('id', '<>', phase.id).execute())

  expect(await wordRows(store)).toEqual(before.filter((row) => row.startsWith(phase.id)))
})

it('gives a node no new index entries for a new status', async () => {
  const { store, ids, planId } = await aPhase()

  const [before, after] = await store.write(async (tx) => {
    // A connection counts what it has not reported yet, also of earlier transactions.
    const count = async () => {
      const { rows } = await sql<{ all: number; without: number }>`
        select n_tup_upd::int as all, n_tup_hot_upd::int as without from pg_stat_xact_user_tables
        where relname = 'nodes' and schemaname = current_schema()`.execute(tx)
      return rows[0] ?? { all: 0, without: 0 }
    }
    const first = await count()
    // A page keeps free space for about four new versions of its nodes; a node that moves to another page needs entries.
    for (const id of ids.slice(-2))
      await tx
        .updateTable('nodes')
        .set({ status: 'completed' })
        .where('plan_id', '=', planId)
        .where('id', '=', id)
        .execute()
    return [first, await count()]
  })

  expect([after.all - before.all, after.without - before.without]).toEqual([2, 2])
})
