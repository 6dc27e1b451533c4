// A private database for one test: SQLite in its folder or, when `TEST_DATABASE_URL` is set, a schema on PostgreSQL.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openPostgresStore, openSqliteStore, type Store } from '../src/db/open.ts'

/** A small pool, and nobody who hears of outages. */
export const QUIET = { pool: 12, onAway: () => {}, onBack: () => {} }

let workerDatabase: Promise<string> | undefined

/**
 * The address of a database that this worker shares with no other: the migrator looks through all schemas of a database, and
 * fails when another worker drops one meanwhile.
 */
async function openWorkerDatabase(url: string): Promise<string> {
  const name = `cairn_worker_${process.env.VITEST_POOL_ID}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name])
  if (rowCount === 0) await admin.query(`create database ${name}`)
  await admin.end()
  const own = new URL(url)
  own.pathname = name
  return own.href
}

export interface TestDatabase {
  /** Of PostgreSQL; null on SQLite. */
  url: string | null
  /** Opens it as a server does when it starts; again and again, as long as each is closed. */
  open(): Promise<Store>
  remove(): Promise<void>
}

export async function testDatabase(dataDir: string): Promise<TestDatabase> {
  const given = process.env.TEST_DATABASE_URL
  if (!given) return { url: null, open: () => openSqliteStore(dataDir, () => {}), remove: async () => {} }
  const schema = `test_${randomUUID().replaceAll('-', '')}`
  workerDatabase ??= openWorkerDatabase(given)
  const own = new URL(await workerDatabase)
  const admin = new pg.Client({ connectionString: own.href })
  await admin.connect()
  await admin.query(`create schema ${schema}`)
  own.searchParams.set('options', `-c search_path=${schema}`)
  own.searchParams.set('application_name', schema)
  return {
    url: own.href,
    open: () => openPostgresStore(own.href, QUIET),
    remove: async () => {
      await admin.query(`drop schema ${schema} cascade`)
      await admin.end()
    },
  }
}

/** An open store that takes its database with it when it closes. */
export async function openTestStore(dataDir: string): Promise<Store> {
  const database = await testDatabase(dataDir)
  const store = await database.open()
  return {
    ...store,
    close: async () => {
      await store.close()
      await database.remove()
    },
  }
}
