import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AccountServices } from '../../core/services.ts'
import { sendError } from '../../http/error-body.ts'
import { createClientAuth } from './oauth.client-keys.ts'
import { registerClient } from './oauth.clients.ts'
import { OauthError } from './oauth.errors.ts'
import { OAUTH_PATHS, resourceMetadata, serverMetadata } from './oauth.metadata.ts'
import { issueTokens, revokePresented } from './oauth.tokens.ts'

/** Any page may call these: they use no cookies, and the tokens in them are the caller's own. */
const HEADERS = {
  'access-control-allow-origin': '*',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'Authorization, Content-Type, MCP-Protocol-Version',
  'access-control-max-age': '86400',
}
const FORM = 'application/x-www-form-urlencoded'
const METADATA_CACHE = 'public, max-age=300'

/** The endpoints for apps, as the RFCs define them; people answer in the web app. */
export async function oauthRoutes(scope: FastifyInstance, { app }: { app: AccountServices }): Promise<void> {
  const auth = createClientAuth(app)
  scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
  scope.addHook('onRequest', (_, reply, done) => {
    reply.headers(HEADERS)
    done()
  })
  scope.setErrorHandler((error, _, reply) => {
    if (!(error instanceof OauthError)) return sendError(reply, error)
    return reply.status(error.status).send({ error: error.code, error_description: error.message })
  })
  const formOf = ({ body }: FastifyRequest): URLSearchParams => {
    if (body instanceof URLSearchParams) return body
    throw new OauthError('invalid_request', `The body must be ${FORM}`)
  }
  const document = (path: string, make: (publicUrl: string) => object) => {
    preflight(scope, path)
    scope.get(path, async (_, reply: FastifyReply) => {
      reply.header('cache-control', METADATA_CACHE)
      return make(app.publicUrl())
    })
  }
  document(OAUTH_PATHS.server, serverMetadata)
  document(`${OAUTH_PATHS.resource}/mcp`, (url) => resourceMetadata(url, 'mcp'))
  document(`${OAUTH_PATHS.resource}/api`, (url) => resourceMetadata(url, 'api'))
  for (const path of [OAUTH_PATHS.token, OAUTH_PATHS.register, OAUTH_PATHS.revoke]) preflight(scope, path)
  scope.post(OAUTH_PATHS.token, (request) => issueTokens(app, auth, formOf(request)))
  scope.post(OAUTH_PATHS.register, async (request, reply) => {
    reply.status(201)
    return registerClient(app, request.body, request.ip)
  })
  scope.post(OAUTH_PATHS.revoke, async (request, reply) => {
    await revokePresented(app, auth, formOf(request))
    return reply.status(200).send()
  })
}

function preflight(scope: FastifyInstance, path: string): void {
  scope.options(path, async (_, reply) => reply.status(204).headers(PREFLIGHT).send())
}
