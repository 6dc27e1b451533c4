// Apps: those that register themselves (RFC 7591), and those whose id is the URL of a document about them.

import { isStorable } from '@cairn/contract/api/common'
import { z } from 'zod'
import { addressGroup } from '../../base/address-group.ts'
import { cut } from '../../base/cut.ts'
import { newId } from '../../base/ids.ts'
import { HOUR_MS, plusMs } from '../../base/units.ts'
import type { Services } from '../../core/services.ts'
import type { OauthClientRow } from '../../db/schema.ts'
import { fetchOutside, OutboundError } from '../../providers/outbound.ts'
import { OauthError } from './oauth.errors.ts'
import { storeIcon } from './oauth.icons.ts'
import { isAllowedRedirect } from './oauth.redirects.ts'
import { findClient, saveClient } from './oauth.repo.ts'

const NAME_MAX = 100
const REDIRECTS_MAX = 20
const DOCUMENT_MAX_BYTES = 64 * 1024
const DOCUMENT_TIMEOUT_MS = 5_000
/** A document is read again after this long. */
const DOCUMENT_AGE_MS = HOUR_MS
const DOCUMENT_URL_MAX = 1_000
const LOGO_URL_MAX = 2_000
const KEYS_MAX = 20
/**
 * Registrations an hour. Hosted assistants register all their people from a few addresses. The total only bounds what is
 * stored until unused apps are forgotten: it is too high for a few strangers to lock everyone out.
 */
const REGISTRATIONS_MAX = { address: 100, all: 5_000 }
/** Documents that one person makes the server fetch in an hour. */
const FETCHES_MAX = 30

export interface Client {
  id: string
  name: string
  /** The host that vouches for the app; null: registered by itself, so the name is unverified. */
  host: string | null
  redirect_uris: string[]
  icon_key: string | null
}

/** Names are shown to people: without control characters, invisible ones and line breaks. */
const cleanName = (name: string): string => cut(visibleName(name), NAME_MAX).trim()

const visibleName = (name: string): string =>
  name
    // Composing takes quadratic time in the number of accents on one letter.
    .slice(0, 10 * NAME_MAX)
    .normalize('NFC')
    // Joiners stay, because scripts and emoji need them, unless there is nothing else.
    .replace(/(?:(?!\u200c|\u200d)[\p{C}\p{Z}])+/gu, ' ')
    .replace(/^(?:\u200c|\u200d| )+$/u, '')
    .trim()

const Metadata = z.object({
  redirect_uris: z.array(z.string()).min(1).max(REDIRECTS_MAX),
  client_name: z.string().optional(),
  logo_uri: z.string().refine(isStorable).optional().catch(undefined),
  token_endpoint_auth_method: z.string().optional(),
  jwks: z.unknown().optional(),
  jwks_uri: z.string().optional(),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
})
type Metadata = z.infer<typeof Metadata>

function readMetadata(input: unknown): Metadata {
  const parsed = Metadata.safeParse(input)
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join('.') ?? ''
    const isRedirect = path.startsWith('redirect_uris')
    throw new OauthError(
      isRedirect ? 'invalid_redirect_uri' : 'invalid_client_metadata',
      `${path || 'The body'} is invalid`,
    )
  }
  const { redirect_uris, grant_types, response_types } = parsed.data
  const refused = redirect_uris.find((uri) => !isAllowedRedirect(uri))
  if (refused !== undefined)
    throw new OauthError(
      'invalid_redirect_uri',
      'A redirect URI must use https, http on localhost, or a private scheme, without a fragment',
    )
  if (grant_types && !grant_types.includes('authorization_code'))
    throw new OauthError('invalid_client_metadata', 'grant_types must include authorization_code')
  if (response_types && !response_types.includes('code'))
    throw new OauthError('invalid_client_metadata', 'response_types must include code')
  return parsed.data
}

