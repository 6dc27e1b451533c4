// Sends an uploaded file safely: types that browsers display safely are shown, all others are downloads, and nothing in
// it runs.
import type { FastifyReply } from 'fastify'
import { notFound } from '../base/errors.ts'
import { contentDisposition } from '../base/file-name.ts'
import type { ByteRange, FileStore } from '../providers/file-store.ts'
import { matchesTag } from './etag.ts'
import type { Http } from './router.ts'

/**
 * A stalled reader must not keep a file open. Node checks twice, so it has two minutes: a slow one behind a proxy on this
 * machine takes nothing for as long, while it reads megabytes from the buffers of the system.
 */
const STALLED_MS = 60_000
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

interface SentFile {
  key: string
  name: string
  content_type: string
  /** Bytes. */
  size: number
}

/** Sends the whole file, one range of it (206, or 416 for an invalid one), or 304 if the caller has it already. */
export async function sendFile(files: FileStore, file: SentFile, { request, reply }: Http): Promise<FastifyReply> {
  const etag = `"${file.key}"`
  setHeaders(reply, file).header('etag', etag)
  if (matchesTag(request, etag)) return reply.status(304).send()

  const wanted = request.headers['if-range'] ?? etag
  const range = wanted === etag ? rangeOf(request.headers.range, file.size) : null
  if (range === 'outside') return reply.status(416).header('content-range', `bytes */${file.size}`).send()
  const found = await files.open(file.key, range ?? undefined)
  // A file that was cut would leave the reader waiting for the rest.
  if (found && found.size !== file.size) found.stream.destroy()
  if (found?.size !== file.size) throw notFound('File')
  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy())
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  return reply.header('content-length', range ? range.end - range.start + 1 : file.size).send(found.stream)
}

/** The client's content type is used only if it is harmless; any other could run as a page. */
function setHeaders(reply: FastifyReply, { name, content_type }: SentFile): FastifyReply {
  const shown = SHOWN.has(content_type) || content_type === 'text/plain'
  const type = content_type === 'text/plain' ? 'text/plain; charset=utf-8' : content_type
  return reply
    .type(shown ? type : 'application/octet-stream')
    .header('content-disposition', contentDisposition(shown ? 'inline' : 'attachment', name))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-cache')
    .header('accept-ranges', 'bytes')
}

/**
 * The single range of a `Range` header; null if the whole file is to be sent: no header, several ranges, or an invalid
 * one.
 */
function rangeOf(header: string | undefined, size: number): ByteRange | 'outside' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? 'outside' : { start, end }
}

/** For an image that the server has encoded. Its URL changes with it; opened directly, it can run nothing. */
export const imageHeaders = (name: string) => ({
  'content-type': 'image/webp',
  'content-disposition': `inline; filename="${name}.webp"`,
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=31536000, immutable',
})
