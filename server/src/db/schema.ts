// The tables, as types: the only definition of what a row holds. Times are ISO 8601 text, booleans 0 or 1, JSON is
// text.

import type { Kysely, Transaction } from 'kysely'
import type {
  ApiTokenRow,
  KnownDeviceRow,
  OauthAssertionRow,
  OauthClientRow,
  OauthCodeRow,
  OauthGrantRow,
  OauthIconRow,
  OauthTokenRow,
  OneTimeTokenRow,
  RecoveryCodeRow,
  SessionRow,
  UserRow,
} from './tables/accounts.ts'
import type { EventRow, RunCallsRow, RunRow, SecurityEventRow } from './tables/history.ts'
import type { CalendarRow, WebhookDeliveryRow, WebhookRow } from './tables/integrations.ts'
import type {
  ArtifactRow,
  AssignmentRow,
  ClaimRow,
  CollaboratorRow,
  EdgeRow,
  FavoriteRow,
  InvitationRow,
  LogMentionRow,
  LogRow,
  NodeReadRow,
  NodeRow,
  PlanRow,
  ReactionRow,
  WatchRow,
} from './tables/plans.ts'
import type {
  AttemptRow,
  IdempotencyKeyRow,
  InstallationRow,
  LeaseRow,
  OrphanFileRow,
  RequestCountRow,
  RevocationRow,
  ServerRow,
} from './tables/system.ts'

export type * from './tables/accounts.ts'
export type * from './tables/history.ts'
export type * from './tables/integrations.ts'
export type * from './tables/plans.ts'
export type * from './tables/system.ts'

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
  revocations: RevocationRow
  leases: LeaseRow
  request_counts: RequestCountRow
  events: EventRow
  runs: RunRow
  run_calls: RunCallsRow
}

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>
