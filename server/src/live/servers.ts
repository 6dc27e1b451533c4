// The servers on one database. Each sends a heartbeat every few seconds, and an incompatible one is rejected at start.
import { OperatorError } from '../base/errors.ts'
import { HOUR_MS, plusMs } from '../base/units.ts'
import { VERSION } from '../base/version.ts'
import type { Store } from '../db/open.ts'
import type { ServerRow } from '../db/schema.ts'
import { SERVER_ALIVE_MS } from '../db/tables/system.ts'
import {
  deleteServer,
  deleteServersSeenBefore,
  listServersSeenSince,
  lockServers,
  readDatabaseTime,
  saveServer,
} from './servers.repo.ts'

/** The clocks of two servers may differ by this much. */
const CLOCKS_APART_MAX_MS = 5_000
const KEPT_MS = HOUR_MS

export interface ServersDeps {
  store: Store
  clock(): Date
  id: string
  /** Identifies the store of uploads. */
  files_id: string
  /** Equal for servers with the same secret, without revealing it. */
  secret_check: string
}

export interface Servers {
  /** Throws `OperatorError` if an incompatible server is running. */
  join(): Promise<void>
  /** Says that this server is there. */
  beat(): Promise<void>
  leave(): Promise<void>
  /** Deletes the rows of crashed servers. */
  cleanUp(): Promise<void>
}

export function createServers({ store, clock, id, files_id, secret_check }: ServersDeps): Servers {
  /** The difference between this server's clock and the database's. */
  let clock_off_ms = 0
  const databaseTime = (ago = 0) => plusMs(clock(), -clock_off_ms - ago)
  const row = (): ServerRow => ({ id, version: VERSION, files_id, secret_check, clock_off_ms, seen_at: databaseTime() })

  return {
    join: async () => {
      const before = clock().getTime()
      const time = await readDatabaseTime(store.reader)
      clock_off_ms = Math.round((before + clock().getTime()) / 2 - time)
      await store.write(async (tx) => {
        await lockServers(tx)
        for (const other of await listServersSeenSince(tx, databaseTime(SERVER_ALIVE_MS))) requireAlike(row(), other)
        await saveServer(tx, row())
      })
    },
    beat: () => store.write((tx) => saveServer(tx, row())),
    leave: () => store.write((tx) => deleteServer(tx, id)),
    cleanUp: () => store.write((tx) => deleteServersSeenBefore(tx, databaseTime(KEPT_MS))),
  }
}

function requireAlike(mine: ServerRow, other: ServerRow): void {
  const difference = differenceBetween(mine, other)
  if (difference)
    throw new OperatorError(
      `Another server on this database ${difference} If that server has stopped, try again in ${SERVER_ALIVE_MS / 1000} seconds.`,
    )
}

function differenceBetween(mine: ServerRow, other: ServerRow): string | null {
  if (mine.secret_check !== other.secret_check)
    return 'has a different CAIRN_SECRET. All servers must use the same one.'
  if (mine.files_id !== other.files_id)
    return 'uses different file storage. All servers must use the same folder or bucket.'
  const apart = Math.abs(mine.clock_off_ms - other.clock_off_ms)
  if (apart <= CLOCKS_APART_MAX_MS) return null
  return `has a clock that differs by ${Math.round(apart / 1000)} seconds. At most ${CLOCKS_APART_MAX_MS / 1000} are allowed.`
}
