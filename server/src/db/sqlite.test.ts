import { join } from 'node:path'
import { Kysely } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { removeFolder, storeFolder } from '../../test/folder.ts'
import { openWriter, sqliteDialect } from './sqlite.ts'

it('prepares a query with a limit once', async () => {
  const folder = storeFolder()
  const connection = openWriter(join(folder, 'words.db'))
  onTestFinished(() => {
    connection.file.close()
    removeFolder(folder)
  })
  connection.file.exec('create table words (word text); insert into words values (1), (2)')
  // SQLite asks it about each table that a statement uses, when it prepares the statement.
  let prepared = 0
  connection.file.setAuthorizer(() => {
    prepared++
    return 0
  })
  const db = new Kysely<{ words: { word: string } }>({ dialect: sqliteDialect(connection) })
  const words = async (limit: number) => (await db.selectFrom('words').selectAll().limit(limit).execute()).length
  expect(await words(1)).toBe(1)
  const once = prepared
  expect(once).toBeGreaterThan(0)

  expect(await words(2)).toBe(2)

  expect(prepared).toBe(once)
})
