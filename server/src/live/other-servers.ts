// The other servers on the same PostgreSQL. SQLite has one server and does not need this.
import { randomUUID } from 'node:crypto'
import type { PlanEvent } from '@cairn/contract/api/events'
import { HOUR_MS, plusMs } from '../base/units.ts'
import { deleteRevocationsBefore } from '../core/access-revocation.repo.ts'
import type { RecordedRevocation } from '../core/access-revocation.ts'
import type { Epoch } from '../core/epoch.ts'
import type { Store } from '../db/open.ts'
import type { Hub } from './hub.ts'
import { createReconciliation } from './reconciliation.ts'
import { createRelay } from './relay.ts'
import { createServers } from './servers.ts'

const REVOCATION_RETENTION_MS = HOUR_MS

interface OthersDeps {
  store: Store
  hub: Hub
  epoch: Epoch
  clock(): Date
  files_id: string
  secret_check: string
  onError(error: unknown): void
}

export interface Others {
  /** Throws `OperatorError` if an incompatible server is running. */
  start(): Promise<void>
  publish(events: readonly PlanEvent[]): void
  revokeAccess(noted: RecordedRevocation): void
  /** Deletes revocations that every server has seen. */
  cleanUp(): Promise<void>
  close(): Promise<void>
}

/** Null if there cannot be other servers. */
export function createOthers({ store, hub, epoch, clock, onError, ...own }: OthersDeps): Others | null {
  const { notifications } = store
  if (!notifications) return null
  const id = randomUUID()
  const servers = createServers({ store, clock, id, ...own })
  const reconciliation = createReconciliation({ hub, store, epoch, clock, beat: servers.beat, onError })
  const relay = createRelay({ serverId: id, hub, notifications, onRevocation: reconciliation.hear, onError })
  let joined = false

  return {
    start: async () => {
      await servers.join()
      joined = true
      await relay.start()
      reconciliation.start()
    },
    publish: relay.publish,
    revokeAccess: (noted) => {
      reconciliation.note(noted)
      relay.revokeAccess(noted)
    },
    cleanUp: async () => {
      await servers.cleanUp()
      const before = plusMs(clock(), -REVOCATION_RETENTION_MS)
      await store.write((tx) => deleteRevocationsBefore(tx, before))
    },
    close: async () => {
      await reconciliation.close()
      await relay.close()
      // If the database is unavailable, it notices on its own.
      if (joined) await servers.leave().catch(onError)
    },
  }
}
