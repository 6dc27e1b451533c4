// Resolves a request's header to its Actor.

import type { IncomingMessage } from 'node:http'
import { RunId } from '@cairn/contract/api/common'
import { TOKEN_SCOPES, type TokenScope } from '@cairn/contract/rules/permissions'
import { addressGroup } from '../../../base/address-group.ts'
import { AppError, notSignedIn } from '../../../base/errors.ts'
import { gathered } from '../../../base/gathered.ts'
import { ACCESS_TOKEN_PREFIX, API_TOKEN_PREFIX, hashSecret } from '../../../base/ids.ts'
import type { Actor } from '../../../core/ctx.ts'
import { lruOf } from '../../../core/lru.ts'
import { countOne, type RateLimit } from '../../../core/rate-limit.ts'
import { viaApp } from '../../../core/via.ts'
import type { Store } from '../../../db/open.ts'
import type { OauthResource } from '../../../db/schema.ts'
import { LAST_USED_STEP_MS, type LastUsed } from './sessions.last-used.ts'
import { findAccessTokensByHash, findApiTokensByHash, findSessionsByHash } from './sessions.repo.ts'
import { sessionEnd } from './sessions.ts'

const KEPT_MAX = 10_000

interface Known {
  actor: Actor
  /** Milliseconds; infinite for never. */
  expires: number
  /** When its use was last recorded, in milliseconds; 0 for never. */
  noted: number
  /** What an access token of an app is for; null: sessions and API tokens, which work everywhere. */
  resource: OauthResource | null
  /** Of a session: each use extends it. */
  session: { remember: boolean; created_at: string } | null
}

/** A call of the API, or the request that opens a socket. */
type WithHeaders = Pick<IncomingMessage, 'headers'>

export interface Authenticator {
  /**
   * Throws 401 `not_signed_in` for a missing, unknown, ended or expired credential. Beyond an address's limit of
   * unknown credentials per minute, only previously accepted ones are looked up: 429 for others. `resource` is what the
   * request is for: an app's token for another one is refused like an unknown one.
   */
  authenticate(request: WithHeaders, address?: string, resource?: OauthResource): Promise<Actor>
  /** Clears a person's cached credentials; called whenever one of them, or the name, changes. */
  forget(userId: string): void
}

/**
 * With one process (SQLite) credentials are cached until `forget` is called. With PostgreSQL another server may revoke
 * them, so each request queries the database, batched with concurrent ones.
 */
