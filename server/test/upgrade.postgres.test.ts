// A new version does not migrate the database while a server of an older version is running on it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import type { Store } from '../src/db/open.ts'
import { testDatabase } from './database.ts'

/** The last migration, and what takes it back. */
const LAST = '20261203-claim-enders'
const BACK = ['alter table claims drop column ended_by']

async function olderDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-upgrade-'))
  const database = await testDatabase(folder)
  onTestFinished(async () => {
    await database.remove()
    rmSync(folder, { recursive: true, force: true })
  })
  const store = await database.open()
  onTestFinished(() => store.close())
  await store.write(async (tx) => {
    await sql`delete from kysely_migration where name = ${LAST}`.execute(tx)
    for (const statement of BACK) await sql.raw(statement).execute(tx)
  })
  return { ...database, store }
}

const beat = (store: Store, seen_at: Date) =>
  store.write((tx) =>
    tx
      .insertInto('servers')
      .values({
        id: 'old',
        version: '0.0.9',
        files_id: '',
        secret_check: '',
        clock_off_ms: 0,
        seen_at: seen_at.toISOString(),
      })
      .execute(),
  )

const applied = async ({ reader }: Store) => {
  const { rows } = await sql`select name from kysely_migration where name = ${LAST}`.execute(reader)
  return rows
}

it('refuses while the older server runs', async () => {
  const { open, store } = await olderDatabase()
  await beat(store, new Date())

  await expect(open()).rejects.toThrow('Stop all servers before you start a new version.')
  expect(await applied(store)).toEqual([])
})

it('migrates when the older server has ended, also after a crash', async () => {
  const { open, store } = await olderDatabase()
  await beat(store, new Date(Date.now() - 60_000))

  await (await open()).close()

  expect(await applied(store)).toEqual([{ name: LAST }])
})
