// Folders for work that is half done. They hold copies of the whole database, so none may stay.
import { rmSync, statSync } from 'node:fs'
import { mkdtemp, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DAY_MS } from '../base/units.ts'

/** Longer than a backup takes: what is older is from a run that was killed. */
const ABANDONED_MS = DAY_MS

/** Runs work with a folder beside its target, which is removed afterwards, also if a signal ends the program. */
export async function inStaging<T>(prefix: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(prefix)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    await removeAbandoned(prefix)
    return await work(folder)
  } finally {
    process.off('exit', remove)
    remove()
  }
}

async function removeAbandoned(prefix: string): Promise<void> {
  const place = dirname(prefix)
  for (const name of await readdir(place)) {
    if (!name.startsWith(basename(prefix))) continue
    const path = join(place, name)
    const { mtimeMs = Date.now() } = statSync(path, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > ABANDONED_MS) rmSync(path, { recursive: true, force: true })
  }
}