/** Registers an app; every one is public, whatever it asked for: only a document at its URL can vouch for keys. Limited per address and in total. */
export async function registerClient(app: Services, body: unknown, address: string) {
  const metadata = readMetadata(body)
  const now = app.clock()
  const id = `app_${newId()}`
  const name = cleanName(metadata.client_name ?? '') || 'Unnamed app'
  const limits = [
    { key: `oauth register ${addressGroup(address)}`, max: REGISTRATIONS_MAX.address, window_ms: HOUR_MS },
    { key: 'oauth register', max: REGISTRATIONS_MAX.all, window_ms: HOUR_MS },
  ]
  await app.attempts.count(limits)
  await app.store.write((tx) =>
    saveClient(tx, {
      id,
      name,
      host: null,
      redirect_uris: JSON.stringify(metadata.redirect_uris),
      created_at: now.toISOString(),
      fetched_at: null,
      used_at: null,
      // Anyone may register a name, so the icon would vouch for nothing.
      logo_uri: null,
      icon_key: null,
      keys: null,
    }),
  )
  return {
    client_id: id,
    client_id_issued_at: Math.floor(now.getTime() / 1000),
    client_name: name,
    redirect_uris: metadata.redirect_uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
}

/** Throws `invalid_client` for an unknown app and for a document that cannot be read. */
export async function requireClient(app: Services, id: string, userId: string): Promise<Client> {
  const known = await findClient(app.store.reader, id)
  if (!isDocumentUrl(id)) {
    if (!known) throw new OauthError('invalid_client', 'This app is not registered. Connect it again from the app.')
    return toClient(known)
  }
  const freshAfter = plusMs(app.clock(), -DOCUMENT_AGE_MS)
  if (known?.fetched_at && known.fetched_at > freshAfter) return toClient(known)
  await app.attempts.count([{ key: `oauth document ${userId}`, max: FETCHES_MAX, window_ms: HOUR_MS }])
  return readDocument(app, id, known)
}

const toClient = ({ id, name, host, redirect_uris, icon_key }: OauthClientRow): Client => ({
  id,
  name,
  host,
  redirect_uris: JSON.parse(redirect_uris) as string[],
  icon_key,
})

const isDocumentUrl = (id: string): boolean => /^https?:/i.test(id)

/** The URL must be written as a browser would write it, so that one app has one id. */
function isValidDocumentUrl(id: string): boolean {
  if (id.length > DOCUMENT_URL_MAX || !URL.canParse(id)) return false
  const url = new URL(id)
  return url.href === id && url.pathname !== '/' && !url.hash && !url.search && !url.username && !url.password
}

const unreadable = (why: string) =>
  new OauthError('invalid_client', `The description of the app at its URL cannot be used: ${why}`)

/** Reads the document now; nothing changes if it cannot be used. */
export async function rereadDocument(app: Services, client: OauthClientRow): Promise<void> {
  await readDocument(app, client.id, client).catch((error: unknown) => {
    if (!(error instanceof OauthError)) throw error
  })
}

async function readDocument(app: Services, id: string, known: OauthClientRow | undefined): Promise<Client> {
  if (!isValidDocumentUrl(id)) throw unreadable('The URL is not valid.')
  const reply = await fetchOutside(
    id,
    { max_bytes: DOCUMENT_MAX_BYTES, timeout_ms: DOCUMENT_TIMEOUT_MS, headers: { accept: 'application/json' } },
    { allow_loopback: app.config.outbound_loopback },
  ).catch((error: unknown) => {
    throw unreadable(error instanceof OutboundError ? error.message : 'The server cannot be reached.')
  })
  if (reply.status !== 200) throw unreadable(`The server replied with status ${reply.status}.`)
  const document = parseJson(reply.body)
  if ((document as { client_id?: unknown } | null)?.client_id !== id) throw unreadable('Its client_id is not its URL.')
  const metadata = readMetadata(document)
  const keys = keysIn(metadata)
  const { host } = new URL(id)
  const now = app.clock().toISOString()
  const client = { id, name: cleanName(metadata.client_name ?? '') || host, host }
  const { redirect_uris, logo_uri = null } = metadata
  const icon_key = await iconOf(app, logo_uri, known)
  await app.store.write((tx) =>
    saveClient(tx, {
      ...client,
      redirect_uris: JSON.stringify(redirect_uris),
      created_at: now,
      fetched_at: now,
      used_at: null,
      logo_uri,
      icon_key,
      keys,
    }),
  )
  return { ...client, redirect_uris, icon_key }
}

/** The public keys of an app, or where they are, as JSON; null for an app that has none. */
function keysIn({ token_endpoint_auth_method: method = 'none', jwks, jwks_uri }: Metadata): string | null {
  if (method === 'none') return null
  if (method !== 'private_key_jwt') throw unreadable('Its token_endpoint_auth_method must be none or private_key_jwt.')
  if (jwks_uri !== undefined && jwks === undefined) {
    if (!isDocumentUrl(jwks_uri) || !URL.canParse(jwks_uri) || jwks_uri.length > DOCUMENT_URL_MAX)
      throw unreadable('Its jwks_uri is not valid.')
    return JSON.stringify({ jwks_uri })
  }
  const { keys } = (jwks ?? {}) as { keys?: unknown }
  if (jwks_uri !== undefined || !Array.isArray(keys) || keys.length === 0 || keys.length > KEYS_MAX)
    throw unreadable('It needs either jwks or jwks_uri.')
  if (keys.some((key) => typeof key !== 'object' || key === null || 'd' in key || 'k' in key))
    throw unreadable('Its jwks must have public keys only.')
  return JSON.stringify({ jwks })
}

/** An icon is fetched again when its URL has changed, or when it could not be fetched. */
async function iconOf(app: Services, url: string | null, known: OauthClientRow | undefined): Promise<string | null> {
  if (url === null || url.length > LOGO_URL_MAX) return null
  return known?.logo_uri === url && known.icon_key !== null ? known.icon_key : storeIcon(app, url)
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    throw unreadable('It is not JSON.')
  }
}
