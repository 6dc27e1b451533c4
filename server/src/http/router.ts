// Mounts endpoints of the contract. Everything common to all calls happens here and in the hooks of app.ts:
// authentication, scope, validation, one transaction per write, idempotent creation, the reply.
import assert from 'node:assert'
import { type Endpoint, Id } from '@cairn/contract/api/common'
import { ACCOUNT_ACTIONS, isPlanAction, PLAN_ACTIONS, scopeAllows } from '@cairn/contract/rules/permissions'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  AppError,
  forbidden,
  isScopeRefusal,
  methodNotAllowed,
  notFound,
  notSignedIn,
  scopeRefused,
} from '../base/errors.ts'
import { turnToRead } from '../base/read-turns.ts'
import { requireAllPlans } from '../core/credential-limits.ts'
import type { Actor, CallWithoutTx, Ctx, Transactor, WriteCtx } from '../core/ctx.ts'
import type { EventStream } from '../core/event-stream.ts'
import type { OpenReplies } from '../core/open-replies.ts'
import type { Sealed } from '../core/sealed.ts'
import type { Signer } from '../core/signing.ts'
import { createCommandRunner, type PreparedCommand, sendRevision } from './commands.ts'
import { errorBody, sendError, toAppError } from './error-body.ts'
import { type OpenStream, openEventStream } from './event-stream.ts'
import { acceptForms } from './form-file.ts'
import type { CommandOptions } from './idempotency.ts'
import { acceptIfMatch, refuseVersion } from './if-match.ts'
import { JsonText } from './json-text.ts'
import { sentenceOf } from './validation-messages.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

/** Of an endpoint without parameters: unknown ones are still rejected. */
const NO_QUERY = z.strictObject({})

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type ParsedField<E, K extends string> = E extends { [P in K]: infer S } ? Parsed<S> : undefined
export interface Input<E extends Endpoint> {
  params: ParsedField<E, 'params'>
  query: ParsedField<E, 'query'>
  body: ParsedField<E, 'body'>
}
type Reply<E> = E extends { reply: infer S extends z.ZodType } ? z.input<S> : unknown

/** The HTTP request, for the few routes that need more than the contract's input. */
export interface Http {
  request: FastifyRequest
  reply: FastifyReply
}
/** A call outside a transaction: `run` opens one, honoring the idempotency key. */
export interface OpenHttp extends Http, CallWithoutTx {
  actor: Actor
  run<T>(command: (ctx: WriteCtx) => Promise<T>, options?: CommandOptions<T>): Promise<T>
  /** Like `run`, after work that may take long. A repeated request runs nothing. */
  runPrepared<P, T>(work: PreparedCommand<P, T>, options?: CommandOptions<T>): Promise<T>
}
type ContextOf<E extends Endpoint> = E['method'] extends 'GET' ? Ctx : WriteCtx

export interface RouterDeps extends Transactor {
  /** The person who requested the signed URL of this request; 404 if the signature is invalid or expired. */
  authenticateSignature(request: FastifyRequest): Promise<Actor>
  /** 404 or 403 if the caller may not do this to the plan; checked before validation errors are reported. */
  guard(ctx: Ctx, planId: string, action: keyof typeof PLAN_ACTIONS, where: { trashed: boolean }): Promise<unknown>
  signer: Signer
  /** Replies that are being sent. */
  replies: Pick<OpenReplies, 'add'>
  /** Checks every reply against the contract, which costs too much in production. */
  strict_replies: boolean
  /** How long the other side of a stream waits for a heartbeat. */
  timeout_ms: number
}

export interface Router {
  /** A query for GET, a command in its own transaction for everything else. */
  route<E extends Endpoint>(
    endpoint: E,
    handler: (ctx: ContextOf<E>, input: Input<E>, http: Http) => Promise<Reply<E>>,
    sealed?: Sealed<Reply<E>>,
  ): void
  /** For calls that wait (hashing, files, mail) or return bytes: no transaction is open unless `run` is called. */
  routeWithoutTx<E extends Endpoint>(
    endpoint: E,
    handler: (http: OpenHttp, input: Input<E>) => Promise<Reply<E> | JsonText | FastifyReply>,
  ): void
  /** For replies sent in steps. An error before the first event is an ordinary error, after it an `error` event. */
  routeEvents<E extends Endpoint & { transport: 'events' }>(
    endpoint: E,
    handler: (http: OpenHttp, input: Input<E>, stream: EventStream<E>) => Promise<void>,
  ): void
  /** For public calls, where no one is signed in. */
  routePublic<E extends Endpoint & { access: 'public' }>(
    endpoint: E,
    handler: (input: Input<E>, http: Http) => Promise<Reply<E> | FastifyReply>,
  ): void
}

