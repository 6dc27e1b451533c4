// Every endpoint × everyone who could call it × every credential. What is expected is written here a second time, by rule and by
// exception, so that a wrong row of the contract's tables shows.

import { readdirSync } from 'node:fs'
import { allEndpoints } from '@cairn/contract/api/all'
import type { Endpoint } from '@cairn/contract/api/common'
import {
  isPlanAction,
  PLAN_ROLES,
  type PlanRole,
  TOKEN_SCOPES,
  type TokenScope,
} from '@cairn/contract/rules/permissions'
import { expect, test } from 'vitest'
import { type Team, type TestApp, type TestUser, testApp } from './factory.ts'
import { readPlanRows } from './plan-rows.ts'
import { type MakeSample, type Sample, samples, urlOf } from './samples.ts'

const CREDENTIALS = ['session', ...TOKEN_SCOPES] as const
type Credential = (typeof CREDENTIALS)[number]
const CALLERS = [...PLAN_ROLES, 'stranger'] as const
type Caller = (typeof CALLERS)[number]

interface Expectation {
  /** The least a token needs; `session`: no token is enough. */
  needs: TokenScope | 'session'
  /** Who in the plan may, where it is about a plan. */
  roles: readonly PlanRole[]
}
const EVERYONE: readonly PlanRole[] = ['owner', 'admin', 'editor', 'commenter', 'viewer']
const EDITORS: readonly PlanRole[] = ['owner', 'admin', 'editor']
const SHARING: Expectation = { needs: 'admin', roles: ['owner', 'admin'] }
const OWNING: Expectation = { needs: 'admin', roles: ['owner'] }
const COMMENTING: Expectation = { needs: 'write', roles: ['owner', 'admin', 'editor', 'commenter'] }
const SECURING: Expectation = { needs: 'session', roles: [] }

/** Reading needs `read` and any role, everything else `write` and a role that edits, but for these. */
const EXCEPTIONS: Record<string, Expectation> = {
  'live.ticket': { needs: 'read', roles: [] },
  'plans.duplicate': { needs: 'write', roles: EVERYONE },
  'plans.favorite': { needs: 'write', roles: EVERYONE },
  'plans.unfavorite': { needs: 'write', roles: EVERYONE },
  'plans.leave': { needs: 'write', roles: ['admin', 'editor', 'commenter', 'viewer'] },
  'plans.delete': OWNING,
  'plans.restore': OWNING,
  'plans.purge': OWNING,
  'plans.transfer': OWNING,
  'security.planAccess': OWNING,
  'trash.purge': SHARING,
  'webhooks.list': SHARING,
  'webhooks.create': SHARING,
  'webhooks.update': SHARING,
  'webhooks.rotate': SHARING,
  'webhooks.remove': SHARING,
  'webhooks.test': SHARING,
  'webhooks.deliveries': SHARING,
  'webhooks.replay': SHARING,
  'collaborators.add': SHARING,
  'collaborators.setRole': SHARING,
  'collaborators.remove': SHARING,
  'collaborators.renew': SHARING,
  'logs.add': COMMENTING,
  'logs.addDetailed': COMMENTING,
  'logs.update': COMMENTING,
  'logs.delete': COMMENTING,
  'logs.restore': COMMENTING,
  'logs.react': COMMENTING,
  'logs.unreact': COMMENTING,
  'logs.seen': { needs: 'write', roles: EVERYONE },
  'watches.set': { needs: 'write', roles: EVERYONE },
  'watches.remove': { needs: 'write', roles: EVERYONE },
  'users.deleteProfile': SECURING,
  'users.changePassword': SECURING,
  'users.changeEmail': SECURING,
  'users.cancelEmailChange': SECURING,
  'users.confirmEmail': SECURING,
  'tokens.list': SECURING,
  'tokens.create': SECURING,
  'tokens.setLimits': SECURING,
  'tokens.revoke': SECURING,
  'apps.request': SECURING,
  'apps.decide': SECURING,
  'apps.list': SECURING,
  'apps.setLimits': SECURING,
  'apps.revoke': SECURING,
  'calendar.list': SECURING,
  'calendar.renew': SECURING,
  'calendar.revoke': SECURING,
  'tokens.debug': SECURING,
  'auth.sessions': SECURING,
  'auth.endSession': SECURING,
  'auth.twoFactorSetup': SECURING,
  'auth.twoFactorEnable': SECURING,
  'auth.twoFactorDisable': SECURING,
  'auth.recoveryCodes': SECURING,
  'invitations.accept': SECURING,
}

const expectationOf = (name: string, { method }: Endpoint): Expectation =>
  EXCEPTIONS[name] ?? (method === 'GET' ? { needs: 'read', roles: EVERYONE } : { needs: 'write', roles: EDITORS })

const STRENGTH = ['read', 'write', 'admin', 'session']

/** 200 means any success. */
function expectedStatus(name: string, endpoint: Endpoint, caller: Caller, credential: Credential): 200 | 403 | 404 {
  const { needs, roles } = expectationOf(name, endpoint)
  // The scope is judged before the plan is looked at, so a weak token learns nothing about it either way.
  if (STRENGTH.indexOf(credential) < STRENGTH.indexOf(needs)) return 403
  if (!endpoint.path.includes(':planId')) return 200
  if (caller === 'stranger') return 404
  return roles.includes(caller) ? 200 : 403
}

