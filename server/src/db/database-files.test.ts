import { copyFileSync, renameSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { removeFolder, storeFolder } from '../../test/folder.ts'
import { databaseFile, openSqliteStore } from './open.ts'

it.each([
  ['the write-ahead log is deleted', (folder: string) => rmSync(`${databaseFile(folder)}-wal`)],
  ['the folder is moved away', (folder: string) => renameSync(folder, `${folder}-moved`)],
  [
    'the database is replaced',
    (folder: string) => {
      for (const file of [databaseFile(folder), `${databaseFile(folder)}-wal`]) {
        copyFileSync(file, `${file}-copy`)
        renameSync(`${file}-copy`, file)
      }
    },
  ],
])('acknowledges nothing once %s', async (_, damage) => {
  const folder = storeFolder()
  onTestFinished(() => [folder, `${folder}-moved`].forEach(removeFolder))
  const failures: unknown[] = []
  // A second start, because a new database is written before anything else.
  await (await openSqliteStore(folder, () => {})).close()
  const store = await openSqliteStore(folder, (error) => failures.push(error))
  let count = 0
  const write = () =>
    store.write((tx) =>
      tx
        .insertInto('attempts')
        .values({ key: `write ${count++}`, window_start: '2026-01-01T00:00:00.000Z', count: 1 })
        .execute(),
    )
  await write()
  await sleep(1_100)
  await write()
  damage(folder)
  await sleep(1_100)

  await expect(write()).rejects.toMatchObject({ code: 'storage_failed' })
  await expect(write()).rejects.toMatchObject({ code: 'storage_failed' })
  expect(failures).toEqual([expect.objectContaining({ message: expect.stringContaining('were moved') })])
})
