import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { rest } from '../base/turns.ts'
import { createCheckpoints } from './checkpoint.ts'
import { databaseFile, openSqliteStore } from './open.ts'
import { longSnapshot } from './snapshot.ts'
import type { SqliteConnection } from './sqlite.ts'

/** More than the log holds before it is copied. */
const BYTES = 40_000_000

async function open() {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-checkpoint-'))
  const store = await openSqliteStore(folder, () => {})
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const log = `${databaseFile(folder)}-wal`
  return { folder, store, log }
}

it('copies a full log into the database, after which the log begins at its start again', async () => {
  const { store, log } = await open()
  const note = (bytes: number) =>
    store.write((tx) =>
      sql`insert into attempts (key, window_start, count) values (hex(randomblob(${bytes / 2})), '', 0)`.execute(tx),
    )
  const pagesBehind = async () => {
    const { rows } = await sql<{ log: number; checkpointed: number }>`pragma wal_checkpoint(noop)`.execute(store.reader)
    return rows[0] ? rows[0].log - rows[0].checkpointed : null
  }

  await note(BYTES)
  const full = statSync(log).size
  await expect.poll(pagesBehind, { timeout: 60_000 }).toBe(0)
  for (let i = 0; i < 20; i++) await note(BYTES / 100)

  expect(full).toBeGreaterThan(BYTES)
  expect(statSync(log).size).toBe(full)
})

it('lets the log begin at its start again between long reads that follow each other', async () => {
  const { folder, store, log } = await open()
  const write = () =>
    store.write((tx) =>
      sql`insert into attempts (key, window_start, count) values (hex(randomblob(${BYTES / 200})), '', 0)`.execute(tx),
    )
  let writing = true
  const read = async () => {
    while (writing)
      await longSnapshot({ db: store.reader, actor: { id: 'a' } }, async ({ db }) => {
        await sql`select count(*) from attempts`.execute(db)
        await rest()
        await sql`select count(*) from attempts`.execute(db)
      })
  }

  const readers = [read(), read()]
  let most = 0
  for (let i = 0; i < 500; i++) {
    await write()
    most = Math.max(most, statSync(log).size)
  }
  writing = false
  await Promise.all(readers)

  expect(statSync(databaseFile(folder)).size + most).toBeGreaterThan(5 * BYTES)
  expect(most).toBeLessThan(4 * BYTES)
})

it('closes while the log is being copied, and loses nothing', async () => {
  for (let round = 0; round < 5; round++) {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-checkpoint-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const store = await openSqliteStore(folder, () => {})
    await store.write((tx) =>
      sql`insert into attempts (key, window_start, count) values (hex(randomblob(${BYTES / 2})), '', 0)`.execute(tx),
    )
    // The database grows while the thread copies.
    while (statSync(databaseFile(folder)).size < BYTES / 8) await new Promise((resolve) => setImmediate(resolve))
    await store.close()

    const again = await openSqliteStore(folder, () => {})
    const { rows } = await sql<{ count: number }>`select count(*) as count from attempts`.execute(again.reader)
    await again.close()
    expect(rows[0]?.count).toBe(1)
  }
})

it('lets a long read begin although the log cannot be copied, as on a full disk', async () => {
  const copies: string[] = []
  const file = {
    isTransaction: false,
    exec: (statement: string) => {
      if (!statement.includes('checkpoint(passive)')) return
      copies.push(statement)
      throw new Error('database or disk is full')
    },
  }
  const run = () => ({ rows: [{ log: 10_000, checkpointed: 10_000 }] })
  const { catchUp } = createCheckpoints({ file, run } as unknown as SqliteConnection, 'none')

  await catchUp()

  expect(copies).toHaveLength(1)
})
