// Whole database files: a consistent copy of a database in use, and its integrity check.
import { backup, DatabaseSync } from '@photostructure/sqlite'

/** More pages than any database has: with one step the copy is of one moment, and writers cannot restart it. */
const ALL_PAGES = 2 ** 31 - 1
const BUSY_TIMEOUT_MS = 10_000

/**
 * Copies a database that others may be writing to, page by page, because a rebuild would break the search index. The
 * copy contains every commit acknowledged before the call, in one file.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  try {
    await backup(source, to, { rate: ALL_PAGES })
  } finally {
    source.close()
  }
  const copy = new DatabaseSync(to)
  try {
    copy.exec('pragma journal_mode = delete')
  } finally {
    copy.close()
  }
}

export interface DatabaseContent {
  /** The result of `integrity_check`; null if there is no error. */
  damage: string | null
  /** The keys of all files that a row refers to. */
  fileKeys: string[]
}

/** Reads a database file that no one else uses. A file that is not a database counts as damaged. */
export function inspectDatabase(path: string): DatabaseContent {
  const file = new DatabaseSync(path, { readOnly: true })
  try {
    const [first] = file.prepare('pragma integrity_check(1)').all() as { integrity_check: string }[]
    if (first?.integrity_check !== 'ok') return { damage: first?.integrity_check ?? 'no answer', fileKeys: [] }
    const rows = file.prepare(LIST_FILES).all() as { key: string }[]
    return { damage: null, fileKeys: rows.map(({ key }) => key) }
  } catch (error) {
    return { damage: (error as Error).message, fileKeys: [] }
  } finally {
    file.close()
  }
}

/** For both databases. */
export const LIST_FILES = `
  select file_key as key from artifacts where file_key is not null
  union select avatar_file as key from users where avatar_file is not null`

/** Brings what is still in the write-ahead log into the database file and removes the log. */
export function closeLog(path: string): void {
  const file = new DatabaseSync(path)
  try {
    file.exec('pragma wal_checkpoint(truncate); pragma journal_mode = delete')
  } finally {
    file.close()
  }
}
