import { sql } from 'kysely'
import { prepared } from '../db/prepared.ts'
import type { Db, RunRow, Tx } from '../db/schema.ts'

/** Adds what one step of a command did to its run, or starts the run. */
export const addToRun = prepared<RunRow>()((db, p) =>
  db
    .insertInto('runs')
    .values({
      plan_id: p('plan_id'),
      run_id: p('run_id'),
      user_id: p('user_id'),
      via: p('via'),
      first_revision: p('first_revision'),
      last_revision: p('last_revision'),
      started_at: p('started_at'),
      ended_at: p('ended_at'),
      changes: p('changes'),
      events: p('events'),
    })
    .onConflict((on) =>
      on.columns(['plan_id', 'run_id']).doUpdateSet((eb) => ({
        last_revision: eb.ref('excluded.last_revision'),
        ended_at: eb.ref('excluded.ended_at'),
        changes: eb('runs.changes', '+', eb.ref('excluded.changes')),
        events: eb('runs.events', '+', eb.ref('excluded.events')),
      })),
    ),
)

/** Who made the first change of a run in a plan. */
export const findFirstOfRun = prepared<{ plan_id: string; run_id: string }>()((db, p) =>
  db
    .selectFrom('events')
    .select('actor_id')
    .where('plan_id', '=', p('plan_id'))
    .where('run_id', '=', p('run_id'))
    .orderBy('revision')
    .limit(1),
)

/** Returns the sum, which equals `calls` for a new run id. */
export async function addCalls(tx: Tx, userId: string, runId: string, calls: number, at: string): Promise<number> {
  const row = await tx
    .insertInto('run_calls')
    .values({ user_id: userId, run_id: runId, calls, last_at: at })
    .onConflict((on) =>
      on.columns(['user_id', 'run_id']).doUpdateSet({
        calls: sql<number>`run_calls.calls + ${calls}`,
        last_at: at,
      }),
    )
    .returning('calls')
    .executeTakeFirstOrThrow()
  return row.calls
}

/** Deletes the counts of all but the `keep` run ids of a person that were used last. */
export async function deleteOldCalls(tx: Tx, userId: string, keep: number): Promise<void> {
  const old = await tx
    .selectFrom('run_calls')
    .select('run_id')
    .where('user_id', '=', userId)
    .orderBy('last_at', 'desc')
    .orderBy('run_id')
    .offset(keep)
    .limit(keep)
    .execute()
  if (old.length === 0) return
  const ids = old.map(({ run_id }) => run_id)
  await tx.deleteFrom('run_calls').where('user_id', '=', userId).where('run_id', 'in', ids).execute()
}

/** The person's run ids with counted calls that begin so. */
export const listCountedRuns = (db: Db | Tx, userId: string, prefix: string) =>
  db
    .selectFrom('run_calls')
    .select('run_id')
    .where('user_id', '=', userId)
    .where(sql`substr(run_id, 1, ${prefix.length})`, '=', prefix)
    .execute()

/** The person's latest run whose id begins so. */
export const findLatestRun = (
  db: Db | Tx,
  userId: string,
  prefix: string,
): Promise<{ run_id: string; last_at: string } | undefined> =>
  db
    .selectFrom('run_calls')
    .select(['run_id', 'last_at'])
    .where('user_id', '=', userId)
    .where('run_id', 'like', `${prefix}%`)
    .orderBy('last_at', 'desc')
    .limit(1)
    .executeTakeFirst()
