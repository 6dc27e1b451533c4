// Revisions count within one history of the database. Restoring a backup, or a standby taking over without all commits,
// starts another one, in which the same revision may mean something else.
import type { Store } from '../db/open.ts'
import type { Db, Tx } from '../db/schema.ts'
import { readEpoch } from './epoch.repo.ts'

export interface Epoch {
  /** Identifies the history that revisions belong to. */
  current(): string
  /** Asks the database again. */
  renew(): Promise<void>
  /** Called when the database has another history than before. */
  onChange(listener: () => void): void
}

/**
 * Each new connection may lead to a database that has taken over. It is queried first, so no reply mixes two histories.
 */
export async function openEpoch({
  reader,
  greetConnections,
}: Pick<Store, 'reader' | 'greetConnections'>): Promise<Epoch> {
  let epoch = await readEpoch(reader)
  const listeners: (() => void)[] = []
  const ask = async (db: Db | Tx) => {
    const found = await readEpoch(db)
    if (found === epoch) return
    epoch = found
    for (const listener of listeners) listener()
  }
  greetConnections(ask)
  return {
    current: () => epoch,
    renew: () => ask(reader),
    onChange: (listener) => {
      listeners.push(listener)
    },
  }
}
