// Work that has to be done once, however many servers there are.
import { randomUUID } from 'node:crypto'
import type { Store } from '../db/open.ts'
import { endLease, takeLease } from './leases.repo.ts'

/** Does the work unless a server has begun it less than `ms` ago; when it fails, another may try at once. */
export type Once = (name: string, ms: number, work: () => Promise<void>) => Promise<void>

export function createLeases({ store, clock }: { store: Store; clock(): Date }): Once {
  // One server asks nobody.
  if (store.notifications === null) return (_name, _ms, work) => work()
  const holder = randomUUID()
  return async (name, ms, work) => {
    const now = clock().getTime()
    const lease = { name, holder, until: new Date(now + ms).toISOString() }
    if (!(await store.write((tx) => takeLease(tx, lease, new Date(now).toISOString())))) return
    try {
      await work()
    } catch (error) {
      await store.write((tx) => endLease(tx, name, holder))
      throw error
    }
  }
}
