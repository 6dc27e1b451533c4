// A whole server on a private database for one test, and a factory that builds what a test needs around what it names.
import type { EdgeKind, PlanEdge } from '@cairn/contract/api/edges'
import type { LogEntry, NewLog } from '@cairn/contract/api/logs'
import type { NewNode, PlanNode } from '@cairn/contract/api/nodes'
import type { Plan } from '@cairn/contract/api/plans'
import { COLLABORATOR_ROLES, PLAN_ROLES, type PlanRole, type TokenScope } from '@cairn/contract/rules/permissions'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { onTestFinished } from 'vitest'
import { buildApp, type Deps } from '../src/app.ts'
import { parseConfig } from '../src/base/config.ts'
import { hashSecret, newId, newSecret } from '../src/base/ids.ts'
import type { Store } from '../src/db/open.ts'
import type { CredentialLimitColumns, UserRow } from '../src/db/schema.ts'
import { hashPassword } from '../src/features/auth/identity/passwords.ts'
import type { FileStore } from '../src/providers/file-store.ts'
import { openFileStore } from '../src/providers/files.ts'
import { openTestStore } from './database.ts'
import { removeFolder, storeFolder } from './folder.ts'

export const PASSWORD = 'Passw0rd-of-tests'
/** Hashing costs 20 ms; everyone in the tests has the same password. */
const passwordHash = hashPassword(PASSWORD)

export interface TestUser {
  id: string
  name: string
  email: string
  /** A session token. */
  token: string
}
type Body = Record<string, unknown>
/** Calls the API as a user: `call('PUT', '/plans/…', body)`; the path is relative to `/api`. */
export type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: Body | string | Buffer,
  headers?: Record<string, string>,
) => Promise<LightMyRequestResponse>

export type Team = { plan: Plan } & Record<PlanRole, TestUser>

export interface TestApp {
  app: FastifyInstance
  store: Store
  files: FileStore
  dataDir: string
  /** Calls with a session or API token; `null` calls without one. */
  as(who: TestUser | string | null): Call
  make: {
    user(overrides?: Partial<UserRow>): Promise<TestUser>
    /** An API token of the person with one scope and, if given, limits. */
    apiToken(user: TestUser, scope: TokenScope, limits?: Partial<CredentialLimitColumns>): Promise<string>
    plan(owner: TestUser, overrides?: Body): Promise<Plan>
    node(owner: TestUser, planId: string, overrides?: Partial<NewNode>): Promise<PlanNode>
    edge(owner: TestUser, planId: string, source_id: string, target_id: string, kind?: EdgeKind): Promise<PlanEdge>
    log(owner: TestUser, planId: string, nodeId: string, overrides?: Partial<NewLog>): Promise<LogEntry>
    /** Gives a person this role in the plan. */
    member(planId: string, user: TestUser, role: Exclude<PlanRole, 'owner'>): Promise<void>
    /** A plan with one person of every role, the owner included; with `people`, theirs. */
    team(people?: Record<PlanRole, TestUser>): Promise<Team>
  }
}

/** Everything is removed when the test ends. */
export async function testApp(overrides: Partial<Deps> & { env?: Record<string, string> } = {}): Promise<TestApp> {
  const { env, ...deps } = overrides
  const dataDir = storeFolder()
  const config = parseConfig({
    CAIRN_DATA_DIR: dataDir,
    CAIRN_RATE_LIMITS: 'off',
    CAIRN_ABUSE_LIMITS: 'off',
    CAIRN_DEMO: 'off',
    LOG_LEVEL: 'error',
    CAIRN_PUBLIC_URL: 'http://cairn.test',
    CAIRN_SECRET: 'a secret of the tests, long enough to be one',
    ...env,
  })
  const store = deps.store ?? (await openTestStore(dataDir))
  const files = deps.files ?? (await openFileStore(config))
  const app = await buildApp({
    config,
    store,
    files,
    clock: () => new Date(),
    strict_replies: true,
    search_wait_ms: 60_000,
    ...deps,
  })
  // Also for an app that refuses to start: its timers would work on the database of the next test.
  onTestFinished(async () => {
    await app.close()
    if (!deps.store) await store.close()
    removeFolder(dataDir)
  })
  await app.ready()

  const as =
    (who: TestUser | string | null): Call =>
    (method, path, body, headers) => {
      const token = typeof who === 'string' ? who : who?.token
      const request: InjectOptions = { method, url: `/api${path}`, headers: { ...headers } }
      if (token) request.headers = { authorization: `Bearer ${token}`, ...headers }
      if (body !== undefined) {
        request.payload = body
        if (typeof body === 'string') request.headers = { 'content-type': 'application/json', ...request.headers }
      }
      return app.inject(request)
    }

  return { app, store, files, dataDir, as, make: factory(store, as) }
}

