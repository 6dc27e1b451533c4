// The tables of people and of what signs in for them: sessions, tokens and connected apps.
import type { TokenScope } from '@cairn/contract/rules/permissions'

export interface UserRow {
  id: string
  /** Lower case; free again after the account is deleted. */
  email: string
  name: string
  organization: string | null
  password_hash: string
  /** The avatar's public name: random, so it cannot be guessed. */
  avatar_key: string | null
  /** The avatar's content address in the file store. */
  avatar_file: string | null
  email_verified_at: string | null
  /** Encrypted with a key that is derived from the server's secret. */
  totp_secret: string | null
  /** Set once a first code has confirmed the authenticator; a secret without it is a pending set-up. */
  totp_enabled_at: string | null
  /** The last 30-second step whose code was used, so that no code works twice. */
  totp_last_step: number | null
  is_demo: 0 | 1
  /** Plans shared with this person until then are not new. */
  shares_seen_at: string | null
  created_at: string
  updated_at: string
  deleted_at: string | null
}

export interface SessionRow {
  id: string
  token_hash: string
  user_id: string
  remember: 0 | 1
  user_agent: string | null
  ip: string | null
  created_at: string
  last_seen: string
  expires_at: string
}

/** Single-use secrets that expire: mailed links, two-factor challenges, live tickets. Only hashes are stored. */
export interface OneTimeTokenRow {
  token_hash: string
  purpose: 'reset' | 'verify' | 'verified' | 'email' | 'two_factor' | 'live'
  user_id: string
  /** JSON that belongs to the purpose. */
  data: string
  expires_at: string
}

/** Browsers that have signed in to an account before, by the hash of the token that they store. */
export interface KnownDeviceRow {
  user_id: string
  device_hash: string
  created_at: string
  last_seen: string
}

export interface RecoveryCodeRow {
  user_id: string
  code_hash: string
}

/** What limits a credential besides its scope, and what it has used of it. */
export interface CredentialLimitColumns {
  /** The only plan that it reaches; null for all. Stays when the plan is purged, so access never widens. */
  plan_id: string | null
  /** The top of the only branch that it changes; null for the whole plan. Stays too. */
  branch_id: string | null
  /** Null for no limit, here and below. */
  changes_per_hour: number | null
  nodes_per_hour: number | null
  /** When the hour of the counts began; counted only with a limit. */
  used_since: string | null
  used_changes: number
  used_nodes: number
}

export interface ApiTokenRow extends CredentialLimitColumns {
  id: string
  user_id: string
  name: string
  token_hash: string
  prefix: string
  /** JSON list of scopes. */
  permissions: string
  created_at: string
  last_used: string | null
  expires_at: string | null
}

/** An app that may ask for access: registered by itself, or described by the document at its id. */
export interface OauthClientRow {
  /** `app_…` of a registered app, else the URL of its document. */
  id: string
  name: string
  /** The host of the document; null for a registered app, which may call itself anything. */
  host: string | null
  /** JSON list. */
  redirect_uris: string
  created_at: string
  /** When the document was read. */
  fetched_at: string | null
  /** When it was last let in. */
  used_at: string | null
  /** Of the document. */
  logo_uri: string | null
  /** The icon that was made of it; null without one. */
  icon_key: string | null
  /** JSON of the public keys in the document, or of the URL where they are; null for an app without keys. */
  keys: string | null
}

/** An icon of apps. The key is the hash of the image. */
export interface OauthIconRow {
  key: string
  /** WebP in Base64. */
  image: string
  created_at: string
}

/** The hash of an assertion of an app that was accepted, so that it is not accepted again. */
export interface OauthAssertionRow {
  id: string
  expires_at: string
}

/** An app that a person let in. Its tokens end with it. */
export interface OauthGrantRow extends CredentialLimitColumns {
  id: string
  user_id: string
  client_id: string
  client_name: string
  client_host: string | null
  redirect_host: string
  scope: TokenScope
  resource: OauthResource
  created_at: string
  last_used: string | null
  /** Calls that changed something in a plan. */
  changes: number
  icon_key: string | null
}

/** What a token is for; one for another resource is refused. */
export type OauthResource = 'api' | 'mcp'

export interface OauthCodeRow {
  code_hash: string
  user_id: string
  /** JSON of what was allowed. */
  data: string
  /** Set once it was redeemed: a second use ends this grant. */
  grant_id: string | null
  expires_at: string
}

export interface OauthTokenRow {
  token_hash: string
  grant_id: string
  kind: 'access' | 'refresh'
  scope: TokenScope
  /** When a refresh token was first replaced. */
  used_at: string | null
  created_at: string
  expires_at: string
}