/** `app` is the `/api` scope. */
export function createRouter(app: FastifyInstance, deps: RouterDeps): Router {
  const now = () => deps.clock().toISOString()
  const read = (actor: Actor): Ctx => ({ db: deps.store.reader, actor, now: now() })

  /** Per route, because reading a request's route configuration creates an object each time. */
  const admit = (endpoint: Endpoint) => async (request: FastifyRequest) => {
    const signed = endpoint.signed && (request.query as { signature?: unknown }).signature !== undefined
    if (signed) request.actor = await deps.authenticateSignature(request)
    checkScope(actorOf(request), endpoint)
  }

  /** Checks plan access before validation, so outsiders learn nothing from validation errors. */
  async function guardBeforeExplaining(request: FastifyRequest): Promise<void> {
    if (request.actor) await guard(read(request.actor), request)
    // The credential ended while the body was on its way.
    else if (request.refusal && request.identifiedAt > 0) throw request.refusal
  }
  async function guard(ctx: Ctx, request: FastifyRequest): Promise<void> {
    const { endpoint } = request.routeOptions.config
    const { planId } = request.params as { planId?: string }
    if (endpoint && isPlanAction(endpoint.access) && planId && isId(planId))
      await deps.guard(ctx, planId, endpoint.access, { trashed: endpoint.trashed ?? false })
  }
  const commands = createCommandRunner(deps, guard)

  /** A refused call is recorded in the security log; one that the scope refused does not name the plan. */
  function recordRefusal(request: FastifyRequest, error: unknown): void {
    if (!(error instanceof AppError) || error.status !== 403 || !request.actor) return
    const { planId } = request.params as { planId?: string }
    const judged = planId !== undefined && isId(planId) && !isScopeRefusal(error)
    const { id, credential_id } = request.actor
    deps.security.record(
      {
        kind: 'access.refused',
        user_id: id,
        actor_id: id,
        plan_id: judged ? planId.toLowerCase() : null,
        address: request.ip,
        data: { method: request.method, route: request.routeOptions.url },
      },
      credential_id,
    )
  }

  const withVersion = (check: (request: FastifyRequest) => void) => async (request: FastifyRequest) => {
    try {
      check(request)
    } catch (error) {
      await guardBeforeExplaining(request)
      throw error
    }
  }
  app.setErrorHandler(async (error, request, reply) => {
    const expected = toAppError(error)
    if (expected && !(error instanceof AppError)) {
      try {
        await guardBeforeExplaining(request)
      } catch (refusal) {
        recordRefusal(request, refusal)
        return sendError(reply, refusal)
      }
    }
    recordRefusal(request, error)
    return sendError(reply, expected ?? error)
  })
  const mounted: { path: RegExp; method: string }[] = []
  app.setNotFoundHandler((request, reply) => {
    const path = (request.url.split('?')[0] ?? '').slice(app.prefix.length)
    const methods = mounted.flatMap((route) => (route.path.test(path) ? route.method : []))
    if (methods.length === 0) return sendError(reply, notFound('Endpoint'))
    const allowed = new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)))
    return sendError(reply.header('allow', [...allowed].join(', ')), methodNotAllowed())
  })
  // The web app's files match every path; the API answers paths below it.
  app.get('/*', (_, reply) => reply.callNotFound())
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (data) => {
    const result = schema.safeParse(data, { error: sentenceOf })
    return result.success ? { value: result.data } : { error: result.error }
  })
  app.setSerializerCompiler<z.ZodType>(({ schema }) => serializerFor(schema, deps.strict_replies))

  function mount(
    endpoint: Endpoint,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): void {
    const { params, query, body, reply, transport, events } = endpoint
    const status = endpoint.status ?? (reply || transport === 'bytes' || events ? 200 : 204)
    const routes = [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => ({
      method: endpoint.method,
      url: path,
      config: { endpoint },
      ...(endpoint.access !== 'public' && { onRequest: admit(endpoint) }),
      ...(endpoint.method !== 'GET' && {
        preValidation: withVersion(endpoint.versioned ? acceptIfMatch : refuseVersion),
      }),
      schema: {
        ...(params && { params }),
        querystring: query ?? NO_QUERY,
        ...(body && { body }),
        ...(reply && { response: { [status]: reply } }),
      },
      handler: async (request: FastifyRequest, response: FastifyReply) => {
        response.status(status)
        const answer = await handler(request, response)
        if (response.sent || answer === response) return response
        return status === 204 ? response.send() : answer
      },
    }))
    for (const { url, method } of routes) mounted.push({ path: patternOf(url), method })
    const place = (scope: FastifyInstance) => {
      for (const route of routes) scope.route(route)
    }
    if (transport === 'multipart')
      // Only here a form is accepted; everywhere else it is a 415.
      app.register(async (scope) => {
        await acceptForms(scope)
        place(scope)
      })
    else place(app)
  }

  const inputOf = <E extends Endpoint>(request: FastifyRequest): Input<E> =>
    ({ params: request.params, query: request.query, body: request.body }) as Input<E>

  const openHttp = (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): OpenHttp => {
    const actor = actorOf(request)
    const call = { endpoint, request, reply, actor }
    return {
      request,
      reply,
      actor,
      address: request.ip,
      ctx: read(actor),
      run: (command, options) => commands.run(call, command, options),
      runPrepared: (work, options) => commands.runPrepared(call, work, options),
    }
  }

  /** Ends a reply when the access of its caller does. Returns the function to call once it is sent. */
  function whileSending(request: FastifyRequest, end: (error: AppError) => void): () => void {
    const { id: user_id, credential_id } = actorOf(request)
    const { planId } = request.params as { planId?: string }
    return deps.replies.add({
      ...{ user_id, credential_id, plan_id: planId?.toLowerCase() ?? null },
      end: (revocation) => end('plan_id' in revocation ? notFound('Plan') : notSignedIn()),
    })
  }

  const open = new Set<Pick<OpenStream<Endpoint>, 'stop'>>()
  app.addHook('preClose', async () => {
    for (const stream of open) stream.stop()
  })

  return {
    route: (endpoint, handler, sealed) =>
      mount(endpoint, async (request, reply) => {
        const actor = actorOf(request)
        const input = inputOf<typeof endpoint>(request)
        const http = { request, reply }
        if (endpoint.method !== 'GET')
          return commands.run({ endpoint, actor, ...http }, (ctx) => handler(ctx, input, http), { sealed })
        await turnToRead(actor.id)
        const ctx = read(actor)
        const answer = await handler(ctx as never, input, http)
        sendRevision(endpoint, reply, ctx)
        return answer
      }),
    routeWithoutTx: (endpoint, handler) =>
      mount(endpoint, async (request, reply) => {
        if (endpoint.method === 'GET') await turnToRead(actorOf(request).id)
        const http = openHttp(endpoint, request, reply)
        // Bytes may be sent for long after the check of access.
        if (endpoint.transport === 'bytes' && !reply.raw.closed)
          reply.raw.once(
            'close',
            whileSending(request, () => reply.raw.destroy()),
          )
        const answer = await handler(http, inputOf<typeof endpoint>(request))
        sendRevision(endpoint, reply, http.ctx)
        return answer
      }),
    routeEvents: (endpoint, handler) =>
      mount(endpoint, async (request, reply) => {
        const stream = openEventStream<typeof endpoint>(endpoint, reply, deps)
        // First, because it refuses a caller whose access has ended.
        const sent = whileSending(request, (error) => stream.revoke(error))
        open.add(stream)
        try {
          await handler(openHttp(endpoint, request, reply), inputOf<typeof endpoint>(request), stream)
        } catch (error) {
          if (!stream.begun()) throw error
          stream.fail(() => errorBody(reply, error))
        } finally {
          sent()
          open.delete(stream)
          stream.end()
        }
        return reply
      }),
    routePublic: (endpoint, handler) =>
      mount(
        endpoint,
        (request, reply) => handler(inputOf<typeof endpoint>(request), { request, reply }) as Promise<unknown>,
      ),
  }
}

