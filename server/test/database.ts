// A private database for one test: SQLite in its folder or, when `TEST_DATABASE_URL` is set, a schema on PostgreSQL.
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import { databaseFile, openPostgresStore, openSqliteStore, type Store } from '../src/db/open.ts'
import { removeFolder, storeFolder } from './folder.ts'

/** A small pool without outage listeners. */
export const QUIET = { pool: 12, onAway: () => {}, onBack: () => {} }

let workerDatabase: Promise<string> | undefined

/**
 * The URL of a database for this worker alone: the migrator reads all schemas of a database, and fails if another
 * worker drops one.
 */
async function openWorkerDatabase(url: string): Promise<string> {
  const name = `cairn_worker_${process.pid}_${randomUUID().slice(0, 8)}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await dropLeftovers(admin)
  await admin.query(`create database ${name}`)
  await admin.end()
  const own = new URL(url)
  own.pathname = name
  return own.href
}

/** Drops the databases of workers that no longer run. */
async function dropLeftovers(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `select datname as name from pg_database where datname like 'cairn\\_worker\\_%'`,
  )
  for (const { name } of rows) {
    if (isRunning(Number(name.split('_')[2]))) continue
    // Another worker may drop it first.
    await admin.query(`drop database if exists ${name}`).catch(() => {})
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
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

/** An open store with nothing in it. Migrating takes longer than most tests, so each worker migrates once. */
export const openTestStore = (dataDir: string): Promise<Store> =>
  process.env.TEST_DATABASE_URL ? openEmptiedStore(dataDir) : openCopiedStore(dataDir)

let migratedFile: Promise<Buffer> | undefined

async function openCopiedStore(dataDir: string): Promise<Store> {
  migratedFile ??= migrateFile()
  writeFileSync(databaseFile(dataDir), await migratedFile)
  return await openSqliteStore(dataDir, () => {})
}

async function migrateFile(): Promise<Buffer> {
  const folder = storeFolder()
  const store = await openSqliteStore(folder, () => {})
  await store.close()
  const content = readFileSync(databaseFile(folder))
  removeFolder(folder)
  return content
}

interface EmptyDatabase {
  database: TestDatabase
  /** Stays open, because opening its connections again takes as long as a short test. */
  store: Store
  admin: pg.Client
  /** One statement for all tables, so that no foreign key is broken at its end. */
  deleteAll: string
  epoch: string
  /** What a test may have changed: its tables, functions and triggers. */
  shape: string
}

interface State {
  shape: string
  bytes: string
  busy: string
}

const STATE = `select
  (select sum(pg_relation_size(oid)) from pg_class
   where relnamespace = current_schema()::regnamespace and relkind = 'r') as bytes,
  (select count(*) from pg_stat_activity where application_name = current_schema() and state <> 'idle') as busy,
  concat_ws(' ',
    (select string_agg(relname, ',' order by relname) from pg_class where relnamespace = current_schema()::regnamespace),
    (select string_agg(proname, ',' order by proname) from pg_proc where pronamespace = current_schema()::regnamespace),
    (select string_agg(tgname, ',' order by tgname) from pg_trigger
     join pg_class on pg_class.oid = tgrelid
     where relnamespace = current_schema()::regnamespace and not tgisinternal)) as shape`

/** Migrated, empty and unused. */
const idle: EmptyDatabase[] = []
/** A schema that has grown beyond this is not worth emptying. */
const EMPTIED_MAX_BYTES = 4 * 1024 * 1024

async function openEmptiedStore(dataDir: string): Promise<Store> {
  const empty = idle.pop() ?? (await openEmpty(await testDatabase(dataDir)))
  return {
    ...empty.store,
    close: async () => {
      if (await emptyOut(empty)) idle.push(empty)
      else {
        await empty.store.close()
        await empty.admin.end()
        await empty.database.remove()
      }
    },
  }
}

async function openEmpty(database: TestDatabase): Promise<EmptyDatabase> {
  const store = await database.open()
  const url = new URL(database.url ?? '')
  url.searchParams.delete('application_name') // It is what tests know the product's connections by.
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  const { rows: tables } = await admin.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = current_schema() and tablename not like 'kysely%' and tablename <> 'installation'`,
  )
  const { rows } = await admin.query<{ epoch: string }>('select epoch from installation')
  const { rows: states } = await admin.query<State>(STATE)
  const deletions = tables.map(({ name }, index) => `deleted_${index} as (delete from ${name})`)
  return {
    database,
    store,
    admin,
    deleteAll: `with ${deletions.join(', ')} select`,
    epoch: rows[0]?.epoch ?? '',
    shape: states[0]?.shape ?? '',
  }
}

/** False if a new database is cheaper, or a query still runs. The statements have names, so each is planned once. */
async function emptyOut({ admin, deleteAll, epoch, shape }: EmptyDatabase): Promise<boolean> {
  const { rows } = await admin.query<State>({ name: 'state', text: STATE })
  const [state] = rows
  if (!state || state.shape !== shape || Number(state.bytes) > EMPTIED_MAX_BYTES || Number(state.busy) > 0) return false
  await admin.query({ name: 'delete all', text: deleteAll })
  await admin.query({ name: 'epoch', text: 'update installation set epoch = $1', values: [epoch] })
  return true
}
