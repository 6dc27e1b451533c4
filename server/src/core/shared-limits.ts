// Request limits shared by several servers. Each counts alone and reports only callers close to a limit, through the
// database and never while a request waits.
import { createHash, randomUUID } from 'node:crypto'
import type { Store } from '../db/open.ts'
import type { RateLimit } from './rate-limit.ts'
import { deleteCountsBefore, saveCounts, sumCounts } from './request-counts.repo.ts'

const BATCH = 500

/** Exchanges the counts since the last call; called every second. */
export function createExchange(store: Store, limits: Record<string, RateLimit>): () => Promise<void> {
  const server = randomUUID()
  let cleaned = 0

  async function exchange(name: string, limit: RateLimit): Promise<void> {
    const { minute, counts } = limit.busy()
    if (counts.size === 0) return
    const callers = [...counts].map(([caller, count]) => ({ caller, count, key: nameOf(name, caller) }))
    const elsewhere = new Map<string, number>()
    for (let i = 0; i < callers.length; i += BATCH) {
      const batch = callers.slice(i, i + BATCH)
      const rows = batch.map(({ key, count }) => ({ minute, key, server, count }))
      await store.write((tx) => saveCounts(tx, rows))
      const sums = await sumCounts(store.reader, { minute, server, keys: rows.map(({ key }) => key) })
      for (const { caller, key } of batch) elsewhere.set(caller, sums.get(key) ?? 0)
    }
    limit.hear(minute, elsewhere)
    if (minute === cleaned) return
    cleaned = minute
    await store.write((tx) => deleteCountsBefore(tx, minute - 1))
  }

  return async () => {
    for (const [name, limit] of Object.entries(limits)) await exchange(name, limit)
  }
}

/** Short for any caller name, and without addresses in the database. */
const nameOf = (limit: string, caller: string): string =>
  `${limit} ${createHash('sha256').update(caller).digest('base64url').slice(0, 22)}`
