import { isUtf8 } from 'node:buffer'
import { errorCodes, type FastifyInstance } from 'fastify'

/**
 * Accepts only JSON bodies, and forms where a route takes them. Rejects keys that would reach a prototype, and invalid
 * UTF-8. An empty body counts as none, because many clients always send the header.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) done(null, undefined)
    else if (!isUtf8(body)) done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY(), undefined)
    else parse(request, body.toString(), done)
  })
}
