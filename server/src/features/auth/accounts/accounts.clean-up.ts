import { ATTEMPT_RETENTION_MS } from '../../../core/attempts.ts'
import type { Transactor } from '../../../core/ctx.ts'
import { deletionBefore, inSlices } from '../../../db/slices.ts'

/** Deletes expired rows: sessions, mailed links, challenges and counted attempts. */
export async function cleanUp({ store, clock }: Pick<Transactor, 'store' | 'clock'>): Promise<void> {
  const now = clock()
  await inSlices(store, deletionBefore('sessions', 'expires_at', now))
  await inSlices(store, deletionBefore('one_time_tokens', 'expires_at', now))
  await inSlices(store, deletionBefore('attempts', 'window_start', new Date(now.getTime() - ATTEMPT_RETENTION_MS)))
}
