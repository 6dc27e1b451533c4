// Where the bytes of uploads live: on the local disk, or in an S3-compatible store. A file's key is the hash of its content, so
// the same file is kept once, and nothing a client says becomes part of a path.
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import { fileTooLarge } from '../core/errors.ts'

/** An upload without progress ends long before; a temporary file that nobody has written to for this long belongs to no one. */
const TEMP_STALE_MS = 10 * 60_000

export interface StoredFile {
  /** SHA-256 of the content, in hexadecimal. */
  key: string
  /** Bytes. */
  size: number
}
/** Both ends included, in bytes. */
export interface ByteRange {
  start: number
  end: number
}
export interface OpenFile {
  stream: Readable
  /** Bytes of the whole file, also when only a range of it is read. */
  size: number
}

export interface FileStore {
  /** Keeps what the stream yields; on disk when it resolves. More than `maxBytes` is 413 `too_large`, and leaves nothing behind. */
  put(content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StoredFile>
  /** Null when there is no such file. The caller reads the stream to its end or destroys it. */
  open(key: string, range?: ByteRange): Promise<OpenFile | null>
  exists(key: string): Promise<boolean>
  /** Deletes a file that was last put before `time`; a file that is put again meanwhile stays. */
  deleteOlder(key: string, time: Date): Promise<void>
  /** The keys of all files that were last put before `time`. */
  listOlder(time: Date): AsyncIterable<string>
  /** Removes what uploads that ended abruptly have left. */
  sweep(): Promise<void>
}

/** Opens the store that the configuration names and removes what an earlier run left half-written. */
export async function openFileStore(config: Config): Promise<FileStore> {
  const folder = join(config.data_dir, 'files')
  const spool = await openSpool(join(folder, 'tmp'), config.database_url === null)
  if (!config.s3) return localFiles(folder, spool)
  const { s3Files } = await import('./files.s3.ts')
  return s3Files(config.s3, spool)
}

export const isFileKey = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

/** A file that has arrived whole but has no name yet. */
interface Spooled extends StoredFile {
  path: string
}
export interface Spool {
  /** Receives a stream into a temporary file, gives it to `keep`, and removes it whatever happens. */
  receive(
    content: AsyncIterable<Uint8Array>,
    maxBytes: number,
    keep: (file: Spooled) => Promise<void>,
  ): Promise<StoredFile>
  sweep(): Promise<void>
}

/** `alone`: no other server uses the folder, so all that is in it at the start is left over. */
async function openSpool(folder: string, alone: boolean): Promise<Spool> {
  await mkdir(folder, { recursive: true })

  async function sweep(before: number): Promise<void> {
    for (const name of await readdir(folder)) {
      const path = join(folder, name)
      const found = await stat(path).catch(nullIfMissing)
      if (found && found.mtimeMs <= before) await rm(path, { force: true })
    }
  }
  await sweep(alone ? Number.POSITIVE_INFINITY : Date.now() - TEMP_STALE_MS)

  return {
    receive: async (content, maxBytes, keep) => {
      const path = join(folder, randomUUID())
      try {
        const file = { path, ...(await writeSynced(content, path, maxBytes)) }
        await keep(file)
        return { key: file.key, size: file.size }
      } finally {
        await rm(path, { force: true })
      }
    },
    sweep: () => sweep(Date.now() - TEMP_STALE_MS),
  }
}

/** Writes and hashes the stream; the bytes are on disk when it resolves. */
async function writeSynced(content: AsyncIterable<Uint8Array>, path: string, maxBytes: number): Promise<StoredFile> {
  const hash = createHash('sha256')
  let size = 0
  const handle = await open(path, 'wx')
  try {
    await writeFile(
      handle,
      (async function* () {
        for await (const chunk of content) {
          size += chunk.length
          if (size > maxBytes) throw fileTooLarge(maxBytes)
          hash.update(chunk)
          yield chunk
        }
      })(),
    )
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { key: hash.digest('hex'), size }
}

/** Files as `ab/abcdef…`, so that no folder grows too long to list. */
function localFiles(folder: string, spool: Spool): FileStore {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key)
  const find = (key: string) => (isFileKey(key) ? stat(pathOf(key)).catch(nullIfMissing) : Promise.resolve(null))
  const moving = new Map<string, Promise<unknown>>()

  /** A file that is put and one that is deleted under the same key wait for each other. */
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
    put: (content, maxBytes) =>
      spool.receive(content, maxBytes, ({ key, path }) =>
        alone(key, async () => {
          await mkdir(dirname(pathOf(key)), { recursive: true })
          // Also over a file that is there already: what was just put is never old enough to be deleted.
          await rename(path, pathOf(key))
          await syncFolder(dirname(pathOf(key)))
          await syncFolder(folder)
        }),
      ),
    open: async (key, range) => {
      const handle = isFileKey(key) ? await open(pathOf(key)).catch(nullIfMissing) : null
      // An open file can be read to its end even when it is deleted meanwhile.
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
    sweep: spool.sweep,
  }
}

/** Puts a folder's names on disk; Windows cannot, and does so by itself. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function nullIfMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
  throw error
}
