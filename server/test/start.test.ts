// Real processes: what a person who starts the server sees when it cannot start.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { databaseFile, openSqliteStore } from '../src/db/open.ts'
import { buildServer, MAIN } from './product.ts'

const PAGE_BYTES = 4096
/** The machine may be busy with the other tests. */
const REFUSED_MS = 60_000

beforeAll(buildServer, 120_000)

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function startServer(env: Record<string, string>): ChildProcess & { stdout: NodeJS.ReadableStream } {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, PORT: '0', CAIRN_DEMO: 'off', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

/** Starts a server and resolves with its address when it is ready. */
async function runningServer(folder: string): Promise<string> {
  const { stdout } = startServer({ CAIRN_DATA_DIR: folder })
  const line = await new Promise<string>((resolve) => stdout.once('data', (data) => resolve(String(data))))
  return line.trim().split(' ').at(-1) ?? ''
}

/** Starts a server that is expected to refuse; resolves with its exit code and what it said. */
async function refusal(env: Record<string, string>) {
  const child = startServer(env)
  const timer = setTimeout(() => child.kill('SIGKILL'), REFUSED_MS)
  const [code, said] = await Promise.all([
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
    text(child.stderr as NodeJS.ReadableStream),
  ])
  clearTimeout(timer)
  return { code, said }
}

const oneLine = (reason: string) => expect.stringMatching(new RegExp(`^Failed to start Cairn: .*${reason}.*\\n$`))

describe('a start fails with one plain line', () => {
  it('when the data folder cannot be created', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'file'), '')

    const { code, said } = await refusal({ CAIRN_DATA_DIR: join(folder, 'file/data') })

    expect(said).toEqual(oneLine('Cannot create the data folder'))
    expect(code).toBe(1)
  })

  it('when the data folder is inside a folder that cannot be created', async () => {
    const { code, said } = await refusal({ CAIRN_DATA_DIR: '/proc/nowhere/data' })

    expect(said).toEqual(oneLine('Cannot create the data folder /proc/nowhere/data'))
    expect(code).toBe(1)
  })

  it('when the data folder cannot be written', async () => {
    // File modes do not stop root, but this folder is not writable for anyone.
    const isRoot = process.getuid?.() === 0
    const folder = isRoot ? '/proc' : temporaryFolder()
    if (!isRoot) chmodSync(folder, 0o555)

    const { code, said } = await refusal({ CAIRN_DATA_DIR: folder })

    expect(said).toEqual(oneLine(isRoot ? 'it contains other files' : 'Cannot write to the data folder'))
    expect(code).toBe(1)
  })

  it.each([
    ['the first page', 0],
    ['the first page behind its header', 100],
  ])('when %s of the database was overwritten, and does not change the file', async (_, from) => {
    const folder = temporaryFolder()
    await (await openSqliteStore(folder, () => {})).close()
    const damaged = readFileSync(databaseFile(folder))
    randomBytes(PAGE_BYTES - from).copy(damaged, from)
    writeFileSync(databaseFile(folder), damaged)

    const { code, said } = await refusal({ CAIRN_DATA_DIR: folder })

    expect(said).toEqual(oneLine('is damaged'))
    expect(code).toBe(1)
    expect(readFileSync(databaseFile(folder)).equals(damaged)).toBe(true)
    expect(readdirSync(folder)).not.toContain('secret')
  })

  it('when PostgreSQL cannot be reached', async () => {
    const { code, said } = await refusal({
      CAIRN_DATA_DIR: temporaryFolder(),
      DATABASE_URL: 'postgres://cairn:x@127.0.0.1:1/cairn',
      CAIRN_SECRET: 'a secret of the tests, long enough to be one',
    })

    expect(said).toEqual(oneLine('Cannot connect to the database: .*ECONNREFUSED'))
    expect(code).toBe(1)
  })

  it('when the database cannot be opened', async () => {
    const folder = temporaryFolder()
    await (await openSqliteStore(folder, () => {})).close()
    rmSync(databaseFile(folder))
    mkdirSync(databaseFile(folder))

    const { code, said } = await refusal({ CAIRN_DATA_DIR: folder })

    expect(said).toEqual(oneLine('unable to open database file'))
    expect(code).toBe(1)
  })

  it('when the database is gone, but uploads are there', async () => {
    const folder = temporaryFolder()
    await (await openSqliteStore(folder, () => {})).close()
    mkdirSync(join(folder, 'files', 'ab'), { recursive: true })
    writeFileSync(join(folder, 'files', 'ab', 'abcdef'), 'an upload')
    truncateSync(databaseFile(folder))

    const { code, said } = await refusal({ CAIRN_DATA_DIR: folder })

    expect(said).toEqual(oneLine('has uploads, but no database'))
    expect(code).toBe(1)
    expect(statSync(databaseFile(folder)).size).toBe(0)
  })

  it('when the database is gone, but its write-ahead log is there', async () => {
    const folder = temporaryFolder()
    const log = `${databaseFile(folder)}-wal`
    writeFileSync(log, 'changes')

    const { code, said } = await refusal({ CAIRN_DATA_DIR: folder })

    expect(said).toEqual(oneLine('contains cairn.db-wal, but not its database cairn.db'))
    expect(code).toBe(1)
    expect(readFileSync(log, 'utf8')).toBe('changes')
  })

  it('when another version created the database', async () => {
    const folder = temporaryFolder()
    const older = await openSqliteStore(folder, () => {})
    await older.write((tx) =>
      sql`update kysely_migration set name = '20260101-first' where name = '20261122-first'`.execute(tx),
    )
    await older.close()

    const { code, said } = await refusal({ CAIRN_DATA_DIR: folder })

    expect(said).toEqual(oneLine('created by an incompatible version'))
    expect(code).toBe(1)
  })

  it('when another server uses the data folder, which continues', async () => {
    const folder = temporaryFolder()
    const address = await runningServer(folder)

    const { code, said } = await refusal({ CAIRN_DATA_DIR: folder })

    expect(said).toEqual(oneLine('Another server is already using the data folder'))
    expect(code).toBe(1)
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
  })

  it('when the port is taken', async () => {
    const { port } = new URL(await runningServer(temporaryFolder()))

    const { code, said } = await refusal({ CAIRN_DATA_DIR: temporaryFolder(), PORT: port })

    expect(said).toEqual(oneLine('Cannot listen on port'))
    expect(code).toBe(1)
  })

  it('when a setting is wrong or the database cannot be reached', async () => {
    const folder = temporaryFolder()
    const secret = { CAIRN_DATA_DIR: folder, CAIRN_SECRET: 'x'.repeat(32) }

    const setting = await refusal({ CAIRN_DATA_DIR: folder, PORT: 'many' })
    const database = await refusal({ ...secret, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })

    expect([setting.code, database.code]).toEqual([1, 1])
    expect(setting.said).toEqual(oneLine('PORT'))
    expect(database.said).toEqual(oneLine('Cannot connect to the database'))
  })
})
