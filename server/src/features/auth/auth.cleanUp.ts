import type { Transactor } from '../../core/ctx.ts'
import { deleteKeysBefore } from '../../core/idempotency.repo.ts'
import { deleteAttemptsBefore } from './auth.brake.repo.ts'
import { BRAKE_WINDOW_MS } from './auth.brake.ts'
import { deleteOneTimeTokensBefore } from './auth.links.repo.ts'
import { deleteSessionsExpiredBefore } from './auth.repo.ts'

/** How long a repeated create gets the first reply (decisions 6). */
const REPLIES_KEPT_MS = 24 * 3_600_000

/** Removes what has expired: sessions, mailed links and challenges, counted attempts, and the replies kept for repeated creates. */
export async function cleanUp({ store, clock }: Pick<Transactor, 'store' | 'clock'>): Promise<void> {
  const now = clock()
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
  await store.write(async (tx) => {
    await deleteSessionsExpiredBefore(tx, now.toISOString())
    await deleteOneTimeTokensBefore(tx, now.toISOString())
    await deleteAttemptsBefore(tx, ago(BRAKE_WINDOW_MS))
    await deleteKeysBefore(tx, ago(REPLIES_KEPT_MS))
  })
}