export function createAuthenticator(
  store: Store,
  clock: () => Date,
  { lastUsed, lookups }: { lastUsed: LastUsed; lookups: RateLimit | null },
): Authenticator {
  const kept = store.kind === 'sqlite' ? lruOf<Known>(KEPT_MAX) : null
  /** Hashes of credentials accepted here: they are always looked up, whatever else comes from their address. */
  const accepted = lruOf<true>(KEPT_MAX)

  const sessionOf = gathered(async (hashes) => byHash(await findSessionsByHash(store.reader, hashes)))
  const accessTokenOf = gathered(async (hashes) => byHash(await findAccessTokensByHash(store.reader, hashes)))
  const tokenOf = gathered(async (hashes) => byHash(await findApiTokensByHash(store.reader, hashes)))

  async function find(secret: string, address: string | undefined): Promise<Known | null> {
    const known = kept?.get(secret)
    if (known) return known
    const hash = hashSecret(secret)
    if (address !== undefined && !accepted.has(hash)) countOne(lookups, addressGroup(address))
    const found = await (secret.startsWith(API_TOKEN_PREFIX)
      ? findToken(hash)
      : secret.startsWith(ACCESS_TOKEN_PREFIX)
        ? findAccessToken(hash)
        : findSession(hash))
    if (found) {
      kept?.set(secret, found)
      accepted.set(hash, true)
    } else accepted.delete(hash)
    return found
  }

  async function findToken(hash: string): Promise<Known | null> {
    const row = await tokenOf(hash)
    if (!row) return null
    const via = { kind: 'token' as const, name: row.token_name }
    const scope = widest(JSON.parse(row.permissions) as TokenScope[])
    return {
      actor: {
        ...{ id: row.user_id, name: row.name, scope, via, credential_id: row.id, run_id: null },
        ...{ plan_limit: row.plan_id, branch_limit: row.branch_id },
      },
      expires: row.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.expires_at),
      noted: row.last_used === null ? 0 : Date.parse(row.last_used),
      resource: null,
      session: null,
    }
  }

  async function findAccessToken(hash: string): Promise<Known | null> {
    const row = await accessTokenOf(hash)
    if (!row) return null
    const { id: credential_id, user_id: id, name, scope, plan_id: plan_limit, branch_id: branch_limit, resource } = row
    const via = viaApp(row.client_name, row.icon_key)
    return {
      actor: { id, name, scope, via, credential_id, run_id: null, plan_limit, branch_limit },
      expires: Date.parse(row.expires_at),
      noted: row.last_used === null ? 0 : Date.parse(row.last_used),
      resource,
      session: null,
    }
  }

  async function findSession(hash: string): Promise<Known | null> {
    const row = await sessionOf(hash)
    if (!row) return null
    const via = { kind: 'session' as const }
    return {
      actor: {
        id: row.user_id,
        name: row.name,
        scope: 'admin',
        via,
        credential_id: row.id,
        run_id: null,
        plan_limit: null,
        branch_limit: null,
      },
      expires: Date.parse(row.expires_at),
      noted: Date.parse(row.last_seen),
      resource: null,
      session: { remember: row.remember === 1, created_at: row.created_at },
    }
  }

  function note(known: Known, now: Date): void {
    const at = now.toISOString()
    const { credential_id, via } = known.actor
    known.noted = now.getTime()
    if (!known.session) {
      if (via.kind === 'connector') lastUsed.app(credential_id, at)
      else lastUsed.token(credential_id, at)
      return
    }
    const expires_at = sessionEnd(at, known.session)
    known.expires = Date.parse(expires_at)
    lastUsed.session(credential_id, at, expires_at)
  }

  return {
    authenticate: async (request, address, resource = 'api') => {
      const secret = credentialOf(request)
      if (!secret) throw notSignedIn()
      const known = await find(secret, address)
      if (!known || (known.resource !== null && known.resource !== resource)) throw notSignedIn()
      const now = clock()
      if (known.expires <= now.getTime()) {
        kept?.delete(secret)
        if (known.actor.via.kind === 'session') lastUsed.expired(known.actor.credential_id, now.toISOString())
        throw notSignedIn()
      }
      if (now.getTime() - known.noted >= LAST_USED_STEP_MS) note(known, now)
      const run_id = runIdOf(request)
      return run_id === null ? known.actor : { ...known.actor, run_id }
    },
    forget: (userId) => {
      for (const [secret, { actor }] of kept?.entries() ?? []) if (actor.id === userId) kept?.delete(secret)
    },
  }
}

/** `Bearer` with a session or an API token, or `ApiKey` with an API token. */
export function credentialOf(request: WithHeaders): string | null {
  const [, scheme, secret] = /^(bearer|apikey) +([\w-]+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (!scheme || !secret) return null
  return scheme.toLowerCase() === 'bearer' || secret.startsWith(API_TOKEN_PREFIX) ? secret : null
}

const byHash = <R extends { token_hash: string }>(rows: readonly R[]): ReadonlyMap<string, R> =>
  new Map(rows.map((row) => [row.token_hash, row]))

const widest = (scopes: readonly TokenScope[]): TokenScope =>
  TOKEN_SCOPES.reduce((best, scope) => (scopes.includes(scope) ? scope : best), 'read' as TokenScope)

function runIdOf(request: WithHeaders): string | null {
  const header = request.headers['x-run-id']
  if (typeof header !== 'string' || header === '') return null
  const { data, error } = RunId.safeParse(header)
  if (error) throw new AppError(400, 'invalid_input', (error.issues[0]?.message ?? '').replace('run_id', 'X-Run-Id'))
  return data
}
