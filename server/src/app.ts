// The whole server as one Fastify instance: its parts, and what it serves.
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { apiRoutes, type Lists, type Search } from './app.api.ts'
import { scheduleJobs } from './app.jobs.ts'
import { addressOf } from './base/address-group.ts'
import { createBackground } from './base/background.ts'
import type { Config } from './base/config.ts'
import { isUnavailable } from './base/errors.ts'
import { settledWithin } from './base/settled-within.ts'
import { createAttempts } from './core/attempts.ts'
import { createAuthRateLimit } from './core/auth-rate-limit.ts'
import type { Transactor } from './core/ctx.ts'
import { withoutDeletedTexts } from './core/deleted-texts.repo.ts'
import { openEpoch } from './core/epoch.ts'
import { listEventsSince } from './core/event-log.repo.ts'
import { authorizePlan } from './core/plan-access.ts'
import { listPeopleOfPlans, readListStates } from './core/plan-lists.repo.ts'
import { countOne, createRateLimit, createRequestLimits } from './core/rate-limit.ts'
import { createRunCalls } from './core/run-calls.ts'
import { createSecurityLog } from './core/security-log.ts'
import type { AccountServices, Services } from './core/services.ts'
import { credentialOfSignature } from './core/signed-urls.ts'
import { createSigner } from './core/signing.ts'
import { requireSameSecret } from './core/vault.check.ts'
import { createVault } from './core/vault.ts'
import type { Store } from './db/open.ts'
import { createAuthenticator } from './features/auth/sessions/authenticator.ts'
import { createLastUsed } from './features/auth/sessions/sessions.last-used.ts'
import { findActorOf } from './features/auth/sessions/tickets.ts'
import { calendarFeed } from './features/calendar/calendar.routes.ts'
import { createReadyLists } from './features/claims/claims.ready.ts'
import { besideCleanUp } from './features/maintenance/maintenance.files.ts'
import { createNodeListCache } from './features/nodes/nodes.cache.ts'
import { oauthRoutes } from './features/oauth/oauth.routes.ts'
import { createPlanRows } from './features/plans/plans.list.rows.ts'
import { createWebhookSender } from './features/webhooks/webhooks.sender.ts'
import { identifyCallers } from './http/caller.ts'
import { refuseWhenClosing } from './http/closing.ts'
import { sendError } from './http/error-body.ts'
import { serveHealth } from './http/health.ts'
import { CairnRequest } from './http/incoming-message.ts'
import { acceptJson } from './http/json-body.ts'
import { limitRequests } from './http/limit-requests.ts'
import { batchedOutput } from './http/log-output.ts'
import { publicUrl } from './http/public-url.ts'
import { logRequests, requestIds } from './http/request-log.ts'
import { createRouter } from './http/router.ts'
import { limitSlowBodies, refuseBrokenRequest } from './http/slow-bodies.ts'
import { endStalledReplies } from './http/stalled-replies.ts'
import { servePages } from './http/web-app.ts'
import { Hub } from './live/hub.ts'
import { createOthers } from './live/other-servers.ts'
import { serveLive } from './live/socket.ts'
import { guideRoutes, mcpRoutes } from './mcp/mcp.endpoint.ts'
import { createAi } from './providers/ai.ts'
import type { FileStore } from './providers/file-store.ts'
import { createMailer } from './providers/mailer.ts'
import type { OutboundDeps } from './providers/outbound.ts'
import { loadOrCreateSecret } from './providers/secret.ts'

const BODY_MAX_BYTES = 1024 * 1024
const URL_MAX = 16 * 1024
const HEADERS_TIMEOUT_MS = 15_000
const HEADERS_CHECK_MS = 5_000
/** Live connections that one address group may open in a minute. */
const UPGRADES_MAX = 300
const TIMEOUT_MS = 30_000
const SEARCH_WAIT_MS = 500

/** API replies are never rendered as pages, whatever their content. */
const API_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  // API replies are not cached; a route with a validator overrides this.
  'cache-control': 'no-store',
}
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

const noCompiler = () => () => {
  throw new Error('Only the router compiles schemas.')
}

