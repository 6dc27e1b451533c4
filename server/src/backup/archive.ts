// A backup is one ZIP file: `backup.json`, the database, the server's secret, every file that the database refers to,
// under `files/`, and the keys of those whose content is damaged. A ZIP ends with its list of contents, so a truncated
// one is detected early.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import yauzl, { type ZipFile } from 'yauzl'
import yazl from 'yazl'
import { z } from 'zod'
import { OperatorError } from '../base/errors.ts'
import type { FileStore } from '../providers/file-store.ts'

const MANIFEST = 'backup.json'
export const DATABASE = 'database'
export const SECRET = 'secret'
export const FILES = 'files/'
export const DAMAGED = 'damaged.json'
const ONLY_OWNER = 0o600

const Manifest = z.object({
  format: z.literal(1),
  database: z.enum(['sqlite', 'postgres']),
  created_at: z.string(),
  /** SHA-256 of the database, in hexadecimal. */
  database_hash: z.string(),
  files: z.int(),
  /** Keys of files that were already missing when the backup was created. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

interface Content {
  manifest: Manifest
  databasePath: string
  secret: string | null
  files: FileStore
  fileKeys: readonly string[]
}

/**
 * Writes an archive that only its owner may read, because it contains everything. The bytes are on disk when it
 * resolves. Returns the keys of files whose content does not match; they are in the archive as they are.
 */
export async function writeArchive(path: string, content: Content): Promise<string[]> {
  const { manifest, databasePath, secret, files, fileKeys } = content
  const damaged: string[] = []
  const stop = new AbortController()
  const zip = new yazl.ZipFile()
  zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 2)), MANIFEST)
  zip.addReadStreamLazy(DATABASE, (give) => give(null, createReadStream(databasePath)))
  if (secret !== null) zip.addBuffer(Buffer.from(secret), SECRET)
  // Most uploads are compressed already.
  for (const key of fileKeys)
    zip.addReadStreamLazy(FILES + key, { compress: false }, (give) => {
      const bytes = Readable.from(bytesOf(files, key, () => damaged.push(key)))
      bytes.on('error', ({ message }) =>
        stop.abort(new OperatorError(`Cannot read the file ${key} from the file store: ${message}`)),
      )
      give(null, bytes)
    })
  // Lazily too: the list is complete when it is the turn of its entry.
  zip.addReadStreamLazy(DAMAGED, (give) => give(null, Readable.from([JSON.stringify(damaged)])))
  zip.end()

  zip.on('error', (error) => stop.abort(error))
  const target = createWriteStream(path, { flags: 'wx', mode: ONLY_OWNER, flush: true })
  await pipeline(zip.outputStream, target, { signal: stop.signal }).catch((error: unknown) => {
    throw stop.signal.reason ?? error
  })
  return damaged
}

/** The content of a file, whose key is its hash. */
async function* bytesOf(files: FileStore, key: string, onDamaged: () => void): AsyncGenerator<Uint8Array> {
  const found = await files.open(key)
  if (!found) throw new Error('it is missing.')
  const hash = createHash('sha256')
  for await (const chunk of found.stream as AsyncIterable<Uint8Array>) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== key) onDamaged()
}

/** The keys in the entry `DAMAGED`. */
export const readDamaged = async (content: Readable): Promise<string[]> =>
  z.array(z.string()).parse(parseJson(await text(content)))

export interface ArchiveEntry {
  name: string
  open(): Promise<Readable>
}

/** Reads an archive in order, the manifest first; throws `OperatorError` if the file is not an archive. */
export async function readArchive(path: string): Promise<{ manifest: Manifest; entries: AsyncIterable<ArchiveEntry> }> {
  const none = (reason: string) => new OperatorError(`${path} is not a complete Cairn backup: ${reason}`)
  const zip = await yauzl.openPromise(path).catch((error: Error) => {
    throw none(error.message)
  })
  const entries = entriesOf(zip, limitOf(path), none)
  const { value: first } = await entries.next()
  if (first?.name !== MANIFEST) throw none(`it does not begin with ${MANIFEST}.`)
  const parsed = Manifest.safeParse(parseJson(await text(await first.open())))
  if (!parsed.success) throw none(`${MANIFEST} has an unknown format.`)
  return { manifest: parsed.data, entries }
}

/** A backup compresses well, but never like a ZIP bomb. */
const RATIO_MAX = 100
const FREE_BYTES = 64 * 1024 * 1024
const ENTRIES_MAX = 2_000_000
const MANIFEST_MAX_BYTES = 256 * 1024 * 1024

/** The maximum unpacked size of an archive of this size. */
const limitOf = (path: string): number => FREE_BYTES + RATIO_MAX * statSync(path).size

/** Sizes are those that the archive declares; the reader fails when an entry has more. */
async function* entriesOf(
  zip: ZipFile,
  maxBytes: number,
  none: (reason: string) => Error,
): AsyncGenerator<ArchiveEntry, undefined> {
  if (zip.entryCount > ENTRIES_MAX) throw none(`it has more than ${ENTRIES_MAX} entries.`)
  let bytes = 0
  for await (const entry of zip.eachEntry()) {
    bytes += entry.uncompressedSize
    if (bytes > maxBytes) throw none('unpacked, it is far larger than a backup of its size.')
    if (entry.fileName === MANIFEST && entry.uncompressedSize > MANIFEST_MAX_BYTES)
      throw none(`${MANIFEST} is too large.`)
    yield { name: entry.fileName, open: () => zip.openReadStreamPromise(entry) }
  }
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}
