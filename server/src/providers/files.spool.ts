// Spools an upload to a temporary file, because its key is the hash of its whole content.
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileTooLarge, isDiskFull, storageFull } from '../base/errors.ts'
import { makeFolder } from '../base/folder.ts'

/** An upload without progress ends long before, so a temporary file that is this old is abandoned. */
const TEMP_STALE_MS = 10 * 60_000

export interface StoredFile {
  /** SHA-256 of the content, in hexadecimal. */
  key: string
  /** Bytes. */
  size: number
}

export const isFileKey = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

/** A complete file without a name yet. */
interface Spooled extends StoredFile {
  path: string
}
export interface Spool {
  /** Receives a stream into a temporary file, passes it to `keep`, and always removes it. */
  receive(
    content: AsyncIterable<Uint8Array>,
    maxBytes: number,
    keep: (file: Spooled) => Promise<void>,
  ): Promise<StoredFile>
  sweep(): Promise<void>
}

/** `alone`: no other process uses the folder, so everything in it is a leftover. */
export async function openSpool(folder: string, alone: boolean): Promise<Spool> {
  makeFolder(folder)

  async function sweep(before: number): Promise<void> {
    for (const name of (await readdir(folder).catch(nullIfMissing)) ?? []) {
      const path = join(folder, name)
      const found = await stat(path).catch(nullIfMissing)
      if (found && found.mtimeMs <= before) await rm(path, { force: true })
    }
  }
  await sweep(alone ? Number.POSITIVE_INFINITY : Date.now() - TEMP_STALE_MS)

  return {
    receive: async (content, maxBytes, keep) => {
      // Programs that clean up temporary folders may have removed it. Its parent is not created: it holds the data.
      await mkdir(folder).catch(ignoreExisting)
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

/**
 * Writes the stream to a new file and hashes it; the bytes are on disk when it resolves. 413 beyond `maxBytes`, 507 if
 * the disk is full.
 */
export async function writeSynced(
  content: AsyncIterable<Uint8Array>,
  path: string,
  maxBytes: number,
): Promise<StoredFile> {
  const hash = createHash('sha256')
  let size = 0
  const handle = await open(path, 'wx').catch(explainFullDisk)
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
  } catch (error) {
    explainFullDisk(error)
  } finally {
    await handle.close()
  }
  return { key: hash.digest('hex'), size }
}

function ignoreExisting(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') explainFullDisk(error)
}

function explainFullDisk(error: unknown): never {
  throw isDiskFull(error) ? storageFull() : error
}

export function nullIfMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
  throw error
}
