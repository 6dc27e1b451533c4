import { deleteAttemptsBefore } from '../../core/attempts.repo.ts'
import { ATTEMPTS_KEPT_MS } from '../../core/attempts.ts'
import type { Transactor } from '../../core/ctx.ts'
import { deleteOneTimeTokensBefore } from './auth.links.repo.ts'
import { deleteSessionsExpiredBefore } from './auth.repo.ts'

/** Removes what has expired and is refused already: sessions, mailed links, challenges and counted attempts. */
export async function cleanUp({ store, clock }: Pick<Transactor, 'store' | 'clock'>): Promise<void> {
  const now = clock()
  await store.write(async (tx) => {
    await deleteSessionsExpiredBefore(tx, now.toISOString())
    await deleteOneTimeTokensBefore(tx, now.toISOString())
    await deleteAttemptsBefore(tx, new Date(now.getTime() - ATTEMPTS_KEPT_MS).toISOString())
  })
}
