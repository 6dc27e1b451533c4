import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { overloaded } from '../core/errors.ts'

const WAIT_MAX_MS = 10_000
/** Beyond it a call would wait for seconds: better a refusal at once, as on SQLite. */
const WAITING_MAX = 2_000

/** At most so many connections to PostgreSQL. Whoever would wait for one too long gets 503 `overloaded`. */
export function openPool(url: string, connections: number): PostgresPool {
  const pool = new pg.Pool({ connectionString: url, max: connections, connectionTimeoutMillis: WAIT_MAX_MS })
  // A connection that breaks while idle is replaced by the next query, which reports what is wrong.
  pool.on('error', () => {})
  return {
    connect: async () => {
      if (pool.waitingCount >= WAITING_MAX) throw overloaded()
      try {
        return await pool.connect()
      } catch (error) {
        const allTaken = pool.totalCount >= connections && /timeout exceeded/.test((error as Error).message)
        throw allTaken ? overloaded() : error
      }
    },
    end: () => pool.end(),
  }
}
