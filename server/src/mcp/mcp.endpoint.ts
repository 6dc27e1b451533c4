// `/mcp`: Streamable HTTP without sessions, for both eras of the protocol. The SDK speaks the protocol; here are the
// credential, the limits and the reply.
import { scopesUpTo } from '@cairn/contract/api/apps'
import { scopeAllows } from '@cairn/contract/rules/permissions'
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, isScopeRefusal, isUnavailable, scopeRefused } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import { turnToRead } from '../base/read-turns.ts'
import { requireCaller } from '../core/caller.ts'
import { type Actor, type Ctx, transact, type WriteCtx } from '../core/ctx.ts'
import type { RunCalls } from '../core/run-calls.ts'
import { errorBody, INVALID_JSON, prepareError, toAppError } from '../http/error-body.ts'
import { runOnce } from '../http/idempotency.ts'
import { directCall, directReply } from './direct.ts'
import { leaseLost, toolErrorOf, toToolError } from './errors.ts'
import { agentsMd, llmsTxt } from './guides.ts'
import { createRunIds } from './run-ids.ts'
import { authInfoOf, type Caller, callerOf, createServerFor } from './server.ts'
import type { McpServices, Tool, ToolCall } from './tool.ts'
import { TOOLS } from './tools/all.ts'

export const MCP_PATH = '/mcp'
/** What an app asks for, unless it wants less. */
const SCOPES = scopesUpTo('write')
const PARSE_ERROR = -32_700
const SERVER_ERROR = -32_000
const SESSION = 'mcp-session-id'
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

interface Deps {
  app: McpServices
  runCalls: RunCalls
  /** Checks every result against the tool's schema, which costs too much in production. */
  strict_replies: boolean
}

