// The temporary file of an export.
import { once } from 'node:events'
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

/** In a ZIP file that lacks some. */
const MISSING = 'missing-files.txt'

/**
 * A ZIP file of the plan and its uploads, each of which is opened when it is its turn. Those that are missing from the
 * file store are listed instead. Throws 503 before anything is sent if the store is unavailable.
 */
export async function zipped(plan: Readable, packed: readonly PackedFile[], files: FileStore): Promise<Readable> {
  const [first] = packed
  if (first)
    await files.exists(first.key).catch((error: unknown) => {
      plan.destroy()
      throw error
    })
  const zip = new yazl.ZipFile()
  const output = new PassThrough()
  const fail = (error: Error) => output.destroy(error)
  zip.on('error', fail)
  zip.outputStream.pipe(output)
  const add = async (stream: Readable, path: string, compress: boolean) => {
    const stop = () => stream.destroy()
    output.once('close', stop)
    stream.on('error', fail)
    zip.addReadStream(stream, path, { compress })
    await once(stream, 'close')
    output.off('close', stop)
  }
  const addAll = async () => {
    await add(plan, 'plan.json', true)
    const missing: string[] = []
    for (const { key, path } of packed) {
      const found = await files.open(key)
      // The client may be gone.
      if (output.destroyed) {
        found?.stream.destroy()
        return
      }
      if (found) await add(found.stream, path, !PACKED.test(path))
      else missing.push(path)
    }
    if (missing.length > 0) zip.addBuffer(Buffer.from(`Missing on the server:\n${missing.join('\n')}\n`), MISSING)
    zip.end()
  }
  addAll().catch(fail)
  return output
}

export const TYPES: Record<ExportFormat, { type: string; extension: string }> = {
  json: { type: 'application/json; charset=utf-8', extension: 'json' },
  zip: { type: 'application/zip', extension: 'zip' },
  markdown: { type: 'text/markdown; charset=utf-8', extension: 'md' },
  csv: { type: 'text/csv; charset=utf-8', extension: 'csv' },
}
