import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { OperatorError } from './errors.ts'

/**
 * Creates a folder and its parents; an existing one is unchanged. Node's own `recursive` never returns inside a folder
 * like `/proc`.
 */
export function makeFolder(path: string, mode?: number): void {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && dirname(path) !== path) {
      makeFolder(dirname(path), mode)
      mkdirSync(path, { mode })
    } else if (code !== 'EEXIST' || !statSync(path).isDirectory()) throw error
  }
}

/** From now on, every file of this program is private to its owner. */
export function makeFilesPrivate(): void {
  process.umask(0o077)
}

const FOR_OTHERS = 0o077
const SHARED_BY_ALL = 0o1000
/** What we put into a data folder. */
const OURS = /^(cairn\.db|lock\.db|secret$|files$|outbox$|restore-)/

/**
 * Creates a private folder: plans and password hashes are no other user's business. Closes an existing folder to other
 * users if it is a data folder or empty, and rejects it if it contains other files.
 */
export function makeDataFolder(path: string): void {
  try {
    makeFolder(path, 0o700)
    if (process.platform !== 'win32') closeToOthers(path)
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`Cannot create the data folder ${path}: ${(error as Error).message}`)
  }
}

function closeToOthers(path: string): void {
  const { mode } = statSync(path)
  if ((mode & FOR_OTHERS) === 0) return
  const names = readdirSync(path)
  const isOurs = names.length === 0 || names.some((name) => OURS.test(name))
  if ((mode & SHARED_BY_ALL) !== 0 || !isOurs)
    throw new OperatorError(
      `Other users can read the data folder ${path}, and it contains other files. Use a separate folder, or run: chmod 700 ${path}`,
    )
  try {
    chmodSync(path, mode & 0o700)
  } catch (error) {
    throw new OperatorError(
      `Other users can read the data folder ${path}. Cannot change its permissions: ${(error as Error).message}`,
    )
  }
}
