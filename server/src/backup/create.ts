import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readFile, rename } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../base/config.ts'
import { OperatorError } from '../base/errors.ts'
import { databaseFile } from '../db/open.ts'
import { dumpDatabase } from '../db/postgres-dump.ts'
import { copyDatabase, inspectDatabase } from '../db/sqlite-copy.ts'
import { syncFolder } from '../providers/files.local.ts'
import { openFileStore } from '../providers/files.ts'
import { secretFile } from '../providers/secret.ts'
import { type Manifest, readArchive, writeArchive } from './archive.ts'
import { inStaging } from './staging.ts'

export interface Created extends Manifest {
  /** Keys of files whose content is damaged. They are in the backup as they are. */
  damaged: string[]
}

/**
 * Creates a backup, also while the server runs, of every write acknowledged before the call and every file that a row
 * refers to. Replaces an older backup of that name in one step. Throws `OperatorError` if there is no database.
 */
export async function createBackup(config: Config, target: string, now = new Date()): Promise<Created> {
  await requireFreePlace(config, target)
  return inStaging(join(dirname(target), '.cairn-backup-'), async (staging) => {
    const databasePath = join(staging, 'database')
    const referred = config.database_url
      ? await dumpDatabase(config.database_url, databasePath)
      : await copySqlite(config.data_dir, databasePath)
    const files = await openFileStore(config)
    const [fileKeys, missing]: [string[], string[]] = [[], []]
    for (const key of referred) ((await files.exists(key)) ? fileKeys : missing).push(key)
    const manifest: Manifest = {
      format: 1,
      database: config.database_url ? 'postgres' : 'sqlite',
      created_at: now.toISOString(),
      database_hash: await hashFile(databasePath),
      files: fileKeys.length,
      missing,
    }
    const archive = join(staging, 'archive')
    const damaged = await writeArchive(archive, {
      manifest,
      databasePath,
      secret: await secretOf(config),
      files,
      fileKeys,
    })
    await rename(archive, target)
    await syncFolder(dirname(target))
    return { ...manifest, damaged }
  })
}

/** A backup may replace an older one, and nothing else. */
async function requireFreePlace({ data_dir }: Config, target: string): Promise<void> {
  if (!relative(resolve(data_dir), target).startsWith('..'))
    throw new OperatorError(`Cannot write the backup into the data folder ${data_dir}.`)
  if (!existsSync(target)) return
  await readArchive(target).catch(() => {
    throw new OperatorError(`${target} already exists and is no backup of Cairn. It was not replaced.`)
  })
}

async function copySqlite(dataDir: string, to: string): Promise<string[]> {
  const from = databaseFile(dataDir)
  if (!existsSync(from)) throw new OperatorError(`There is no database in ${dataDir}.`)
  await copyDatabase(from, to)
  const { damage, fileKeys } = inspectDatabase(to)
  if (damage) throw new OperatorError(`The database in ${dataDir} is damaged, and no backup was written: ${damage}`)
  return fileKeys
}

async function secretOf({ data_dir }: Config): Promise<string | null> {
  return existsSync(secretFile(data_dir)) ? readFile(secretFile(data_dir), 'utf8') : null
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