function factory(store: Store, as: TestApp['as']): TestApp['make'] {
  const created = async <T>(reply: ReturnType<Call>): Promise<T> => {
    const { statusCode, body } = await reply
    if (statusCode !== 201) throw new Error(`The factory expected 201 and got ${statusCode}: ${body}`)
    return JSON.parse(body) as T
  }

  const everyRole = async () =>
    Object.fromEntries(await Promise.all(PLAN_ROLES.map(async (role) => [role, await make.user()] as const))) as Record<
      PlanRole,
      TestUser
    >

  const make: TestApp['make'] = {
    user: async (overrides = {}) => {
      const id = newId()
      const token = newSecret()
      const now = new Date().toISOString()
      const user: UserRow = {
        id,
        email: `${id}@example.test`,
        name: `Person ${id.slice(-4)}`,
        organization: null,
        password_hash: await passwordHash,
        avatar_key: null,
        avatar_file: null,
        email_verified_at: now,
        totp_secret: null,
        totp_enabled_at: null,
        totp_last_step: null,
        is_demo: 0,
        shares_seen_at: null,
        created_at: now,
        updated_at: now,
        deleted_at: null,
        ...overrides,
      }
      await store.write(async (tx) => {
        await tx.insertInto('users').values(user).execute()
        await tx
          .insertInto('sessions')
          .values({
            id: newId(),
            token_hash: hashSecret(token),
            user_id: user.id,
            remember: 1,
            user_agent: null,
            ip: null,
            created_at: now,
            last_seen: now,
            expires_at: new Date(Date.now() + 86_400_000).toISOString(),
          })
          .execute()
      })
      return { id: user.id, name: user.name, email: user.email, token }
    },
    apiToken: async (user, scope, limits = {}) => {
      const token = `cairn_${newSecret()}`
      await store.write((tx) =>
        tx
          .insertInto('api_tokens')
          .values({
            id: newId(),
            user_id: user.id,
            name: `${scope} token`,
            token_hash: hashSecret(token),
            prefix: token.slice(0, 12),
            permissions: JSON.stringify([scope]),
            created_at: new Date().toISOString(),
            last_used: null,
            expires_at: null,
            ...{ plan_id: null, branch_id: null, changes_per_hour: null, nodes_per_hour: null },
            ...{ used_since: null, used_changes: 0, used_nodes: 0 },
            ...limits,
          })
          .execute(),
      )
      return token
    },
    plan: (owner, overrides = {}) => created(as(owner)('POST', '/plans', { title: 'A plan', ...overrides })),
    node: (owner, planId, overrides = {}) =>
      created(as(owner)('POST', `/plans/${planId}/nodes`, { title: 'A node', node_type: 'task', ...overrides })),
    edge: (owner, planId, source_id, target_id, kind = 'dependency') =>
      created(as(owner)('POST', `/plans/${planId}/edges`, { source_id, target_id, kind })),
    log: (owner, planId, nodeId, overrides = {}) =>
      created(as(owner)('POST', `/plans/${planId}/nodes/${nodeId}/log`, { content: 'A log entry', ...overrides })),
    member: async (planId, user, role) => {
      await store.write((tx) =>
        tx
          .insertInto('collaborators')
          .values({
            id: newId(),
            plan_id: planId,
            user_id: user.id,
            role,
            version: 1,
            created_at: new Date().toISOString(),
          })
          .execute(),
      )
    },
    team: async (people) => {
      const team = people ?? (await everyRole())
      const plan = await make.plan(team.owner)
      const rows = COLLABORATOR_ROLES.map((role) => ({
        id: newId(),
        plan_id: plan.id,
        user_id: team[role].id,
        role,
        version: 1,
        created_at: new Date().toISOString(),
      }))
      await store.write((tx) => tx.insertInto('collaborators').values(rows).execute())
      return { ...team, plan }
    },
  }
  return make
}
