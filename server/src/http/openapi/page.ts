// Serves the API reference: the document and the page that shows it. Both are loaded on first use.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { methodNotAllowed } from '../../base/errors.ts'
import { VERSION } from '../../base/version.ts'
import { sendError } from '../error-body.ts'
import { html, start, styles } from './theme.ts'

const { resolve } = createRequire(import.meta.url)
const DAY_SECONDS = 86_400

const json = 'application/json; charset=utf-8'
const javascript = 'text/javascript; charset=utf-8'

interface Resource {
  type: string
  read(): Promise<string | Buffer>
}

const fixed = (type: string, text: string): Resource => ({ type, read: async () => text })

const resources: Readonly<Record<string, Resource>> = {
  '/api/openapi.json': {
    type: json,
    read: async () => JSON.stringify((await import('./document.ts')).describeApi(VERSION)),
  },
  '/api/docs': fixed('text/html; charset=utf-8', html),
  '/api/docs/reference.css': fixed('text/css; charset=utf-8', styles),
  '/api/docs/start.js': fixed(javascript, start),
  '/api/docs/scalar.js': {
    type: javascript,
    read: () => readFile(path.join(path.dirname(resolve('@scalar/fastify-api-reference')), 'js/standalone.js')),
  },
  '/api/docs/inter.woff2': {
    type: 'font/woff2',
    read: () => readFile(resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
  },
}

/** Each is read and compressed once. */
export async function serveReference(pages: FastifyInstance): Promise<void> {
  const otherMethods = pages.supportedMethods.filter((method) => method !== 'GET' && method !== 'HEAD')
  for (const [url, { type, read }] of Object.entries(resources)) {
    let compressed: Promise<Buffer> | undefined
    const isPage = url === '/api/docs'
    pages.get(url, async (request, reply) => {
      reply.type(type).header('vary', 'accept-encoding')
      reply.header('cache-control', url.includes('/docs/') ? `public, max-age=${DAY_SECONDS}` : 'no-cache')
      if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return reply.send(await read())
      compressed ??= read().then((content) => promisify(gzip)(content))
      return reply.header('content-encoding', 'gzip').send(await compressed)
    })
    pages.route({
      method: otherMethods,
      url,
      handler: (_, reply) => sendError(reply.header('allow', 'GET, HEAD'), methodNotAllowed()),
    })
    if (isPage) pages.get(`${url}/`, (_, reply) => reply.redirect(url))
  }
}
