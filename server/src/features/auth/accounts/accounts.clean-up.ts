import { DAY_MS } from '../../../base/units.ts'
import { ATTEMPT_RETENTION_MS } from '../../../core/attempts.ts'
import type { Transactor } from '../../../core/ctx.ts'
import { deletionBefore, inSlices } from '../../../db/slices.ts'

/** How long the number of calls of a run is kept after its last one. */
const RUN_CALLS_RETENTION_MS = 180 * DAY_MS

/** Deletes expired rows: sessions, mailed links, challenges, counted attempts and the calls of old runs. */
export async function cleanUp({ store, clock }: Pick<Transactor, 'store' | 'clock'>): Promise<void> {
  const now = clock()
  await inSlices(store, deletionBefore('sessions', 'expires_at', now))
  await inSlices(store, deletionBefore('one_time_tokens', 'expires_at', now))
  await inSlices(store, deletionBefore('run_calls', 'last_at', new Date(now.getTime() - RUN_CALLS_RETENTION_MS)))
  await inSlices(store, deletionBefore('attempts', 'window_start', new Date(now.getTime() - ATTEMPT_RETENTION_MS)))
}
