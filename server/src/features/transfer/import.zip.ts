// Takes the plan and its files out of a ZIP file, which may be hostile.

import { PassThrough, pipeline, type Readable } from 'node:stream'
import { IMPORT_MAX_BYTES } from '@cairn/contract/api/transfer'
import yauzl from 'yauzl'
import { AppError } from '../../base/errors.ts'
import { reasonOf, Unreadable } from './import.read.ts'

const ENTRIES_MAX = 20_000
/** All entries together, however small they are packed: an upload may be a thousand times its packed size. */
const UNPACKED_MAX_BYTES = 200 * 1024 * 1024
const PLAN = 'plan.json'

/** Uncompressed sizes by name. */
export type Entries = ReadonlyMap<string, number>

export interface UnpackedPlan {
  plan: Buffer
  /** All others, of which nothing is unpacked yet. */
  entries: Entries
}

/** The bytes of `plan.json`, and what else there is. */
export async function planInZip(bytes: Buffer): Promise<UnpackedPlan> {
  let plan: Buffer | undefined
  const entries = new Map<string, number>()
  await eachEntry(bytes, async ({ fileName, uncompressedSize }, read) => {
    if (fileName !== PLAN) {
      entries.set(fileName, uncompressedSize)
      return
    }
    if (uncompressedSize > IMPORT_MAX_BYTES)
      throw new Unreadable(`The plan holds at most ${IMPORT_MAX_BYTES / 1024 / 1024} MB`, null, fileName)
    const chunks: Buffer[] = []
    // The stream fails if the entry is longer than it says.
    for await (const chunk of await read()) chunks.push(chunk as Buffer)
    plan = Buffer.concat(chunks)
  })
  if (!plan) throw new Unreadable(`The ZIP file has no ${PLAN}`)
  return { plan, entries }
}

/** Passes the content of each wanted entry to `keep`, one after the other. */
export async function unpack<T>(
  bytes: Buffer,
  wanted: ReadonlySet<string>,
  keep: (content: Readable) => Promise<T>,
): Promise<Map<string, T>> {
  const kept = new Map<string, T>()
  await eachEntry(bytes, async ({ fileName }, read) => {
    if (wanted.has(fileName)) kept.set(fileName, await keep(await read()))
  })
  return kept
}

type Visit = (entry: yauzl.Entry, read: () => Promise<Readable>) => Promise<void>

/** `Unreadable` for a ZIP file that is broken or holds too much. */
function eachEntry(bytes: Buffer, visit: Visit): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (message: string, entry: string | null = null) =>
      reject(new Unreadable(message, null, entry === null ? null : entry.slice(0, 100)))
    yauzl.fromBuffer(bytes, { lazyEntries: true, strictFileNames: true }, (error, zip) => {
      if (error) return fail(`The ZIP file cannot be read: ${reasonOf(error)}`)
      if (zip.entryCount > ENTRIES_MAX) return fail(`The ZIP file has more than ${ENTRIES_MAX} entries`)
      let count = 0
      let total = 0
      zip.on('error', (broken: Error) => fail(`The ZIP file cannot be read: ${reasonOf(broken)}`))
      zip.on('end', resolve)
      zip.on('entry', (entry: yauzl.Entry) => {
        const { fileName, uncompressedSize } = entry
        total += uncompressedSize
        if (++count > ENTRIES_MAX) return fail(`The ZIP file has more than ${ENTRIES_MAX} entries`)
        if (total > UNPACKED_MAX_BYTES)
          return fail(`The ZIP file holds more than ${UNPACKED_MAX_BYTES / 1024 / 1024} MB when it is unpacked`)
        const read = () =>
          new Promise<Readable>((opened, failed) => {
            zip.openReadStream(entry, (broken, stream) => (broken ? failed(broken) : opened(safe(stream))))
          })
        visit(entry, read).then(
          () => zip.readEntry(),
          (broken: Error) => {
            // Errors of the store and of the limits say themselves what is wrong.
            if (broken instanceof Unreadable || broken instanceof AppError) reject(broken)
            else fail(`The entry cannot be read: ${reasonOf(broken)}`, fileName)
          },
        )
      })
      zip.readEntry()
    })
  })
}

/** The same content. An error that comes before anyone reads waits for the reader, instead of ending the process. */
function safe(stream: Readable): Readable {
  const kept = new PassThrough().on('error', () => undefined)
  pipeline(stream, kept, () => undefined)
  return kept
}
