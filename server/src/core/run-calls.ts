import type { Background } from '../base/background.ts'
import type { Store } from '../db/open.ts'
import type { Actor } from './ctx.ts'
import { addCalls, deleteOldCalls } from './runs.repo.ts'

/** How long counted calls wait, so one write takes many. */
const BATCH_MS = 1_000
/** A call that only reads may name any run id, so the counted ids of a person are limited. */
const RUNS_MAX = 5_000

/** Counts the API calls of runs and writes the sums later: no request waits for it. */
export interface RunCalls {
  count(actor: Actor): void
  /** Writes what is counted, now. */
  flush(): Promise<void>
}

export function createRunCalls(store: Store, clock: () => Date, background: Background): RunCalls {
  let counts = new Map<string, { user_id: string; run_id: string; calls: number }>()
  let timer: NodeJS.Timeout | null = null

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    // In a fixed order, so that two servers on one PostgreSQL never deadlock.
    const sums = [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
    counts = new Map()
    if (sums.length === 0) return
    const at = clock().toISOString()
    const grown = await store.write(async (tx) => {
      const people = new Set<string>()
      for (const [, { user_id, run_id, calls }] of sums)
        if ((await addCalls(tx, user_id, run_id, calls, at)) === calls) people.add(user_id)
      return people
    })
    // In writes of their own, because these deletions lock rows in another order.
    for (const user_id of grown) await store.write((tx) => deleteOldCalls(tx, user_id, RUNS_MAX))
  }

  return {
    count: ({ id, run_id, via }) => {
      if (run_id === null || via.kind === 'session') return
      const key = `${id} ${run_id}`
      const known = counts.get(key)
      if (known) known.calls += 1
      else counts.set(key, { user_id: id, run_id, calls: 1 })
      timer ??= setTimeout(() => background.run('calls of runs', flush), BATCH_MS).unref()
    },
    flush,
  }
}
