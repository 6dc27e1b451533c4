// Temporary folders, each for one call. A process that is killed leaves them behind.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDiskFull, storageFull } from './errors.ts'
import { DAY_MS } from './units.ts'

const PREFIX = 'cairn-transfer-'
/** No call takes this long. Writing to a file in the folder does not change the folder's time. */
const STALE_MS = DAY_MS

/** The path of a new, empty folder, which the caller removes. 507 if the disk is full. */
export async function makeTempFolder(): Promise<string> {
  try {
    return await mkdtemp(join(tmpdir(), PREFIX))
  } catch (error) {
    throw isDiskFull(error) ? storageFull() : error
  }
}

/** Removes the folders that processes left behind. */
export async function sweepTempFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue
    const path = join(tmpdir(), name)
    // Another process may remove it at the same time, or own it.
    const found = await stat(path).catch(() => null)
    if (found && found.mtimeMs < Date.now() - STALE_MS) await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}
