import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A new folder for a database that need not survive anything; `npm test` names a place in memory for it. Tests of
 * crashes, stops and full disks take theirs from the folder for temporary files.
 */
export const storeFolder = (): string => mkdtempSync(join(process.env.TEST_STORE_DIR || tmpdir(), 'cairn-test-'))

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true })
