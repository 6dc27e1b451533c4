// Apps with a document may prove at the token endpoint who they are: `private_key_jwt` (RFC 7523, OpenID Connect Core 9).

import { z } from 'zod'
import { hashSecret } from '../../base/ids.ts'
import { lruOf } from '../../core/lru.ts'
import type { Services } from '../../core/services.ts'
import type { OauthClientRow } from '../../db/schema.ts'
import { fetchOutside } from '../../providers/outbound.ts'
import { rereadDocument } from './oauth.clients.ts'
import { OauthError, parameter, requiredParameter } from './oauth.errors.ts'
import { OAUTH_PATHS, SIGNING_ALGORITHMS } from './oauth.metadata.ts'
import { findClient, insertAssertion } from './oauth.repo.ts'

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const ASSERTION_MAX = 8_000
/** Its id is remembered until then. */
const ASSERTION_SECONDS_MAX = 3_600
const CLOCK_SECONDS = 30
const KEYS_MAX_BYTES = 64 * 1024
const KEYS_TIMEOUT_MS = 5_000
const KEYS_AGE_MS = 10 * 60_000
/** So long keys that could not be read are not asked for again. */
const FAILED_AGE_MS = 10_000
const KEYS_CACHED = 1_000
/** The keys of one app are read again so often at most because none matches. */
const REREAD_MS = 60_000

const KeySet = z.object({ keys: z.array(z.record(z.string(), z.unknown())).max(20) })
type KeySet = z.infer<typeof KeySet>

/**
 * Returns the id of the app that sends the form; `invalid_client` if it is not registered, or does not prove that it is
 * this app although it has keys.
 */
export type ClientAuth = (form: URLSearchParams) => Promise<string>

const refused = (why: string) => new OauthError('invalid_client', why)

export function createClientAuth(app: Services): ClientAuth {
  const fetched = lruOf<Promise<KeySet | null>>(KEYS_CACHED, { ttl: KEYS_AGE_MS })
  const reread = lruOf<{ at: number; client: Promise<OauthClientRow> }>(KEYS_CACHED)

  async function keysOf(client: OauthClientRow): Promise<KeySet> {
    const { jwks, jwks_uri } = keysFrom(client)
    if (jwks_uri === undefined) return KeySet.parse(jwks)
    const keySet = await (fetched.get(jwks_uri) ?? fetchKeys(jwks_uri))
    if (!keySet) throw refused('The keys at the jwks_uri of the app cannot be read.')
    return keySet
  }

  /** Concurrent calls share it, and its failure too: anyone may make the server ask for the keys of an app. */
  function fetchKeys(uri: string): Promise<KeySet | null> {
    const reading = fetchOutside(
      uri,
      { max_bytes: KEYS_MAX_BYTES, timeout_ms: KEYS_TIMEOUT_MS, headers: { accept: 'application/json' } },
      { allow_loopback: app.config.outbound_loopback },
    ).then(
      ({ status, body }) => (status === 200 ? parseKeySet(body.toString()) : null),
      () => null,
    )
    fetched.set(uri, reading)
    void reading.then((keySet) => {
      if (keySet === null && fetched.peek(uri) === reading) fetched.set(uri, reading, { ttl: FAILED_AGE_MS })
    })
    return reading
  }

  /**
   * After a change of keys neither the document nor the key set that are known here have the new one. Anyone may send
   * an unknown key, so all calls within a minute share what was read: none of them can use up the reads of others.
   */
  function withCurrentKeys(client: OauthClientRow): Promise<OauthClientRow> {
    const at = app.clock().getTime()
    const last = reread.get(client.id)
    if (last && at - last.at < REREAD_MS) return last.client
    const current = readKeysAgain(client)
    reread.set(client.id, { at, client: current })
    current.catch(() => reread.delete(client.id))
    return current
  }

  async function readKeysAgain(client: OauthClientRow): Promise<OauthClientRow> {
    await rereadDocument(app, client)
    const current = (await findClient(app.store.reader, client.id)) ?? client
    const { jwks_uri } = keysFrom(current)
    if (jwks_uri !== undefined) fetched.delete(jwks_uri)
    return current
  }

  async function verify(client: OauthClientRow, assertion: string): Promise<void> {
    const now = app.clock()
    const issuer = app.publicUrl()
    const read = async (from: OauthClientRow) =>
      verified(assertion, await keysOf(from), {
        issuer: client.id,
        subject: client.id,
        audience: [issuer, issuer + OAUTH_PATHS.token],
        currentDate: now,
      })
    const claims = (await read(client)) ?? (await read(await withCurrentKeys(client)))
    if (!claims) throw refused('The client_assertion is invalid, expired, or not for this server.')
    const { exp, jti } = claims
    if (exp * 1000 - now.getTime() > ASSERTION_SECONDS_MAX * 1000)
      throw refused('The client_assertion must expire within an hour.')
    const row = {
      id: hashSecret(`${client.id} ${jti}`),
      expires_at: new Date((exp + CLOCK_SECONDS) * 1000).toISOString(),
    }
    const isNew = await app.store.write((tx) => insertAssertion(tx, row))
    if (!isNew) throw refused('The client_assertion was already used.')
  }

  return async (form) => {
    const assertion = parameter(form, 'client_assertion')
    const named = parameter(form, 'client_id')
    const client_id = named ?? (assertion === undefined ? undefined : issuerOf(assertion))
    if (client_id === undefined) return requiredParameter(form, 'client_id')
    const client = await findClient(app.store.reader, client_id)
    if (!client) throw refused('This app is not registered. Connect it again from the app.')
    if (client.keys === null) {
      if (assertion !== undefined) throw refused('This app has no keys: it must not send a client_assertion.')
      return client_id
    }
    if (assertion === undefined) throw refused('This app must send a client_assertion.')
    if (parameter(form, 'client_assertion_type') !== ASSERTION_TYPE)
      throw refused(`client_assertion_type must be ${ASSERTION_TYPE}`)
    if (assertion.length > ASSERTION_MAX) throw refused(`client_assertion must be at most ${ASSERTION_MAX} characters`)
    await verify(client, assertion)
    return client_id
  }
}