/** Tests validate every reply against the contract, so none has an extra field; production only serializes them. */
function serializerFor(schema: z.ZodType, strict: boolean): (data: unknown) => string {
  // Fastify sends a buffer as it is, although its type says otherwise.
  const write = (data: unknown) => (data instanceof JsonText ? (data.text as string) : JSON.stringify(data))
  if (!strict) return write
  return (data) => {
    const text = write(data)
    const sent = JSON.parse(String(text))
    assert.deepStrictEqual(sent, JSON.parse(JSON.stringify(schema.parse(sent))))
    return text
  }
}

function actorOf(request: FastifyRequest): Actor {
  if (!request.actor) throw request.refusal ?? notSignedIn()
  return request.actor
}

/** The endpoint, that is method and path, decides the scope, before the body is read. */
function checkScope(actor: Actor, { access }: Endpoint): void {
  if (access === 'public') return
  const rule: { scope: Actor['scope']; sessionOnly?: boolean } = isPlanAction(access)
    ? PLAN_ACTIONS[access]
    : ACCOUNT_ACTIONS[access]
  if (rule.sessionOnly && actor.via.kind !== 'session')
    throw forbidden('This requires a signed-in session. API tokens are not accepted.')
  if (!scopeAllows(actor.scope, rule.scope)) throw scopeRefused(rule.scope)
  // The reads outside of plans filter by the limit themselves.
  if (!isPlanAction(access) && access !== 'account.read') requireAllPlans(actor)
}

/** Matches like the router: a parameter is one segment. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)

const isId = (text: string): boolean => Id.safeParse(text).success
