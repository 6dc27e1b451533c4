// Limits slow request bodies: one that never ends occupies a connection, and an upload a file too. Node can only limit
// the whole request, which would end honest uploads over slow lines, so it limits only the headers.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorBody } from '@cairn/contract/api/common'
import type { FastifyInstance } from 'fastify'
import { isForm } from './form-file.ts'

/** A form has this long for at least `PROGRESS_BYTES` more; any other body has this long in total. */
const TIMEOUT_MS = 30_000
/** A byte now and then is not progress, half a kilobyte per second is. */
const PROGRESS_BYTES = 16 * 1024

/** Ends requests with a slow body, with 408 unless they have been answered; `timeoutMs` is for tests. */
export function limitSlowBodies(app: FastifyInstance, timeoutMs = TIMEOUT_MS): void {
  app.addHook('onRequest', (request, { raw: response }, done) => {
    done()
    const { raw } = request
    if (hasBody(raw))
      // Nearly every body arrives with its headers; those need no timer.
      setImmediate(() => {
        if (!arrived(raw)) watch(raw, response, { isForm: isForm(request), timeoutMs })
      })
  })
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Or it never arrives. An injected request is read to its end, but never marked as complete. */
const arrived = (raw: IncomingMessage): boolean => raw.complete || raw.readableEnded || raw.destroyed

function watch(
  raw: IncomingMessage,
  response: ServerResponse,
  { isForm, timeoutMs }: { isForm: boolean; timeoutMs: number },
): void {
  let before = raw.socket.bytesRead
  const timer = setInterval(() => {
    if (arrived(raw)) return clearInterval(timer)
    const bytes = raw.socket.bytesRead - before
    before = raw.socket.bytesRead
    // Still sending after there was time to notice the reply.
    if (isForm && bytes >= PROGRESS_BYTES && !response.writableEnded) return
    clearInterval(timer)
    if (response.headersSent) raw.destroy()
    else refuseConnection(raw.socket, TOO_SLOW)
  }, timeoutMs).unref()
  // An injected request ends and is never closed.
  for (const event of ['end', 'close']) raw.once(event, () => clearInterval(timer))
}

/** For Fastify's `clientErrorHandler`: invalid HTTP gets the same error body. */
export function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  refuseConnection(socket, BROKEN[error.code ?? ''] ?? MALFORMED)
}

interface Refusal extends ErrorBody {
  status: string
}
const MALFORMED: Refusal = { status: '400 Bad Request', code: 'invalid_input', error: 'The request is malformed.' }
const TOO_SLOW: Refusal = {
  status: '408 Request Timeout',
  code: 'timeout',
  error: 'The request took too long to arrive.',
}
const BROKEN: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: TOO_SLOW,
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'headers_too_large',
    error: 'The headers of the request are too large.',
  },
}

function refuseConnection(socket: Socket, { status, error, code }: Refusal): void {
  const body = JSON.stringify({ error, code })
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
