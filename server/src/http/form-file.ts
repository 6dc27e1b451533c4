// Files that come in a form. A file is a stream on its way to where it is kept: it is never held in memory, and nothing that the
// client says about it is believed.
import fastifyMultipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, fileTooLarge, invalid } from '../base/errors.ts'
import { fileName, isContentType } from '../base/file-name.ts'

/** What a form may hold beside the file itself: other fields, which nobody reads, and the lines between them. */
const OVERHEAD_BYTES = 256 * 1024
const OTHER_FIELD_BYTES = 1024
const PARTS_MAX = 20

export interface FormFile {
  /** What the client calls it, as a plain name; only ever shown, never part of a path on the server. */
  name: string
  /** What the client says it is. */
  content_type: string
  /** Ends after `maxBytes` and one more, so that whoever reads it sees when it is too large. */
  stream: AsyncIterable<Uint8Array>
}

interface Expected {
  /** The name of the form's field. */
  field: string
  maxBytes: number
}

/** Lets the endpoints of `app` receive forms. */
export async function acceptForms(app: FastifyInstance): Promise<void> {
  await app.register(fastifyMultipart, { throwFileSizeLimit: false })
}

export const isForm = ({ headers }: FastifyRequest): boolean =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')

/** What the file has at least, by the announced length of its form; 0 when nothing is announced. */
export const leastFileBytes = ({ headers }: FastifyRequest): number =>
  Math.max(0, Number(headers['content-length'] ?? 0) - OVERHEAD_BYTES)

/**
 * Gives the file to `keep` and resolves with its answer when the whole form has arrived; `keep` reads the stream to its end, or
 * throws. Other fields and further files are dropped. 400 when the file is missing or the form broken, 413 when it is too large.
 */
export async function receiveFormFile<T>(
  request: FastifyRequest,
  expected: Expected,
  keep: (file: FormFile) => Promise<T>,
): Promise<T> {
  const bodyMax = expected.maxBytes + OVERHEAD_BYTES
  if (Number(request.headers['content-length'] ?? 0) > bodyMax) throw fileTooLarge(expected.maxBytes)
  if (!request.isMultipart()) throw missing(expected.field)

  const tooLarge = new Promise<never>((_, reject) => {
    let received = 0
    request.raw.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > bodyMax) reject(fileTooLarge(expected.maxBytes))
    })
  })
  return Promise.race([readParts(request, expected, keep), tooLarge])
}

const missing = (field: string): AppError => invalid(field, `A file is required in the form field "${field}"`)
const brokenForm = (): AppError => new AppError(400, 'invalid_input', 'The form is malformed or incomplete.')

async function readParts<T>(
  request: FastifyRequest,
  { field, maxBytes }: Expected,
  keep: (file: FormFile) => Promise<T>,
): Promise<T> {
  const limits = { fileSize: maxBytes + 1, fieldSize: OTHER_FIELD_BYTES, parts: PARTS_MAX }
  const parts = request.parts({ limits })
  let kept: { answer: T } | undefined
  for (;;) {
    const next = await parts.next().catch((error: unknown) => {
      throw isHttpError(error) ? error : brokenForm()
    })
    if (next.done) break
    const part = next.value
    if (part.type !== 'file') continue
    if (kept || part.fieldname !== field) part.file.resume()
    else kept = { answer: await keep(toFormFile(part)) }
  }
  if (!kept) throw missing(field)
  return kept.answer
}

const toFormFile = ({ file, filename, mimetype }: MultipartFile): FormFile => ({
  // As browsers write a quotation mark in a form.
  name: fileName(filename?.replaceAll('%22', '"')),
  content_type: isContentType(mimetype) ? mimetype : 'application/octet-stream',
  stream: bytesOf(file),
})

/** A stream that breaks is the client's failure; one that the reader gives up is not. */
async function* bytesOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* file
  } catch {
    throw brokenForm()
  }
}

const isHttpError = (error: unknown): boolean => typeof (error as { statusCode?: unknown }).statusCode === 'number'
