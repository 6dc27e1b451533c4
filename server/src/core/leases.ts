// Work for one server at a time.
import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '../base/units.ts'
import type { Store } from '../db/open.ts'
import { endLease, takeLease } from './leases.repo.ts'

export interface Leases {
  /** Does the work unless a server started it less than `ms` ago. If it fails, another server may start immediately. */
  once(name: string, ms: number, work: () => Promise<void>): Promise<void>
  /** Does the work unless another server is doing it. A server that dies blocks the others for at most `ms`. */
  alone(name: string, ms: number, work: () => Promise<void>): Promise<void>
}

export function createLeases({ store, clock }: { store: Store; clock(): Date }): Leases {
  // A single server needs no lease.
  if (store.notifications === null) return { once: (_name, _ms, work) => work(), alone: (_name, _ms, work) => work() }
  const holder = randomUUID()

  const take = async (name: string, ms: number): Promise<boolean> => {
    const now = clock().getTime()
    const at = (later: number) => new Date(now + later).toISOString()
    // Clocks of servers differ by seconds.
    const times = { now: at(0), latest: at(2 * ms + MINUTE_MS) }
    return store.write((tx) => takeLease(tx, { name, holder, until: at(ms) }, times))
  }
  const end = (name: string) => store.write((tx) => endLease(tx, name, holder))

  return {
    once: async (name, ms, work) => {
      if (!(await take(name, ms))) return
      try {
        await work()
      } catch (error) {
        await end(name)
        throw error
      }
    },
    alone: async (name, ms, work) => {
      if (!(await take(name, ms))) return
      try {
        await work()
      } finally {
        await end(name)
      }
    },
  }
}
