import type { Readable } from 'node:stream'
import type { StoredFile } from './files.spool.ts'

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

/** `put`, `open`, `exists` and the deletions throw 503 `files_unavailable` while the place of the files is away. */
export interface FileStore {
  /** The same for all servers that use the same store. */
  id: string
  /**
   * Stores the stream; it is on disk when this resolves. Beyond `maxBytes` it throws 413 `too_large` and stores
   * nothing. Calls `ready` with the key before the file is put in place.
   */
  put(content: AsyncIterable<Uint8Array>, maxBytes: number, ready?: (key: string) => Promise<void>): Promise<StoredFile>
  /** Null if the file does not exist. The caller reads the stream to its end or destroys it. */
  open(key: string, range?: ByteRange): Promise<OpenFile | null>
  exists(key: string): Promise<boolean>
  /** Deletes a file last stored before `time`; a file that is stored again during the call stays. */
  deleteOlder(key: string, time: Date): Promise<void>
  /** The keys of all files last stored before `time`. */
  listOlder(time: Date): AsyncIterable<string>
  /** Whether the files belong to this installation, which the first one to ask becomes the owner of. */
  isOwnedBy(installation: string): Promise<boolean>
  /** Removes leftovers of aborted uploads. */
  sweep(): Promise<void>
}