const keysFrom = ({ keys }: OauthClientRow) => JSON.parse(keys ?? '{}') as { jwks?: unknown; jwks_uri?: string }

/** Who claims to send the assertion, before it is verified. */
function issuerOf(assertion: string): string | undefined {
  try {
    const { iss } = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString()) as { iss?: unknown }
    return typeof iss === 'string' ? iss : undefined
  } catch {
    return undefined
  }
}

function parseKeySet(text: string): KeySet | null {
  try {
    return KeySet.parse(JSON.parse(text))
  } catch {
    return null
  }
}

interface Expected {
  issuer: string
  subject: string
  audience: string[]
  currentDate: Date
}

/** The claims of an assertion that one of the keys has signed; null for any other. */
async function verified(
  assertion: string,
  { keys }: KeySet,
  expected: Expected,
): Promise<{ exp: number; jti: string } | null> {
  // Loaded on first use: most servers never need it.
  const { decodeProtectedHeader, importJWK, jwtVerify } = await import('jose')
  const options = {
    ...expected,
    algorithms: [...SIGNING_ALGORITHMS],
    clockTolerance: CLOCK_SECONDS,
    requiredClaims: ['exp', 'jti'],
  }
  try {
    const { alg = '', kid } = decodeProtectedHeader(assertion)
    if (!(SIGNING_ALGORITHMS as readonly string[]).includes(alg)) return null
    for (const key of keys) {
      if (kid !== undefined && key.kid !== undefined && key.kid !== kid) continue
      try {
        const { payload } = await jwtVerify(assertion, await importJWK(key, alg), options)
        const { exp, jti } = payload
        if (exp !== undefined && jti) return { exp, jti }
      } catch {
        // Another key may fit.
      }
    }
  } catch {
    // Not a JWT.
  }
  return null
}
