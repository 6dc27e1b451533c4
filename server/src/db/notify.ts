// Messages between the servers on one PostgreSQL database.
import { sql } from 'kysely'
import pg from 'pg'
import type { Outage } from '../base/outages.ts'
import { isAway, Unavailable } from './outage.ts'
import type { Db } from './schema.ts'

/** PostgreSQL truncates identifiers here. */
const CHANNEL_MAX = 63
/** A dead connection is detected within this time. */
const HEARTBEAT_MS = 20_000
const ANSWER_MS = 10_000
/** PostgreSQL takes payloads of less than 8,000 bytes. */
export const MESSAGE_MAX_BYTES = 7_900

export interface Notifications {
  /**
   * Every listening server, this one included, receives each text once and in order; at most `MESSAGE_MAX_BYTES` each.
   */
  send(texts: readonly string[]): Promise<void>
  /** Listens on its own connection. `lost` is called once when it breaks; nothing is received after that. */
  listen(on: { text(text: string): void; lost(error: unknown): void }): Promise<{ close(): Promise<void> }>
}

/** `schema` separates installations in one database. */
export function createNotifications(url: string, db: Db, schema: string, outage: Outage): Notifications {
  const known = (error: unknown): unknown => {
    if (!isAway(error)) return error
    outage.failed(error)
    return new Unavailable(error)
  }
  const channel = `cairn_${schema}`.slice(0, CHANNEL_MAX)
  return {
    send: async (texts) => {
      await sql`select pg_notify(${channel}, text) from unnest(${texts}::text[]) as text`.execute(db)
    },
    listen: async ({ text, lost }) => {
      const client = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: ANSWER_MS,
        query_timeout: ANSWER_MS,
        keepAlive: true,
      })
      let over = false
      const end = async () => {
        over = true
        clearInterval(heart)
        await client.end().catch(() => {}) // It may be broken already.
      }
      const fail = (error: unknown) => {
        if (over) return
        void end()
        lost(known(error))
      }
      const heart = setInterval(() => client.query('select 1').catch(fail), HEARTBEAT_MS).unref()
      client.on('notification', ({ payload }) => {
        if (payload !== undefined && !over) text(payload)
      })
      client.on('error', fail)
      client.on('end', () => fail(new Error('Connection terminated by PostgreSQL')))
      try {
        await client.connect()
        await client.query(`listen ${client.escapeIdentifier(channel)}`)
      } catch (error) {
        await end()
        throw known(error)
      }
      return { close: end }
    },
  }
}