export function mcpRoutes(scope: FastifyInstance, { app, runCalls, strict_replies }: Deps): void {
  const runIds = createRunIds()
  const now = () => app.clock().toISOString()

  function callerFor(actor: Actor, request: FastifyRequest, reply: FastifyReply): Caller {
    return {
      actor,
      reads: { app, ctx: { db: app.store.reader, actor, now: now() } },
      call: async (tool, args) => {
        try {
          if (tool.scope === 'read') await turnToRead(actor.id)
          const { text, structured } = await tool.call(toolCall(app, tool, args, { actor, now: now() }), args)
          if (strict_replies) tool.check(structured)
          return { text, structured }
        } catch (error) {
          recordRefusal(error, { actor, tool, args, request })
          const expected = toAppError(error)
          const failure =
            expected && expected.status < 500 ? toToolError(expected) : toolErrorOf(errorBody(reply, error))
          return { text: JSON.stringify(failure), isError: true }
        }
      },
    }
  }

  /** A refused call is recorded in the security log; one that the scope refused does not name the plan. */
  function recordRefusal(
    error: unknown,
    { actor, tool, args, request }: { actor: Actor; tool: Tool; args: unknown; request: FastifyRequest },
  ): void {
    if (!(error instanceof AppError) || error.status !== 403) return
    app.security.record(
      {
        kind: 'access.refused',
        user_id: actor.id,
        actor_id: actor.id,
        plan_id: isScopeRefusal(error) ? null : tool.planOf(args),
        address: request.ip,
        data: { method: request.method, route: `${MCP_PATH} ${tool.name}` },
      },
      actor.credential_id,
    )
  }

  const report = (error: Error) => {
    if (!isUnavailable(error)) scope.log.debug({ err: error }, 'MCP request refused')
  }
  const modern = createMcpHandler(({ authInfo }) => createServerFor(callerOf(authInfo), TOOLS), {
    legacy: 'reject',
    onerror: report,
  })
  scope.addHook('onClose', modern.close)

  /** The revisions with a handshake: each request is complete in itself here too. */
  async function serveLegacy(request: Request, caller: Caller, parsedBody: unknown): Promise<Response> {
    const server = createServerFor(caller, TOOLS)
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      return await transport.handleRequest(request, { parsedBody, authInfo: authInfoOf(caller) })
    } finally {
      await server.close()
    }
  }

  scope.setErrorHandler((error, _, reply) => {
    const data = prepareError(reply, error)
    if (reply.statusCode === 401) reply.header('www-authenticate', challenge())
    const code = (error as { code?: string }).code === INVALID_JSON ? PARSE_ERROR : SERVER_ERROR
    return reply.send({ jsonrpc: '2.0', id: null, error: { code, message: data.error, data } })
  })
  const challenge = () =>
    `Bearer resource_metadata="${app.publicUrl()}/.well-known/oauth-protected-resource${MCP_PATH}", scope="${SCOPES}"`

  /**
   * An app can ask its person for more, so it gets the challenge of the MCP authorization specification. An API token
   * cannot, so its call runs and answers with the error of the tool.
   */
  function refuseScope(actor: Actor, tool: Tool, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const refused = scopeRefused(tool.scope)
    recordRefusal(refused, { actor, tool, args: undefined, request })
    const data = prepareError(reply, refused)
    reply.header(
      'www-authenticate',
      `Bearer error="insufficient_scope", scope="${scopesUpTo(tool.scope)}", resource_metadata="${app.publicUrl()}/.well-known/oauth-protected-resource${MCP_PATH}", error_description="${tool.name} requires this scope"`,
    )
    const id = (request.body as { id?: unknown }).id ?? null
    return reply.send({ jsonrpc: '2.0', id, error: { code: SERVER_ERROR, message: data.error, data } })
  }

  scope.addHook('onRequest', (request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done(request.actor ? refusalOf(request) : withoutSignIn(request.refusal))
  })
  /** People sign in on the web; here only a token or an app acts for them. */
  function refusalOf(request: FastifyRequest): Error | undefined {
    if (request.actor?.via.kind === 'session') return notConnected()
    return isForeign(request.headers.origin) ? forbiddenOrigin() : undefined
  }
  /** For an assistant, or the person who set it up: it names the credential that is missing or has ended. */
  const notConnected = () =>
    new AppError(
      401,
      'not_signed_in',
      'This requires a valid API token or a connected app. Create a token in the settings, or connect the app again.',
    )
  const withoutSignIn = (refusal: AppError | null): AppError =>
    refusal && refusal.code !== 'not_signed_in' ? refusal : notConnected()
  const forbiddenOrigin = () => new AppError(403, 'forbidden', 'This origin may not call the server.')
  /** A page of another site; what a browser's address resolves to proves nothing. */
  function isForeign(origin: string | undefined): boolean {
    if (origin === undefined || origin === 'null') return false
    const own = new URL(app.publicUrl())
    if (!URL.canParse(origin)) return true
    const { host, hostname } = new URL(origin)
    return host !== own.host && !(LOCAL.has(hostname) && LOCAL.has(own.hostname))
  }

  scope.post(MCP_PATH, async (request, reply) => {
    const { body, headers } = request
    // The SDK looks for the two types by name.
    if (headers.accept?.includes('*/*')) headers.accept = 'application/json, text/event-stream'
    // One request is one call, so that the rate limit counts it.
    if (Array.isArray(body)) throw new AppError(400, 'invalid_input', 'Batches of calls are not supported.')
    const actor = await identify(request)
    const lacking = lackingScope(actor, body)
    if (lacking) return refuseScope(actor, lacking, request, reply)
    const caller = callerFor(actor, request, reply)
    const direct = directCall(request.headers, body)
    const tool = direct && TOOLS.find(({ name }) => name === direct.name)
    if (direct && tool)
      return reply.type('application/json').send(directReply(direct, await caller.call(tool, direct.args)))
    const { request: web, done } = webRequest(request)
    try {
      const isLegacy = await isLegacyRequest(web, body)
      const response = isLegacy
        ? await serveLegacy(web, caller, body)
        : await modern.fetch(web, { parsedBody: body, authInfo: authInfoOf(caller) })
      // A label for the run of this client, which sends it along; the server holds no session.
      if (isLegacy && isInitialize(body)) reply.header(SESSION, newId())
      return await send(reply, response)
    } finally {
      done()
    }
  })
  scope.route({
    method: ['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'],
    url: MCP_PATH,
    handler: (_, reply) => reply.header('allow', 'POST').status(405).send(NO_STREAM),
  })

  /** The caller, with the run that the changes of this request belong to. */
  async function identify(request: FastifyRequest): Promise<Actor> {
    if (!request.actor) throw notConnected()
    const ctx: Ctx = { db: app.store.reader, actor: request.actor, now: now() }
    const session = request.headers[SESSION]
    const run_id = await runIds.of(ctx, typeof session === 'string' ? session : undefined)
    const actor = { ...request.actor, run_id }
    runCalls.count(actor)
    return actor
  }
}

