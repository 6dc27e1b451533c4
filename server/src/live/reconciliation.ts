// Messages between servers can get lost: a server may be killed between commit and message. So each server polls the
// database for watched plans, lists and revocations; messages only make it faster.
import { LIVE_CLOSE } from '@cairn/contract/api/live'
import { listRevocationsSince } from '../core/access-revocation.repo.ts'
import type { AccessRevocation, RecordedRevocation } from '../core/access-revocation.ts'
import type { Epoch } from '../core/epoch.ts'
import type { Store } from '../db/open.ts'
import type { Hub } from './hub.ts'
import { listRevisions } from './servers.repo.ts'

const REVOCATIONS_MS = 2_000
const REVISIONS_MS = 5_000
/** A server that could not query for this long must not send events. */
const TIMEOUT_MS = 10_000
/** A transaction may end this long after the time in its rows. */
const LOOK_BACK_MS = 60_000
const PLANS_A_QUERY = 1_000
/** Why no sockets are accepted meanwhile. */
const OUT_OF_DATE = 'cannot ask the database'

interface ReconciliationDeps {
  hub: Hub
  store: Store
  epoch: Epoch
  clock(): Date
  /** Says that this server is there. */
  beat(): Promise<void>
  onError(error: unknown): void
}

export interface Reconciliation {
  start(): void
  /** A revocation by another server; handled once, however often it arrives. */
  hear(noted: RecordedRevocation): void
  /** A revocation by this server. */
  note(noted: RecordedRevocation): void
  close(): Promise<void>
}

export function createReconciliation({ hub, store, epoch, clock, beat, onError }: ReconciliationDeps): Reconciliation {
  /** Handled revocations, and when they were handled. */
  const known = new Map<string, number>()
  const timers: NodeJS.Timeout[] = []
  const running = new Map<() => Promise<void>, Promise<void>>()
  /** By the time of day, which continues while a machine sleeps. */
  let currentAt = 0
  let failing = false

  function note({ id }: RecordedRevocation): void {
    known.set(id, clock().getTime())
  }

  function hear(noted: RecordedRevocation): void {
    if (known.has(noted.id)) return
    note(noted)
    hub.onRemoteRevocation(noted.revocation)
  }

  async function readRevocations(): Promise<void> {
    const since = clock().getTime() - LOOK_BACK_MS
    for (const { id, revocation } of await listRevocationsSince(store.reader, new Date(since).toISOString()))
      hear({ id, revocation: JSON.parse(revocation) as AccessRevocation })
    for (const [id, at] of known) if (at < since - LOOK_BACK_MS) known.delete(id)
  }

  async function compareRevisions(): Promise<void> {
    const askedAt = Date.now()
    await beat()
    await epoch.renew()
    const plans = hub.watched()
    for (let i = 0; i < plans.length; i += PLANS_A_QUERY)
      for (const { id, revision } of await listRevisions(store.reader, plans.slice(i, i + PLANS_A_QUERY)))
        hub.onRevision(id, revision)
    await hub.lists.compare()
    await readRevocations()
    currentAt = askedAt
    hub.reopen(OUT_OF_DATE)
  }

  /**
   * Starts the work unless it is still running. A server that was suspended or could not query closes its sockets
   * first.
   */
  function attempt(usual: () => Promise<void>): void {
    const isOutOfDate = Math.abs(Date.now() - currentAt) > TIMEOUT_MS
    if (isOutOfDate) hub.shut(OUT_OF_DATE)
    const work = isOutOfDate ? compareRevisions : usual
    if (running.has(work)) return
    const done = work()
      .then(
        () => {
          failing = false
        },
        (error: unknown) => {
          // One line for an outage, not one for each attempt.
          if (!failing) onError(error)
          failing = true
        },
      )
      .finally(() => running.delete(work))
    running.set(work, done)
  }

  return {
    start: () => {
      // Everything that clients here have may belong to another history.
      epoch.onChange(() => hub.closeAll(LIVE_CLOSE.restarting, 'restarting'))
      currentAt = Date.now()
      timers.push(setInterval(() => attempt(readRevocations), REVOCATIONS_MS).unref())
      timers.push(setInterval(() => attempt(compareRevisions), REVISIONS_MS).unref())
    },
    hear,
    note,
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}
