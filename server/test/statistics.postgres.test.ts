// Planner statistics of a plan in which almost all nodes have the same parent.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Tx } from '../src/db/schema.ts'
import { subtreeHeight } from '../src/features/nodes/nodes.order.repo.ts'
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

/** The rows of nodes that this transaction has read without an index. */
async function rowsScanned(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select seq_tup_read::int as count from pg_stat_xact_user_tables
    where relname = 'nodes' and schemaname = current_schema()`.execute(tx)
  return rows[0]?.count ?? 0
}
