// Everything that is looked at with a browser: the built web app, and the API reference.

import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import type { ErrorBody } from '@cairn/contract/api/common'
import fastifyHelmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { methodNotAllowed } from '../base/errors.ts'
import { WEB_DIST } from '../paths.ts'
import { sendError } from './error-body.ts'
import { serveReference } from './openapi/page.ts'

/** The page of one plan, which has a document that names its code as well (web/vite.config.ts). */
const PLAN_PATH = /^\/plans\/[\da-f-]{36}$/
/** What programs ask for: an unknown path there is never the web app's. */
const FOR_PROGRAMS = /^\/(api|mcp|\.well-known|healthz|readyz)(\/|$)/
const YEAR_SECONDS = 31_536_000

const CONTENT_SECURITY_POLICY = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  // Components place themselves with style attributes.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  // The preview of a PDF, which is always made as one.
  frameSrc: ['blob:'],
  objectSrc: ["'none'"],
  frameAncestors: ["'none'"],
  // The server itself may be reached over plain HTTP on a laptop.
  upgradeInsecureRequests: null,
}

/** Pages in a scope of their own, so that a call of the API does not pay for the headers of pages. */
export async function servePages(
  pages: FastifyInstance,
  { reference, isHttps }: { reference: boolean; isHttps: boolean },
): Promise<void> {
  await pages.register(fastifyHelmet, {
    contentSecurityPolicy: { directives: CONTENT_SECURITY_POLICY },
    strictTransportSecurity: isHttps,
  })
  if (reference) await serveReference(pages)
  const built = existsSync(WEB_DIST)
  if (built) await serveFiles(pages)
  pages.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isPage = !FOR_PROGRAMS.test(path) && extname(path) === ''
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (isPage && built && reads) {
      const document = PLAN_PATH.test(path) ? 'plan.html' : 'index.html'
      return reply.header('cache-control', 'no-cache').sendFile(document)
    }
    if (!reads && (isPage || path === '/healthz' || path === '/readyz'))
      return sendError(reply.header('allow', 'GET, HEAD'), methodNotAllowed())
    return reply.status(404).send({ error: 'Not found', code: 'not_found' } satisfies ErrorBody)
  })
}

/** Files with a hash in their name are cached for a year; the others are revalidated each time. */
async function serveFiles(pages: FastifyInstance): Promise<void> {
  await pages.register(fastifyStatic, {
    root: WEB_DIST,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const hashed = path.includes('/assets/')
      response.setHeader('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
    },
  })
}
