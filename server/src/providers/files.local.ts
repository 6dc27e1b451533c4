import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from './file-store.ts'
import { isFileKey, nullIfMissing, type Spool } from './files.spool.ts'

/** Stored as `ab/abcdef…`, so that no folder gets too long to list. */
export function localFiles(folder: string, spool: Spool, id: string): FileStore {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key)
  const find = (key: string) => (isFileKey(key) ? stat(pathOf(key)).catch(nullIfMissing) : Promise.resolve(null))
  const moving = new Map<string, Promise<unknown>>()

  /** Storing and deleting under the same key wait for each other. */
  async function alone<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = moving.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    moving.set(key, mine)
    try {
      return await mine
    } finally {
      if (moving.get(key) === mine) moving.delete(key)
    }
  }

  return {
    id,
    put: (content, maxBytes, ready) =>
      spool.receive(content, maxBytes, async ({ key, path }) => {
        await ready?.(key)
        await alone(key, async () => {
          await mkdir(dirname(pathOf(key)), { recursive: true })
          // Also replaces an existing file, so that a file just stored is never old enough to be deleted.
          await rename(path, pathOf(key))
          await syncFolder(dirname(pathOf(key)))
          await syncFolder(folder)
        })
      }),
    open: async (key, range) => {
      const handle = isFileKey(key) ? await open(pathOf(key)).catch(nullIfMissing) : null
      // An open file can be read to its end even if it is deleted.
      return handle && { stream: handle.createReadStream(range), size: (await handle.stat()).size }
    },
    exists: async (key) => (await find(key)) !== null,
    deleteOlder: (key, time) =>
      alone(key, async () => {
        const found = await find(key)
        if (found && found.mtime < time) await unlink(pathOf(key))
      }),
    listOlder: async function* (time) {
      for (const shard of await readdir(folder)) {
        if (!/^[0-9a-f]{2}$/.test(shard)) continue
        for (const key of await readdir(join(folder, shard))) {
          const found = await find(key)
          if (found && found.mtime < time) yield key
        }
      }
    },
    isOwnedBy: async (installation) => loadOrCreate(folder, OWNER, installation) === installation,
    sweep: spool.sweep,
  }
}

/** Created by the first server that opens the folder; all servers that share it read the same id. */
export const loadOrCreateStoreId = (folder: string): string => loadOrCreate(folder, 'store-id', randomUUID())

/** Names the database of the files: with another one, they are no orphans. */
const OWNER = 'installation'

/** A restore sets another name for the database. The next one that asks owns the files. */
export const disownFiles = (folder: string): void => rmSync(join(folder, OWNER), { force: true })

function loadOrCreate(folder: string, name: string, content: string): string {
  const file = join(folder, name)
  if (!existsSync(file)) {
    const draft = join(folder, 'tmp', randomUUID())
    writeFileSync(draft, content, { flag: 'wx', flush: true })
    try {
      linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(draft)
    }
  }
  return readFileSync(file, 'utf8').trim()
}

/** Syncs a folder's names to disk; Windows cannot, and does so automatically. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
