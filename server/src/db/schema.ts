// The tables, as types: the only definition of what a row holds. Times are ISO 8601 text, booleans 0 or 1, JSON is
// text.

import type { ClaimEnd } from '@cairn/contract/api/claims'
import type { CollaboratorRole } from '@cairn/contract/api/collaborators'
import type { EdgeKind } from '@cairn/contract/api/edges'
import type { EventKind } from '@cairn/contract/api/events'
import type { Emoji, LogType } from '@cairn/contract/api/logs'
import type { NodeStatus, NodeType } from '@cairn/contract/api/nodes'
import type { PlanStatus } from '@cairn/contract/api/plans'
import type { SecurityKind } from '@cairn/contract/api/security'
import type { WatchLevel } from '@cairn/contract/api/watches'
import type { DeliveryStatus } from '@cairn/contract/api/webhooks'
import type { TokenScope } from '@cairn/contract/rules/permissions'
import type { Kysely, Transaction } from 'kysely'

/** The one row about this database. */
export interface InstallationRow {
  id: 1
  /** Identifies this history: a restore sets another one, so revisions of the two are never confused. */
  epoch: string
  /** Counts the changes of names and avatars of all people; triggers keep it. */
  people_changes: number
}

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

/** The secret URL of an iCalendar feed. */
export interface CalendarRow {
  id: string
  user_id: string
  /** The plan's id, or 'assigned' for the nodes that are assigned to the person: one feed of each per person. */
  scope: string
  plan_id: string | null
  secret_hash: string
  created_at: string
}

/** Sends the events of a plan to a URL. */
export interface WebhookRow {
  id: string
  plan_id: string
  url: string
  /** JSON list of event kinds; null for all. */
  kinds: string | null
  /** Encrypted with a key that is derived from the server's secret. */
  secret: string
  /** Signs too until then; encrypted as well. */
  old_secret: string | null
  old_secret_until: string | null
  is_paused: 0 | 1
  /** Set when it has failed for too long. */
  disabled_at: string | null
  /** Since when no delivery has succeeded. */
  failing_since: string | null
  created_by: string
  created_at: string
  /** The last revision of the plan whose event was queued. */
  last_revision: number
}

