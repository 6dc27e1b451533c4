import { isUtf8 } from 'node:buffer'
import { errorCodes, type FastifyInstance } from 'fastify'
import { AppError } from '../base/errors.ts'

/**
 * Accepts only JSON bodies, and forms where a route takes them. Rejects keys that would reach a prototype, compressed
 * bodies, and invalid UTF-8. An empty body counts as none, because many clients always send the header.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const encoding = request.headers['content-encoding'] ?? 'identity'
    if (encoding !== 'identity')
      done(new AppError(415, 'unsupported_media_type', 'Compressed bodies are not supported.'), undefined)
    else if (body.length === 0) done(null, undefined)
    else if (!isUtf8(body)) done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY(), undefined)
    else {
      const text = body.toString()
      void parse(request, text, (error, value) => {
        if (error) done(isJson(text) ? forbiddenKey() : error, undefined)
        else if (hasMoreValues(value, VALUES_MAX)) done(tooManyValues(), undefined)
        else done(null, value)
      })
    }
  })
}

/** More take schemas seconds to check. The largest calls, of 500 nodes, have about 10,000. */
const VALUES_MAX = 25_000

const tooManyValues = (): AppError =>
  new AppError(400, 'invalid_input', `The body must have at most ${VALUES_MAX.toLocaleString('en-US')} values.`)

/** Whether JSON has more values than `max`, in lists and objects at any depth. */
function hasMoreValues(json: unknown, max: number): boolean {
  let count = 0
  const open = [json]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    const inner = Array.isArray(value) ? value : Object.values(value)
    count += inner.length
    if (count > max) return true
    for (const one of inner) if (typeof one === 'object') open.push(one)
  }
  return false
}

const forbiddenKey = (): AppError =>
  new AppError(400, 'invalid_input', 'The body must not contain the keys "__proto__" or "constructor.prototype".')

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
