import { type QueryExecutor, sql } from 'kysely'
import { isPostgres } from './dialect.ts'
import type { Tx } from './schema.ts'

/** The plans that a transaction has locked, by the executor of its handle, with their revision if known. */
const held = new WeakMap<QueryExecutor, Map<string, number | null>>()

/** Records that the command behind this executor has locked the plan, for `lockPlan`. */
export function recordPlanLock(executor: QueryExecutor, planId: string): void {
  note(executor, planId, null)
}

/**
 * Records what a command that holds the lock has read or written: no one else can change it before the command ends.
 */
export function recordRevision(tx: Tx, planId: string, revision: number): void {
  note(tx.getExecutor(), planId, revision)
}

/** Null if this command has not locked or read it. */
export const recordedRevision = (tx: Tx, planId: string): number | null =>
  held.get(tx.getExecutor())?.get(planId) ?? null

function note(executor: QueryExecutor, planId: string, revision: number | null): void {
  const plans = held.get(executor)
  if (plans) plans.set(planId, revision)
  else held.set(executor, new Map([[planId, revision]]))
}

/**
 * Locks the plan against other writers until the transaction ends; on SQLite the queue does. It is a statement of its
 * own, so the next one sees everything committed during the wait. Rows that refer to the plan may still be added.
 */
export async function lockPlan(tx: Tx, planId: string): Promise<void> {
  if (!isPostgres(tx)) return
  const executor = tx.getExecutor()
  if (held.get(executor)?.has(planId)) return
  await sql`select 1 from plans where id = ${planId} for no key update`.execute(tx)
  recordPlanLock(executor, planId)
}