/** A message of a webhook. Its content is read from the event log when it is sent. */
export interface WebhookDeliveryRow {
  id: string
  webhook_id: string
  kind: string
  /** Of the event; null for a test. */
  revision: number | null
  status: DeliveryStatus
  attempts: number
  /** When it is due; while it is being sent, when another server may send it. Null once it is finished. */
  next_at: string | null
  /** Who is sending it. */
  claim: string | null
  code: number | null
  duration_ms: number | null
  answer: string | null
  created_at: string
  attempted_at: string | null
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

/** Rate-limited attempts by key and window, counted by all servers together. */
export interface AttemptRow {
  key: string
  window_start: string
  count: number
}

export interface IdempotencyKeyRow {
  user_id: string
  route: string
  key: string
  body_hash: string
  status: number
  reply: string
  created_at: string
  /** What the call changed in its plan; null if nothing. */
  change: number | null
}

export interface PlanRow {
  id: string
  owner_id: string
  title: string
  description: string | null
  status: PlanStatus
  revision: number
  version: number
  node_count: number
  completed_count: number
  in_progress_count: number
  blocked_count: number
  /** Bytes of the titles, long texts and metadata of the undeleted nodes. */
  text_bytes: number
  search_text: string
  created_at: string
  updated_at: string
  deleted_at: string | null
}
/** Updated by the commands through `emit`, so lists never count nodes. */
export type PlanCounter = 'node_count' | 'completed_count' | 'in_progress_count' | 'blocked_count' | 'text_bytes'

export interface CollaboratorRow {
  plan_id: string
  user_id: string
  /** Says who came first. */
  id: string
  role: CollaboratorRole
  version: number
  created_at: string
}

/** A person's favorite plan. It is private to that person. */
export interface FavoriteRow {
  plan_id: string
  user_id: string
}

export interface InvitationRow {
  id: string
  plan_id: string
  email: string
  role: CollaboratorRole
  invited_by: string
  version: number
  created_at: string
  /** It gives no access after this time until it is renewed. */
  expires_at: string
}

export interface NodeRow {
  plan_id: string
  id: string
  parent_id: string | null
  title: string
  node_type: NodeType
  status: NodeStatus
  order_index: number
  description: string | null
  due_date: string | null
  acceptance_criteria: string | null
  context: string | null
  agent_instructions: string | null
  /** Who last wrote them in a browser; null if an agent, an import or an undo did. */
  instructions_by: string | null
  comment_count: number
  artifact_count: number
  /** JSON object of the caller's own. */
  metadata: string
  version: number
  search_text: string
  created_at: string
  updated_at: string
  deleted_at: string | null
  /** The node whose deletion included this one; restoring that node restores all of them. */
  deleted_with: string | null
  /** Who deleted it. */
  deleted_by: string | null
}

export interface AssignmentRow {
  plan_id: string
  id: string
  node_id: string
  user_id: string
  assigned_by: string
  assigned_at: string
}

export interface EdgeRow {
  plan_id: string
  id: string
  source_id: string
  target_id: string
  kind: EdgeKind
  version: number
  created_at: string
}

export interface LogRow {
  plan_id: string
  node_id: string
  id: string
  /** The entry that this one replies to; never a reply itself. */
  parent_id: string | null
  user_id: string
  content: string
  log_type: LogType
  /** JSON list. */
  tags: string
  /** JSON object. */
  metadata: string
  /** JSON, like that of the event. */
  via: string
  version: number
  search_text: string
  created_at: string
  updated_at: string
  edited_at: string | null
  /** In the trash since then. */
  deleted_at: string | null
  deleted_by: string | null
}

interface OnLog {
  plan_id: string
  node_id: string
  log_id: string
}

export interface ReactionRow extends OnLog {
  user_id: string
  emoji: Emoji
  created_at: string
}

/** A member whom the text of an entry mentions. */
export interface LogMentionRow extends OnLog {
  user_id: string
}

/** Until when a person has read the comments of a node. It is private to that person. */
export interface NodeReadRow {
  plan_id: string
  node_id: string
  user_id: string
  seen_at: string
}

/** Who holds a task, or held it. A node has at most one claim that has not ended. */
export interface ClaimRow {
  id: string
  plan_id: string
  node_id: string
  /** Grows with every claim of the node. */
  fence: number
  user_id: string
  /** The session, token or app that holds the task. */
  credential_id: string
  /** The name of the token or app; null for a person. */
  agent: string | null
  created_at: string
  expires_at: string
  ended_at: string | null
  outcome: ClaimEnd | null
}

/** Whether a person watches a node or has muted it. It is private to that person. */
export interface WatchRow {
  plan_id: string
  user_id: string
  node_id: string
  level: WatchLevel
}

export interface ArtifactRow {
  plan_id: string
  id: string
  node_id: string
  name: string
  content_type: string
  /** Bytes; null for a link. */
  size: number | null
  /** Content address of an upload in the file store; null for a link. */
  file_key: string | null
  url: string | null
  metadata: string
  version: number
  created_by: string
  search_text: string
  created_at: string
  deleted_at: string | null
  deleted_by: string | null
}

/** Files without references. They are deleted a day after `since`. */
export interface OrphanFileRow {
  file_key: string
  since: string
  /** A clean-up is about to delete it: an upload of the same file waits. */
  deleting_since: string | null
}

/** A running server on this database; empty on SQLite, which has only one. */
export interface ServerRow {
  id: string
  version: string
  /** Identifies the store of its uploads. */
  files_id: string
  /** Derived from its secret; reveals only whether two are the same. */
  secret_check: string
  /** The difference between its clock and the database's. */
  clock_off_ms: number
  /** By the clock of the database. */
  seen_at: string
}

/** Revoked access that other servers have to act on; deleted after a short time. */
export interface WithdrawalRow {
  id: string
  /** JSON of a `AccessRevocation`. */
  withdrawal: string
  at: string
}

/** Work that one server at a time does for all. */
export interface LeaseRow {
  name: string
  holder: string
  until: string
}

/** Requests that one server has counted in one minute, for the others to add. A crash may lose them. */
export interface RequestCountRow {
  minute: number
  key: string
  server: string
  count: number
}

export interface EventRow {
  plan_id: string
  revision: number
  id: string
  kind: EventKind
  node_id: string | null
  node_title: string | null
  actor_id: string
  /** JSON: how the change came in. */
  via: string
  run_id: string | null
  /** JSON: `{ before, after }`, with long values cut. */
  data: string
  created_at: string
  /** JSON: `{ before, after }` with the complete long values; null if there are none. */
  more: string | null
  /** The revision of the command's first event in this plan; null in rows of older versions. */
  change: number | null
  /** The revision of the event that this one takes back. */
  undoes: number | null
}

/** A run of an agent in one plan. */
export interface RunRow {
  plan_id: string
  run_id: string
  user_id: string
  /** JSON: how the first change came in. */
  via: string
  first_revision: number
  last_revision: number
  started_at: string
  ended_at: string
  /** Commands that changed something. */
  changes: number
  events: number
}

/** How many API calls a run made in all plans. A crash may lose some. */
export interface RunCallsRow {
  user_id: string
  run_id: string
  calls: number
  last_at: string
}

/** Events of accounts, credentials, roles and refused calls; ids only, names are joined on read. */
export interface SecurityEventRow {
  id: string
  kind: SecurityKind
  /** The account or access it is about; null if no account is known. */
  user_id: string | null
  plan_id: string | null
  /** The person who did it; null if not signed in. */
  actor_id: string | null
  /** The session or token that was used. */
  credential_id: string | null
  /** The caller's IP address, if known. */
  address: string | null
  /** JSON object of ids and roles; never a secret, a name or an email address. */
  data: string
  created_at: string
}

export interface Tables {
  installation: InstallationRow
  security_events: SecurityEventRow
  users: UserRow
  sessions: SessionRow
  one_time_tokens: OneTimeTokenRow
  known_devices: KnownDeviceRow
  recovery_codes: RecoveryCodeRow
  api_tokens: ApiTokenRow
  oauth_clients: OauthClientRow
  oauth_grants: OauthGrantRow
  oauth_icons: OauthIconRow
  oauth_assertions: OauthAssertionRow
  oauth_codes: OauthCodeRow
  oauth_tokens: OauthTokenRow
  calendars: CalendarRow
  webhooks: WebhookRow
  webhook_deliveries: WebhookDeliveryRow
  attempts: AttemptRow
  idempotency_keys: IdempotencyKeyRow
  plans: PlanRow
  collaborators: CollaboratorRow
  favorites: FavoriteRow
  invitations: InvitationRow
  nodes: NodeRow
  assignments: AssignmentRow
  edges: EdgeRow
  logs: LogRow
  reactions: ReactionRow
  log_mentions: LogMentionRow
  node_reads: NodeReadRow
  watches: WatchRow
  claims: ClaimRow
  artifacts: ArtifactRow
  orphan_files: OrphanFileRow
  servers: ServerRow
  withdrawals: WithdrawalRow
  leases: LeaseRow
  request_counts: RequestCountRow
  events: EventRow
  runs: RunRow
  run_calls: RunCallsRow
}

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>
