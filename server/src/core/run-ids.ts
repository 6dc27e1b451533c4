// The id under which a run is stored in a plan. Clients choose run ids, so two people may send the same one.
import { createHash } from 'node:crypto'
import { RUN_ID_MAX } from '@cairn/contract/api/common'
import { newId } from '../base/ids.ts'
import type { Db, Tx } from '../db/schema.ts'
import { findFirstOfRun, listCountedRuns } from './runs.repo.ts'

const MARK = '~'

/** An id of this person's own, for a run id that is another person's. */
function ownId(userId: string, runId: string): string {
  const hash = createHash('sha256').update(`${userId} ${runId}`).digest('hex').slice(0, 12)
  const end = `${MARK}${hash}`
  return `${runId.slice(0, RUN_ID_MAX - end.length)}${end}`
}

/**
 * The sent id, unless changes of another person in the plan already have it. The caller holds the lock of the plan if
 * it writes under the id.
 */
export async function storedRunId(db: Db | Tx, planId: string, userId: string, runId: string): Promise<string> {
  for (const id of [runId, ownId(userId, runId)]) {
    const [first] = await findFirstOfRun(db, { plan_id: planId, run_id: id })
    if (!first || first.actor_id === userId) return id
  }
  // Someone took the other id on purpose.
  return newId()
}

/** The id that the person sent for a stored one, if its calls were counted; otherwise the stored one. */
export async function sentRunId(db: Db | Tx, userId: string, storedId: string): Promise<string> {
  const end = storedId.lastIndexOf(MARK)
  if (end < 0) return storedId
  // The stored id contains only the beginning of a long one.
  const counted = await listCountedRuns(db, userId, storedId.slice(0, end))
  return counted.find(({ run_id }) => ownId(userId, run_id) === storedId)?.run_id ?? storedId
}
