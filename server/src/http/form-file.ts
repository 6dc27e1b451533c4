// Files in a form. A file is streamed to its store, never held in memory, and nothing the client says about it is
// trusted.
import fastifyMultipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, fileTooLarge, invalid } from '../base/errors.ts'
import { fileName, isContentType } from '../base/file-name.ts'

/** What a form may contain besides the file: other fields, which are ignored, and the lines between them. */
const OVERHEAD_BYTES = 256 * 1024
const OTHER_FIELD_BYTES = 1024
const PARTS_MAX = 20

export interface FormFile {
  /** The client's name for the file; only displayed, never part of a path on the server. */
  name: string
  /** What the client says it is. */
  content_type: string
  /** Ends one byte after `maxBytes`, so the reader can detect a file that is too large. */
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

/** The minimum size of the file, from the announced length of its form; 0 if none is announced. */
export const leastFileBytes = ({ headers }: FastifyRequest): number =>
  Math.max(0, Number(headers['content-length'] ?? 0) - OVERHEAD_BYTES)

/**
 * Passes the file to `keep`, which must read it to its end or throw, and returns its result once the whole form has
 * arrived. Ignores other fields. 400 if the form has no file, several or is malformed, 413 if too large.
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
    // Else one of them would be lost without a word.
    if (kept && part.fieldname === field) throw invalid(field, `The form field "${field}" takes one file`)
    if (part.fieldname === field) kept = { answer: await keep(toFormFile(part)) }
  }
  if (!kept) throw missing(field)
  return kept.answer
}

const toFormFile = ({ file, filename, mimetype }: MultipartFile): FormFile => ({
  // Browsers write a quotation mark in a form this way.
  name: fileName(filename?.replaceAll('%22', '"')),
  content_type: isContentType(mimetype) ? mimetype : 'application/octet-stream',
  stream: bytesOf(file),
})

/** A broken stream is the client's failure; one that the reader stopped is not. */
async function* bytesOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* file
  } catch {
    throw brokenForm()
  }
}

const isHttpError = (error: unknown): boolean => typeof (error as { statusCode?: unknown }).statusCode === 'number'