async function credentialsOf(make: TestApp['make'], user: TestUser): Promise<[Credential, string][]> {
  const tokens = TOKEN_SCOPES.map(async (scope) => [scope, await make.apiToken(user, scope)] as [Credential, string])
  return [['session', user.token], ...(await Promise.all(tokens))]
}

const walked = allEndpoints.filter(({ endpoint }) => endpoint.access !== 'public')

test.each(walked)('$name admits the callers that the tables admit, and no others', async ({ name, endpoint }) => {
  const sample = samples[name]
  if (!sample) throw new Error(`There is no sample call for ${name} in samples.ts.`)
  const server = await testApp()
  const { as, make } = server
  const team = await make.team()
  const people: Record<Caller, TestUser> = { ...team, stranger: await make.user() }
  const call = async (token: string | null, made: Sample) =>
    as(token)(endpoint.method, urlOf(endpoint, made), made.body, made.headers)

  const untouched = await sample(server, team)
  expect((await call(null, untouched)).statusCode, 'without a credential').toBe(401)

  const before = await snapshot(server, team)
  const allowed: [Caller, Credential, string][] = []
  for (const caller of CALLERS) {
    for (const [credential, token] of await credentialsOf(make, people[caller])) {
      const expected = expectedStatus(name, endpoint, caller, credential)
      if (expected === 200) {
        allowed.push([caller, credential, token])
        continue
      }
      const reply = await call(token, untouched)
      expect(reply.statusCode, `${caller} with ${credential}: ${reply.body}`).toBe(expected)
      expect(reply.json(), `${caller} with ${credential}`).toHaveProperty('error')
    }
  }
  expect(await snapshot(server, team), 'refused calls change nothing').toEqual(before)

  for (const [caller, credential, kept] of allowed) {
    const asked = await freshCall(server, endpoint, sample, people, caller, [credential, kept])
    const reply = await call(asked.token ?? kept, asked.made)
    expect([200, 201, 204], `${caller} with ${credential}: ${reply.statusCode} ${reply.body}`).toContain(
      reply.statusCode,
    )
  }
})

/** What an allowed call acts on is used up by it: each gets a plan, or for account calls a person, of its own. */
async function freshCall(
  server: TestApp,
  endpoint: Endpoint,
  sample: MakeSample,
  people: Record<Caller, TestUser>,
  caller: Caller,
  [credential, kept]: [Credential, string],
) {
  const team = await server.make.team(isPlanAction(endpoint.access) ? people : undefined)
  if (isPlanAction(endpoint.access)) return { made: await sample(server, team, { ...people[caller], token: kept }) }
  const person = await server.make.user()
  const tokens = new Map(await credentialsOf(server.make, person))
  return { made: await sample(server, team, person), token: tokens.get(credential) }
}

/** All that a refused caller must not be able to change. */
async function snapshot(app: TestApp, { owner, plan }: Team) {
  return {
    owner: await app.store.reader.selectFrom('users').selectAll().where('id', '=', owner.id).execute(),
    ...(await readPlanRows(app, plan.id)),
  }
}

test('no call but a reading one is done with a token that only reads, the live ticket aside', () => {
  const byReader = walked.filter(({ name, endpoint }) => expectationOf(name, endpoint).needs === 'read')
  expect(byReader.filter(({ endpoint }) => endpoint.method !== 'GET').map(({ name }) => name)).toEqual(['live.ticket'])
  const names = new Set(walked.map(({ name }) => name))
  expect(Object.keys(EXCEPTIONS).filter((name) => !names.has(name))).toEqual([])
})

/** The API reference, and the answer to unknown paths. */
const NO_ENDPOINT = /^\/api\/(docs.*|openapi\.json|live|\*)$/

test('every endpoint is mounted, and every mounted route is an endpoint', async () => {
  const { app } = await testApp()
  await app.ready()
  const mounted = mountedRoutes(app.printRoutes({ commonPrefix: false })).filter(
    ({ path }) => path.startsWith('/api/') && !NO_ENDPOINT.test(path),
  )
  const declared = allEndpoints.flatMap(({ endpoint }) =>
    [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => `${endpoint.method} /api${path}`),
  )

  expect(mounted.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(declared.sort())
})

test('every endpoint of every module of the contract is in the table of all', async () => {
  const listed = new Set<unknown>(allEndpoints.map(({ endpoint }) => endpoint))
  const folder = new URL('../../contract/src/api/', import.meta.url)
  const modules = readdirSync(folder).filter((name) => name.endsWith('.ts') && !/^all\.ts$|\.test\.ts$/.test(name))
  const found: string[] = []
  for (const name of modules)
    for (const [exported, value] of Object.entries(await import(new URL(name, folder).href)))
      if (exported.endsWith('Api'))
        for (const [row, endpoint] of Object.entries(value as Record<string, unknown>)) {
          expect(listed.has(endpoint), `${name}: ${exported}.${row}`).toBe(true)
          found.push(row)
        }
  expect(found).toHaveLength(listed.size)
})

/** The routes that Fastify prints as a tree; every GET has a HEAD of its own, which is not listed. */
function mountedRoutes(printed: string): { method: string; path: string }[] {
  const above: string[] = []
  return printed.split('\n').flatMap((line) => {
    const [, indent = '', segment = '', methods = ''] = /^([│ ]*)[├└]── (\S*) \(([A-Z, ]+)\)$/.exec(line) ?? []
    const depth = indent.length / 4
    above.splice(depth)
    above.push(segment)
    const path = above.join('')
    return methods.split(', ').flatMap((method) => (method === 'HEAD' || method === '' ? [] : [{ method, path }]))
  })
}