const NO_STREAM = {
  jsonrpc: '2.0',
  id: null,
  error: { code: SERVER_ERROR, message: 'Method not allowed. Send calls with POST.' },
}

/** The tool that a connected app calls without the scope for it. */
function lackingScope(actor: Actor, body: unknown): Tool | undefined {
  if (actor.via.kind !== 'connector') return undefined
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } | null }
  const tool = method === 'tools/call' ? TOOLS.find(({ name }) => name === params?.name) : undefined
  return tool && !scopeAllows(actor.scope, tool.scope) ? tool : undefined
}

const isInitialize = (body: unknown): boolean => (body as { method?: unknown } | null)?.method === 'initialize'

/** The request without its body, which is parsed already. It ends when the client disconnects. */
function webRequest({ raw, headers, url, method }: FastifyRequest): { request: Request; done(): void } {
  const gone = new AbortController()
  const abort = () => gone.abort()
  raw.socket.once('close', abort)
  const sent = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (typeof value === 'string' && !name.startsWith(':')) sent.set(name, value)
  return {
    // Only the path counts: nothing reads the host.
    request: new Request(new URL(url, 'http://server'), { method, headers: sent, signal: gone.signal }),
    done: () => raw.socket.off('close', abort),
  }
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.status(response.status)
  for (const [name, value] of response.headers) reply.header(name, value)
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  return isStream ? reply.send(response.body) : reply.send(await response.text())
}

/** What a tool runs in: queries read, commands are transactions, once for a key. */
function toolCall(
  app: McpServices,
  tool: Tool,
  args: unknown,
  { actor, now }: { actor: Actor; now: string },
): ToolCall {
  const ctx: Ctx = { db: app.store.reader, actor, now }
  const key = tool.keyOf(args)
  return {
    app,
    actor,
    ctx,
    run: async (planId, command) => {
      let ran: WriteCtx | undefined
      // Part of what is stored for the key, because a repeated call does not look at the plan.
      const withRevision = async (write: WriteCtx) => ({ ...(await command(write)), revision: write.revision ?? null })
      const once =
        key === undefined
          ? withRevision
          : runOnce(
              {
                name: 'idempotency_key',
                key,
                // Two agents of one person choose keys of their own.
                route: `${MCP_PATH} ${tool.name} ${actor.credential_id}`,
                fingerprint: tool.fingerprintOf(args),
                signer: app.signer,
                status: () => 200,
              },
              withRevision,
            )
      const answer = await transact(
        app,
        actor,
        async (write) => {
          ran = write
          if (planId === undefined) await requireCaller(write)
          return once(write)
        },
        planId,
      )
      const lease = ran?.lost_lease === undefined ? {} : { lease: leaseLost(ran.lost_lease) }
      return { ...answer, change: ran?.change ?? null, ...lease }
    },
  }
}

/** The documents that agents read first. They say nothing about anyone. */
export function guideRoutes(
  scope: FastifyInstance,
  { publicUrl, reference }: { publicUrl(): string; reference: boolean },
): void {
  const serve = (path: string, type: string, make: () => string) =>
    scope.get(path, async (_, reply) =>
      reply
        .type(`${type}; charset=utf-8`)
        .headers({ 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' })
        .send(make()),
    )
  serve('/llms.txt', 'text/plain', () => llmsTxt(publicUrl(), { reference }))
  serve('/agents.md', 'text/markdown', () => agentsMd(publicUrl()))
}