/** The server's dependencies on the outside; tests pass their own. */
export interface Deps {
  config: Config
  store: Store
  files: FileStore
  clock(): Date
  /** Checks every reply against the contract; on in tests. */
  strict_replies: boolean
  /** Where log lines are written; standard output by default. */
  log?: { write(line: string): void }
  /** Timeout of the AI service; 30 seconds by default. */
  timeout_ms?: number
  /** How long a search waits until the latest changes of all people are indexed; half a second by default. */
  search_wait_ms?: number
  /** Resolves the host names of webhooks; the system's resolver by default. */
  resolve?: OutboundDeps['resolve']
}

export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { config, store, timeout_ms = TIMEOUT_MS, search_wait_ms = SEARCH_WAIT_MS } = deps
  const app = Fastify({
    logger: { level: config.log_level, stream: deps.log ?? batchedOutput(), base: undefined },
    genReqId: requestIds(config.trust_proxy),
    // A logger per request costs more than its line (request-log.ts).
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX_BYTES,
    // An overlong id is treated as unknown; Node limits the whole line.
    routerOptions: { maxParamLength: URL_MAX },
    // Bodies are watched by limitSlowBodies.
    requestTimeout: 0,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: HEADERS_CHECK_MS,
      IncomingMessage: CairnRequest,
    },
    clientErrorHandler: refuseBrokenRequest,
    frameworkErrors: (error, request, reply) => sendError(reply.header('x-request-id', request.id), error),
    // With one proxy in front, only the entry it adds to X-Forwarded-For is trusted.
    trustProxy: config.trust_proxy && ((_, hop) => hop === 0),
    forceCloseConnections: 'idle',
    // The router has its own compilers; Fastify's defaults would take a tenth of a start.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    // Its reply would not look like our errors (closing.ts).
    return503OnClosing: false,
  })
  const isHttps = config.public_url?.startsWith('https:') ?? false
  const onError = (error: unknown) => {
    if (!isUnavailable(error)) app.log.error({ err: error }, 'live channel')
  }
  const hub = new Hub({
    readLog: (planId, since, limit) => listEventsSince(store.reader, planId, since, limit),
    readPast: async (planId, since, limit) =>
      withoutDeletedTexts(store.reader, await listEventsSince(store.reader, planId, since, limit)),
    readPeople: (planIds) => listPeopleOfPlans(store.reader, planIds),
    readStates: (userIds) => readListStates(store.reader, userIds),
    onFailure: onError,
    clock: deps.clock,
  })
  const secret = config.secret ?? loadOrCreateSecret(config.data_dir)
  const signer = createSigner(secret)
  const vault = createVault(secret)
  if (!config.secret_replaced) await requireSameSecret(store.reader, vault)
  const secret_check = signer.sign('servers', 'secret')
  const epoch = await openEpoch(store)
  const others = createOthers({ store, hub, epoch, clock: deps.clock, files_id: deps.files.id, secret_check, onError })
  if (others) {
    app.addHook('onReady', others.start)
    app.addHook('onClose', others.close)
  }
  const background = createBackground(app.log)
  const now = () => deps.clock().getTime()
  const limits = createRequestLimits(config.rate_limit, now)
  const lastUsed = createLastUsed(store, background)
  const runCalls = createRunCalls(store, deps.clock, background)
  const authenticator = createAuthenticator(store, deps.clock, { lastUsed, lookups: limits?.lookups ?? null })
  const security = createSecurityLog(store, deps.clock, background, app.log)
  const transactor: Transactor = {
    store,
    epoch: epoch.current,
    security,
    limits: config.limits,
    clock: deps.clock,
    publish: (events) => {
      hub.publish(events)
      others?.publish(events)
    },
    revokeAccess: (noted) => {
      const people = noted.flatMap(({ revocation }) => ('user_id' in revocation ? [revocation.user_id] : []))
      for (const userId of new Set(people)) authenticator.forget(userId)
      for (const one of noted) {
        hub.revokeAccess(one.revocation)
        others?.revokeAccess(one)
      }
    },
  }
  const services: Services = {
    ...transactor,
    config,
    ai: config.ai && createAi(config.ai, app.log, timeout_ms),
    attempts: createAttempts(transactor, config.abuse_limits),
    background,
    files: besideCleanUp(deps.files, deps),
    mailer: createMailer(config, background, app.log),
    signer,
    publicUrl: () => publicUrl(config, app.server.address()),
  }
  const accounts: AccountServices = {
    ...services,
    authRateLimit: createAuthRateLimit(services.attempts),
    vault,
    forget: authenticator.forget,
  }
  const webhooks = createWebhookSender(accounts, {
    allow_loopback: config.outbound_loopback,
    networks: config.webhook_networks,
    ...(deps.resolve ? { resolve: deps.resolve } : {}),
  })
  const nodeLists = createNodeListCache(epoch.current)
  const lists: Lists = { planRows: createPlanRows(epoch.current), nodeLists, readyLists: createReadyLists(nodeLists) }
  const search: Search = {
    count: (caller) => countOne(limits?.searches ?? null, caller),
    // A full disk or many writes keep the index from catching up; search still finds what is indexed.
    catchUp: () => settledWithin(store.catchUpSearch().catch(onError), search_wait_ms),
  }
  scheduleJobs(app, { services, others, limits, sendWebhooks: webhooks.tick })
  app.addHook('onClose', async () => {
    // Mail that is being sent ends soon, also if its server is silent; the background waits for it.
    services.mailer.close()
    const ends = [lastUsed.flush, runCalls.flush, webhooks.stop, background.settle, security.close]
    // A failure keeps none of the others open.
    for (const end of ends) await end().catch((error: unknown) => app.log.error({ err: error }, 'closing failed'))
  })
  logRequests(app, { lines: config.log_level === 'info' || config.log_level === 'debug' })
  refuseWhenClosing(app)
  limitSlowBodies(app)
  endStalledReplies(app)
  acceptJson(app)
  app.setErrorHandler((error, _, reply) => sendError(reply, error))

  serveHealth(app, { store, isLive: () => hub.open })

  await app.register(
    async (api) => {
      const headers = isHttps ? { ...API_HEADERS, ...HTTPS_ONLY } : API_HEADERS
      api.addHook('onRequest', (_, reply, done) => {
        reply.headers(headers)
        done()
      })
      identifyCallers(api, (request, address) => authenticator.authenticate(request, address), runCalls.count)
      if (limits) limitRequests(api, limits.requests)
      const router = createRouter(api, {
        ...transactor,
        strict_replies: deps.strict_replies,
        timeout_ms,
        authenticateSignature: (request) =>
          findActorOf(
            { db: store.reader, now: deps.clock().toISOString() },
            credentialOfSignature(signer, request, deps.clock()),
          ),
        signer,
        replies: hub.replies,
        guard: authorizePlan,
      })
      apiRoutes(router, { accounts, lists, limits, search })
    },
    { prefix: '/api' },
  )
  await app.register(async (scope) => {
    if (limits) limitRequests(scope, limits.requests)
    await oauthRoutes(scope, { app: accounts })
    await calendarFeed(scope, { services })
  })
  await app.register(async (scope) => {
    identifyCallers(scope, (request, address) => authenticator.authenticate(request, address, 'mcp'))
    if (limits) limitRequests(scope, limits.requests)
    mcpRoutes(scope, {
      app: {
        ...services,
        ...lists,
        countSearch: ({ credential_id }) => search.count(credential_id),
        catchUpSearch: search.catchUp,
      },
      runCalls,
      strict_replies: deps.strict_replies,
    })
  })
  await app.register(async (scope) => {
    if (limits) limitRequests(scope, limits.requests)
    guideRoutes(scope, { publicUrl: services.publicUrl, reference: config.api_docs })
  })
  await app.register(servePages, { reference: config.api_docs, isHttps })
  serveLive(app, {
    hub,
    transactor,
    onError,
    authenticator,
    addressOf: addressOf(config.trust_proxy),
    public_url: config.public_url,
    upgrades: config.abuse_limits ? createRateLimit(UPGRADES_MAX, now) : null,
    sockets_max: config.rate_limit === null ? Number.POSITIVE_INFINITY : Math.ceil(config.rate_limit / 60),
  })
  return app
}
