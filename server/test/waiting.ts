// Calls that wait for a plan while something changes ahead of them.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Store } from '../src/db/open.ts'
import { lockPlan } from '../src/db/plan-lock.ts'
import type { Tx } from '../src/db/schema.ts'

/**
 * Makes `change` in a transaction that already has the plan when `calls` are sent, and commits once they wait for it.
 * On SQLite, where calls do not wait within a transaction, the change is the first in the queue.
 */
export async function changeAhead<T>(
  store: Store,
  planId: string,
  change: (tx: Tx) => Promise<unknown>,
  calls: () => Promise<T>,
): Promise<T> {
  if (store.kind === 'sqlite') {
    const changed = store.write(change)
    const answers = calls()
    await changed
    return answers
  }
  const [holding, go] = [moment(), moment()]
  const changed = store.write(async (tx) => {
    await lockPlan(tx, planId)
    holding.come()
    await go.here
    await change(tx)
  })
  await holding.here
  const answers = calls()
  while (!(await isAnyoneWaiting(store))) await sleep(5)
  go.come()
  await changed
  return answers
}

async function isAnyoneWaiting({ reader }: Store): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(reader)
  return rows.length > 0
}

/** A promise that can be resolved from outside. */
function moment() {
  let come = () => {}
  const here = new Promise<void>((resolve) => {
    come = resolve
  })
  return { here, come }
}
