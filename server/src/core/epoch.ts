// Revisions count within one history of the database. A backup that is restored, or a standby that takes over without having everything,
// begins another one, in which the same revision may say something else.
import type { Db } from '../db/schema.ts'
import { readEpoch } from './epoch.repo.ts'

export interface Epoch {
  /** Names the history that revisions belong to. */
  current(): string
  /** Asks the database again; true when its history is another one than before. */
  renew(): Promise<boolean>
}

export async function openEpoch(db: Db): Promise<Epoch> {
  let epoch = await readEpoch(db)
  return {
    current: () => epoch,
    renew: async () => {
      const before = epoch
      epoch = await readEpoch(db)
      return epoch !== before
    },
  }
}
