// Planner statistics of a plan in which almost all nodes have the same parent, and of a new plan.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Tx } from '../src/db/schema.ts'
import { listPath } from '../src/features/context-packs/context-packs.repo.ts'
import { listParents, subtreeHeight } from '../src/features/nodes/nodes.order.repo.ts'
import { findManyNodes } from '../src/features/nodes/nodes.repo.ts'
import { trashSubtrees } from '../src/features/nodes/nodes.trash.repo.ts'
import { testApp } from './factory.ts'

const TASKS = 2_000
const PER_CALL = 500

it('looks up children by index in a plan with one large phase', async () => {
  const { make, as, store } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const phase = await make.node(me, plan.id, { node_type: 'phase' })
  const nodes = Array.from({ length: PER_CALL }, (_, i) => ({ title: `Task ${i}`, node_type: 'task' }))
  for (let count = 0; count < TASKS; count += PER_CALL)
    expect(await as(me)('POST', `/plans/${plan.id}/nodes/tree`, { parent_id: phase.id, nodes })).toMatchObject({
      statusCode: 201,
    })
  await store.write((tx) => sql`analyze nodes`.execute(tx))

  const scanned = await store.write(async (tx) => {
    const tasks = await tx.selectFrom('nodes').select('id').where('parent_id', '=', phase.id).limit(PER_CALL).execute()
    const before = await rowsScanned(tx)
    await findManyNodes(
      tx,
      plan.id,
      tasks.map(({ id }) => id),
    )
    await subtreeHeight(tx, plan.id, [phase.id])
    await trashSubtrees(tx, plan.id, [phase.id], { now: '2026-11-26T00:00:00.000Z', by: me.id })
    return (await rowsScanned(tx)) - before
  })

  // A scan or two of the whole table are fine; one for each node would be a million rows.
  expect(scanned).toBeLessThan(10 * TASKS)
})

it('finds nodes by their keys in a plan that is not analyzed yet', async () => {
  const { make, as, store } = await testApp()
  const me = await make.user()
  const nodes = Array.from({ length: PER_CALL }, (_, i) => ({ title: `Task ${i}`, node_type: 'task' }))
  const fill = async (planId: string) => {
    const reply = await as(me)('POST', `/plans/${planId}/nodes/tree`, { parent_id: null, nodes })
    expect(reply.statusCode, reply.body).toBe(201)
  }
  const [known, plan] = [await make.plan(me), await make.plan(me)]
  await fill(known.id)
  await store.write((tx) => sql`analyze nodes`.execute(tx))
  await fill(plan.id)

  const read = await store.write(async (tx) => {
    const { id } = await tx
      .selectFrom('nodes')
      .select('id')
      .where('plan_id', '=', plan.id)
      .limit(1)
      .executeTakeFirstOrThrow()
    const before = await rowsRead(tx)
    expect(await listPath(tx, plan.id, id, { own: 1, above: 1, instructions: 1 })).toHaveLength(1)
    expect(await listParents(tx, plan.id, [], [id])).toEqual(new Map([[id, null]]))
    return (await rowsRead(tx)) - before
  })

  expect(read).toBeLessThan(10)
})

/** The rows of nodes that this transaction has read, with an index or without. */
async function rowsRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables
    where relname = 'nodes' and schemaname = current_schema()`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The rows of nodes that this transaction has read without an index. */
async function rowsScanned(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select seq_tup_read::int as count from pg_stat_xact_user_tables
    where relname = 'nodes' and schemaname = current_schema()`.execute(tx)
  return rows[0]?.count ?? 0
}
