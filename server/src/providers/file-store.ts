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
