import { isUtf8 } from 'node:buffer'
import { errorCodes, type FastifyInstance } from 'fastify'

/**
 * JSON is the one kind of body, apart from forms where a route takes them. Keys that would reach a prototype, and bytes
 * that are no UTF-8, are refused; an empty body is none, because many clients send the header out of habit.
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
