// Where the bytes of uploads live: on the local disk, or in an S3-compatible store. A file's key is the hash of its content, so
// the same file is kept once, and nothing a client says becomes part of a path.
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../base/config.ts'
import { StartRefused } from '../base/errors.ts'
import { keptStoreId, localFiles } from './files.local.ts'
import { openSpool, type StoredFile } from './files.spool.ts'

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
  /** The same for all servers that keep their files in the same place. */
  id: string
  /**
   * Keeps what the stream yields; on disk when it resolves. More than `maxBytes` is 413 `too_large`, and leaves nothing behind. The file
   * is put in place when `ready`, which is asked once its key is known, lets it.
   */
  put(content: AsyncIterable<Uint8Array>, maxBytes: number, ready?: (key: string) => Promise<void>): Promise<StoredFile>
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

/**
 * Opens the store that the configuration names. Whoever is `alone` with the folder also removes what an earlier run left
 * half-written. Throws `StartRefused` when the folder cannot be written: uploads to a bucket arrive there too.
 */
export async function openFileStore(config: Config, { alone = false } = {}): Promise<FileStore> {
  const folder = join(config.data_dir, 'files')
  const spool = await openSpool(join(folder, 'tmp'), alone).catch((error: Error) => {
    throw new StartRefused(`The folder ${folder} cannot be written: ${error.message}`)
  })
  if (!config.s3) return localFiles(folder, spool, keptStoreId(folder))
  const { s3Files } = await import('./files.s3.ts')
  return s3Files(config.s3, spool)
}
