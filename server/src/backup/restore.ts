import { createWriteStream, existsSync } from 'node:fs'
import { link, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../base/config.ts'
import { OperatorError } from '../base/errors.ts'
import { makeDataFolder } from '../base/folder.ts'
import { holdLock } from '../db/lock.ts'
import { databaseFile } from '../db/open.ts'
import { requireFreeDatabase, restoreDump } from '../db/postgres-dump.ts'
import { closeLog, inspectDatabase } from '../db/sqlite-copy.ts'
import type { FileStore } from '../providers/file-store.ts'
import { disownFiles, syncFolder } from '../providers/files.local.ts'
import { openFileStore } from '../providers/files.ts'
import { secretFile } from '../providers/secret.ts'
import {
  type ArchiveEntry,
  DAMAGED,
  DATABASE,
  FILES,
  type Manifest,
  readArchive,
  readDamaged,
  SECRET,
} from './archive.ts'
import { hashFile } from './create.ts'
import { listValidTokensIn, noteValidTokensAt, type RestoredTokens, revokeAt, revokeInFile } from './revoke.ts'
import { inStaging } from './staging.ts'

export interface Restored {
  manifest: Manifest
  /** The path of the previous database; null if there was none, or with PostgreSQL. */
  kept: string | null
  tokens: RestoredTokens
  /** Keys of files that were already damaged when the backup was created. */
  damaged: string[]
}

/**
 * Restores a backup completely or not at all: it is unpacked and checked first, and the database is replaced in one
 * step. Ends all sessions, voids mailed links and starts a new epoch. Throws `OperatorError`.
 */
export async function restoreBackup(config: Config, path: string, { force }: { force: boolean }): Promise<Restored> {
  const { manifest, entries } = await readArchive(path)
  const kind = config.database_url ? 'postgres' : 'sqlite'
  if (manifest.database !== kind)
    throw new OperatorError(
      `This backup contains a ${NAMES[manifest.database]} database, but the server is configured for ${NAMES[kind]}.`,
    )
  const { data_dir } = config
  makeDataFolder(data_dir)
  const unlock = config.database_url ? () => {} : holdLock(data_dir)
  try {
    await requireRoom(config, force)
    return await inStaging(join(data_dir, 'restore-'), async (staging) => {
      const unpacked = await unpack(entries, await openFileStore(config), staging).catch((error: unknown) => {
        throw isOfSystem(error) ? error : new OperatorError(`The backup is damaged: ${(error as Error).message}`)
      })
      await check(manifest, unpacked, kind)
      const { kept, tokens } = config.database_url
        ? await exchangeDump(config.database_url, unpacked.database)
        : await exchangeFile(data_dir, unpacked.database)
      if (unpacked.secret) await exchangeSecret(data_dir, unpacked.secret, kept)
      if (!config.s3) disownFiles(join(data_dir, 'files'))
      await syncFolder(data_dir)
      return { manifest, kept, tokens, damaged: unpacked.damaged }
    })
  } finally {
    unlock()
  }
}

/** Such as a full disk: it says nothing about the backup. */
const isOfSystem = (error: unknown): boolean =>
  error instanceof OperatorError || (error as NodeJS.ErrnoException).syscall !== undefined

const NAMES = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

async function requireRoom({ database_url, data_dir }: Config, force: boolean): Promise<void> {
  if (database_url) return requireFreeDatabase(database_url, force)
  if (!force && existsSync(databaseFile(data_dir)))
    throw new OperatorError(`${data_dir} already contains a database. Use --force to replace it.`)
}

interface Unpacked {
  database: string
  secret: string | null
  /** All in the archive, the damaged ones included. */
  fileKeys: Set<string>
  damaged: string[]
}

/** Files go directly to the store: without references they are harmless, and deleted eventually. */
async function unpack(entries: AsyncIterable<ArchiveEntry>, files: FileStore, staging: string): Promise<Unpacked> {
  const unpacked: Unpacked = { database: join(staging, DATABASE), secret: null, fileKeys: new Set(), damaged: [] }
  const changed: string[] = []
  for await (const { name, open } of entries) {
    if (name === DATABASE) await writeSynced(await open(), unpacked.database)
    else if (name === SECRET) {
      unpacked.secret = join(staging, SECRET)
      await writeSynced(await open(), unpacked.secret)
    } else if (name === DAMAGED) unpacked.damaged = await readDamaged(await open())
    else if (name.startsWith(FILES)) {
      // Damaged content is stored under its own key, which no row refers to.
      const { key } = await files.put(await open(), Number.POSITIVE_INFINITY)
      if (key !== basename(name)) changed.push(basename(name))
      unpacked.fileKeys.add(basename(name))
    }
  }
  const known = new Set(unpacked.damaged)
  for (const key of changed)
    if (!known.has(key)) throw new OperatorError(`The backup is damaged: the file ${key} does not match its checksum.`)
  return unpacked
}

async function check(manifest: Manifest, { database, fileKeys }: Unpacked, kind: Manifest['database']): Promise<void> {
  if (!existsSync(database) || (await hashFile(database)) !== manifest.database_hash)
    throw new OperatorError('The backup is damaged: the database does not match its checksum.')
  if (fileKeys.size !== manifest.files)
    throw new OperatorError(`The backup is damaged: it has ${fileKeys.size} files instead of ${manifest.files}.`)
  if (kind === 'postgres') return
  const { damage, fileKeys: referred } = inspectDatabase(database)
  if (damage) throw new OperatorError(`The backup is damaged: ${damage}`)
  const missing = new Set(manifest.missing)
  const lost = referred.filter((key) => !fileKeys.has(key) && !missing.has(key))
  if (lost.length > 0) throw new OperatorError(`The backup is damaged: ${lost.length} of its files are missing.`)
}

type Exchanged = Pick<Restored, 'kept' | 'tokens'>

async function exchangeDump(url: string, dump: string): Promise<Exchanged> {
  const valid = await noteValidTokensAt(url)
  await restoreDump(url, dump)
  return { kept: null, tokens: await revokeAt(url, valid) }
}

async function exchangeFile(dataDir: string, next: string): Promise<Exchanged> {
  const tokens = revokeInFile(next, listValidTokensIn(databaseFile(dataDir)))
  return { kept: await exchangeDatabase(dataDir, next), tokens }
}

/** Saves the old database, if any, under another name. One of the two is in place at every moment. */
async function exchangeDatabase(dataDir: string, next: string): Promise<string | null> {
  const place = databaseFile(dataDir)
  const kept = existsSync(place) ? `${place}.before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}` : null
  if (kept) {
    await settleLog(place, kept)
    await link(place, kept)
  }
  await rename(next, place)
  return kept
}

/** The saved database needs its secret: without it no one can sign in with a code. */
async function exchangeSecret(dataDir: string, next: string, kept: string | null): Promise<void> {
  const place = secretFile(dataDir)
  if (kept && existsSync(place)) await rename(place, `${kept}-secret`)
  await rename(next, place)
}

/**
 * A leftover log would be read into the new database. If it cannot be settled, the database is damaged, and the log is
 * removed too.
 */
async function settleLog(place: string, kept: string): Promise<void> {
  try {
    closeLog(place)
  } catch {
    if (existsSync(`${place}-wal`)) await rename(`${place}-wal`, `${kept}-wal`)
    await rm(`${place}-shm`, { force: true })
  }
}

const ONLY_OWNER = 0o600

const writeSynced = async (content: NodeJS.ReadableStream, path: string): Promise<void> =>
  pipeline(content, createWriteStream(path, { flags: 'wx', mode: ONLY_OWNER, flush: true }))
