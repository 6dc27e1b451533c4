// A database of another version is detected and not changed.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { OperatorError } from '../src/base/errors.ts'
import { isPostgres } from '../src/db/dialect.ts'
import { databaseFile } from '../src/db/open.ts'
import { testDatabase } from './database.ts'

async function emptyDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-older-'))
  const database = await testDatabase(folder)
  onTestFinished(async () => {
    await database.remove()
    rmSync(folder, { recursive: true, force: true })
  })
  return { ...database, folder }
}

/** Everything that a start could change, read without the product. */
async function content({ url, folder }: Awaited<ReturnType<typeof emptyDatabase>>) {
  if (!url) return readFileSync(databaseFile(folder)).toString('base64')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const columns = await client.query(
    'select table_name, column_name from information_schema.columns where table_schema = current_schema() order by 1, 2',
  )
  const applied = await client.query('select name, timestamp from kysely_migration')
  await client.end()
  return { columns: columns.rows, applied: applied.rows }
}

it('rejects a database made by a migration it does not know, in one line, and changes nothing in it', async () => {
  const database = await emptyDatabase()
  const older = await database.open()
  await older.write((tx) =>
    sql`update kysely_migration set name = '20260101-first' where name = '20261122-first'`.execute(tx),
  )
  await older.close()
  const before = await content(database)

  const refused = await database.open().catch((error: unknown) => error)

  expect(refused).toBeInstanceOf(OperatorError)
  expect((refused as Error).message).toMatch(/^The database.* was created by an incompatible version of Cairn.*\.$/)
  expect(await content(database)).toEqual(before)
})

it('keys the rows of a plan by the plan first, so the same id may exist in two plans', async () => {
  const store = await (await emptyDatabase()).open()
  onTestFinished(() => store.close())
  const keys = async (table: string): Promise<string[]> => {
    const { rows } = isPostgres(store.reader)
      ? await sql<{ name: string }>`
          select a.attname as name from pg_index i, unnest(i.indkey) with ordinality as k(number, place), pg_attribute a
          where i.indrelid = ${table}::regclass and i.indisprimary and a.attrelid = i.indrelid and a.attnum = k.number
          order by k.place`.execute(store.reader)
      : await sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0 order by pk`.execute(
          store.reader,
        )
    return rows.map(({ name }) => name)
  }

  for (const table of ['nodes', 'edges', 'assignments', 'artifacts'])
    expect(await keys(table), table).toEqual(['plan_id', 'id'])
  expect(await keys('logs')).toEqual(['plan_id', 'node_id', 'id'])
  expect(await keys('collaborators')).toEqual(['plan_id', 'user_id'])
  expect(await keys('events')).toEqual(['plan_id', 'revision'])
})
