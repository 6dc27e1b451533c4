// Everything for browsers: the built web app, and the API reference.

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

/** The page of one plan, whose document also preloads its code (web/vite.config.ts). */
const PLAN_PATH = /^\/plans\/[\da-f-]{36}$/
/** Paths for programs: an unknown one is never answered by the web app. */
const FOR_PROGRAMS = /^\/(?:(?:api|mcp|\.well-known|healthz|readyz)(?:\/|$)|oauth\/(?!authorize$))/
const YEAR_SECONDS = 31_536_000

const CONTENT_SECURITY_POLICY = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  // Components position themselves with style attributes.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  // PDF previews, always with this type.
  frameSrc: ['blob:'],
  objectSrc: ["'none'"],
  frameAncestors: ["'none'"],
  // The server itself may be reached over plain HTTP on a laptop.
  upgradeInsecureRequests: null,
}

/** Pages have their own scope, so that API calls do not pay for their headers. */
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
