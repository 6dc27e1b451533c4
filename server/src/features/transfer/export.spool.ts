// The temporary file of an export.
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import type { ExportFormat } from '@cairn/contract/api/transfer'
import yazl from 'yazl'
import { isDiskFull, storageFull } from '../../base/errors.ts'
import { makeTempFolder } from '../../base/temp-folder.ts'
import type { FileStore } from '../../providers/file-store.ts'
import type { PackedFile, Write } from './export.ts'

/** Text is written in pieces of at least this many characters. */
const PIECE = 64 * 1024
/** Types that are compressed already. */
const PACKED = /\.(png|jpe?g|gif|webp|zip|gz|mp4|mov|pdf|docx|xlsx|pptx)$/i

/**
 * Runs `fill` with a temporary file and returns a stream of what it has written. The file is deleted when the stream
 * ends or is destroyed, or when `fill` throws.
 */
export async function spooled<T>(fill: (write: Write) => Promise<T>): Promise<{ answer: T; stream: Readable }> {
  const folder = await makeTempFolder()
  const remove = () => rm(folder, { recursive: true, force: true }).catch(() => {})
  try {
    const path = join(folder, 'plan')
    const handle = await open(path, 'wx+', 0o600)
    let answer: T
    try {
      let piece = ''
      const flush = async () => {
        const text = piece
        piece = ''
        if (text !== '') await handle.appendFile(text)
      }
      answer = await fill(async (text) => {
        piece += text
        if (piece.length >= PIECE) await flush()
      })
      await flush()
    } finally {
      await handle.close()
    }
    const stream = (await open(path, 'r')).createReadStream()
    stream.once('close', remove)
    return { answer, stream }
  } catch (error) {
    await remove()
    throw isDiskFull(error) ? storageFull() : error
  }
}

/** A ZIP file of the plan and its uploads, each of which is opened when it is its turn. */
export function zipped(plan: Readable, packed: readonly PackedFile[], files: FileStore): Readable {
  const zip = new yazl.ZipFile()
  const output = new PassThrough()
  const fail = (error: Error) => output.destroy(error)
  zip.on('error', fail)
  plan.on('error', fail)
  zip.addReadStream(plan, 'plan.json')
  for (const { key, path } of packed)
    zip.addReadStreamLazy(path, { compress: !PACKED.test(path) }, (deliver) => {
      files.open(key).then(
        (found) => {
          if (!found) return deliver(new Error('A file of the plan is missing'), new PassThrough())
          output.once('close', () => found.stream.destroy())
          found.stream.on('error', fail)
          deliver(null, found.stream)
        },
        (error: Error) => deliver(error, new PassThrough()),
      )
    })
  zip.end()
  zip.outputStream.pipe(output)
  output.once('close', () => plan.destroy())
  return output
}

export const TYPES: Record<ExportFormat, { type: string; extension: string }> = {
  json: { type: 'application/json; charset=utf-8', extension: 'json' },
  zip: { type: 'application/zip', extension: 'zip' },
  markdown: { type: 'text/markdown; charset=utf-8', extension: 'md' },
  csv: { type: 'text/csv; charset=utf-8', extension: 'csv' },
}
