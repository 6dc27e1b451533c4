// Takes the plan out of a ZIP file, which may be hostile.

import { IMPORT_MAX_BYTES } from '@cairn/contract/api/transfer'
import yauzl from 'yauzl'
import { Unreadable } from './import.draft.ts'

const ENTRIES_MAX = 20_000
/** A deflated entry that grows by more than this was made to. */
const RATIO_MAX = 200
const SMALL_BYTES = 1_000_000
const PLAN = 'plan.json'

/** The bytes of `plan.json`; other entries are only looked at. */
export function planInZip(bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const fail = (message: string, entry: string | null = null) =>
      reject(new Unreadable(message, null, entry === null ? null : entry.slice(0, 100)))
    yauzl.fromBuffer(bytes, { lazyEntries: true, strictFileNames: true }, (error, zip) => {
      if (error) return fail(`The ZIP file cannot be read: ${error.message.slice(0, 200)}`)
      if (zip.entryCount > ENTRIES_MAX) return fail(`The ZIP file has more than ${ENTRIES_MAX} entries`)
      let count = 0
      zip.on('error', (broken: Error) => fail(`The ZIP file cannot be read: ${broken.message.slice(0, 200)}`))
      zip.on('end', () => fail(`The ZIP file has no ${PLAN}`))
      zip.on('entry', (entry: yauzl.Entry) => {
        const { fileName, uncompressedSize, compressedSize } = entry
        if (++count > ENTRIES_MAX) return fail(`The ZIP file has more than ${ENTRIES_MAX} entries`)
        if (uncompressedSize > SMALL_BYTES && uncompressedSize > compressedSize * RATIO_MAX)
          return fail('The entry grows too much when it is unpacked', fileName)
        if (fileName !== PLAN) return zip.readEntry()
        if (uncompressedSize > IMPORT_MAX_BYTES)
          return fail(`The plan holds at most ${IMPORT_MAX_BYTES / 1024 / 1024} MB`, fileName)
        zip.openReadStream(entry, async (failed, stream) => {
          if (failed) return fail(`The entry cannot be read: ${failed.message.slice(0, 200)}`, fileName)
          try {
            const chunks: Buffer[] = []
            // The stream fails if the entry is longer than it says.
            for await (const chunk of stream) chunks.push(chunk as Buffer)
            resolve(Buffer.concat(chunks))
          } catch (broken) {
            fail(`The entry cannot be read: ${(broken as Error).message.slice(0, 200)}`, fileName)
          }
        })
      })
      zip.readEntry()
    })
  })
}
