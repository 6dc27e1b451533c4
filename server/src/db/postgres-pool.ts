import pg from 'pg'
import { overloaded } from '../base/errors.ts'
import type { Outage } from '../base/outages.ts'
import { isAway, Unavailable } from './outage.ts'

const WAIT_MAX_MS = 10_000
/** Beyond it a call would wait for seconds, so it is rejected immediately, as on SQLite. */
const WAITING_MAX = 2_000
/** PostgreSQL ends a statement that takes longer, and the server closes an unresponsive connection soon after. */
const STATEMENT_MAX_MS = 30_000
const SILENCE_MAX_MS = 35_000

export interface Pool {
  /** Throws 503: `unavailable` if PostgreSQL is unreachable, `overloaded` if no connection becomes free. */
  connect(): Promise<pg.PoolClient>
  outage: Outage
  end(): Promise<void>
}

interface PoolOptions {
  /** At most so many. */
  connections: number
  /** Whether a commit waits for the disk; not needed for messages between servers. */
  durable: boolean
  outage: Outage
  /** Runs first on each new connection. */
  greet(client: pg.ClientBase): Promise<void>
}

/** Connections to PostgreSQL; statements are sent without waiting for the answer to the one before. */
export function openPool(url: string, { connections, durable, outage, greet }: PoolOptions): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: WAIT_MAX_MS,
    statement_timeout: STATEMENT_MAX_MS,
    query_timeout: SILENCE_MAX_MS,
    keepAlive: true,
    pipeline: true,
    onConnect: greet,
  })
  // A broken connection is replaced by the next query. Without a listener, one that breaks in use would end the
  // process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (!durable) client.query('set synchronous_commit = off').catch(() => {}) // It broke: so does what comes next.
  })
  return {
    connect: async () => {
      if (pool.waitingCount >= WAITING_MAX) throw overloaded()
      try {
        return await pool.connect()
      } catch (error) {
        if (pool.totalCount >= connections && /timeout exceeded/.test((error as Error).message)) throw overloaded()
        if (!isAway(error) && !/timeout exceeded/.test((error as Error).message)) throw error
        outage.failed(error)
        throw new Unavailable(error)
      }
    },
    outage,
    end: () => pool.end(),
  }
}
