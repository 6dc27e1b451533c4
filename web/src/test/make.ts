// Creates complete objects as the server sends them; a test passes only the fields it is about.
import type { ConnectedApp } from '@cairn/contract/api/apps'
import type { authApi, LoginReply, Session, SignedInDevice } from '@cairn/contract/api/auth'
import type { PlanEdge } from '@cairn/contract/api/edges'
import type { EventData, EventKind, PlanEvent } from '@cairn/contract/api/events'
import type { LogEntry } from '@cairn/contract/api/logs'
import type { PlanNode } from '@cairn/contract/api/nodes'
import type { ListedPlan } from '@cairn/contract/api/plans'
import type { ApiToken } from '@cairn/contract/api/tokens'
import type { Profile } from '@cairn/contract/api/users'
import type { Webhook, WebhookDelivery } from '@cairn/contract/api/webhooks'
import type { CallReply } from '../lib/api.ts'

let made = 0

/** A new, valid id. */
export function makeId(): string {
  made += 1
  return `01890a5d-ac96-774b-bcce-${String(made).padStart(12, '0')}`
}

/** The signed-in user by default. */
export const ME = makeId()
export const ANA = { id: ME, name: 'Ana Ruiz', email: 'ana@example.com', avatar_url: null }

export function makeSession(user: Partial<Session['user']> = {}): Session {
  return {
    access_token: 'session-token',
    token_type: 'bearer',
    expires_at: 2_000_000_000,
    expires_in: 2_592_000,
    user: {
      id: ME,
      email: 'ana@example.com',
      created_at: '2026-01-01T00:00:00.000Z',
      user_metadata: { name: 'Ana Ruiz', organization: null, avatar_url: null },
      ...user,
    },
  }
}

export function makeLoginReply(): LoginReply {
  const session = makeSession()
  const { id, email } = session.user
  const user = { id, email, name: 'Ana Ruiz', organization: null, email_verified: true }
  return { session, user, device_token: 'device-token' }
}

export function makePlan(plan: Partial<ListedPlan> = {}): ListedPlan {
  return {
    id: makeId(),
    title: 'Website relaunch',
    description: null,
    status: 'active',
    progress: 0,
    owner_id: ME,
    owner: { id: ME, name: 'Ana Ruiz' },
    role: 'owner',
    node_count: 0,
    completed_count: 0,
    in_progress_count: 0,
    blocked_count: 0,
    revision: 1,
    version: 1,
    created_at: '2026-03-01T10:00:00.000Z',
    updated_at: '2026-03-04T10:00:00.000Z',
    is_favorite: false,
    members: [{ id: ME, name: 'Ana Ruiz', avatar_url: null }],
    member_count: 1,
    next_due: null,
    shared_at: null,
    is_new: false,
    deleted_at: null,
    ...plan,
  }
}

export function makeLog(entry: Partial<LogEntry> = {}): LogEntry {
  return {
    id: makeId(),
    node_id: ME,
    parent_id: null,
    content: 'A log entry',
    log_type: 'progress',
    tags: [],
    metadata: {},
    user_id: ME,
    user: ANA,
    via: { kind: 'session' },
    mentions: [],
    reactions: [],
    reply_count: 0,
    version: 1,
    created_at: '2026-03-04T10:00:00.000Z',
    updated_at: '2026-03-04T10:00:00.000Z',
    edited_at: null,
    deleted_at: null,
    ...entry,
  }
}

/** The reply to a write with an old version. */
export const makeConflict = (details: PlanNode | LogEntry) => ({
  status: 409,
  error: 'This row has changed since you loaded it.',
  code: 'version_conflict',
  details,
})

export function makeNode(node: Partial<PlanNode> = {}): PlanNode {
  return {
    id: makeId(),
    plan_id: ME,
    parent_id: null,
    title: 'Node',
    node_type: 'task',
    status: 'not_started',
    order_index: 0,
    description: null,
    due_date: null,
    acceptance_criteria: null,
    context: null,
    agent_instructions: null,
    comment_count: 0,
    artifact_count: 0,
    assignees: [],
    version: 1,
    created_at: '2026-03-01T10:00:00.000Z',
    updated_at: '2026-03-04T10:00:00.000Z',
    ...node,
    metadata: { child_count: 0, completed_child_count: 0, ...node.metadata },
  }
}

export function makeEdge(edge: Pick<PlanEdge, 'source_id' | 'target_id'> & Partial<PlanEdge>): PlanEdge {
  return { id: makeId(), plan_id: ME, kind: 'dependency', version: 1, created_at: '2026-03-04T10:00:00.000Z', ...edge }
}

/** Creates a tree from its outline: one title per line, two spaces per level. Returns its nodes by title. */
export function makeTree(outline: string, plan_id: string = ME): Record<string, PlanNode> {
  const nodes: PlanNode[] = []
  const path: PlanNode[] = []
  for (const line of outline.split('\n').filter((text) => text.trim() !== '')) {
    const level = (line.length - line.trimStart().length) / 2
    const parent_id = path[level - 1]?.id ?? null
    const order_index = nodes.filter((node) => node.parent_id === parent_id).length
    const node = makeNode({ plan_id, parent_id, order_index, title: line.trim() })
    nodes.push(node)
    path.splice(level, path.length, node)
  }
  for (const node of nodes) node.metadata.child_count = nodes.filter(({ parent_id }) => parent_id === node.id).length
  return Object.fromEntries(nodes.map((node) => [node.title, node]))
}

/** An event as the server sends it. */
export function makeEvent<K extends EventKind>(
  kind: K,
  data: EventData[K],
  event: Partial<PlanEvent<K>> & { revision: number },
): PlanEvent<K> {
  return {
    id: makeId(),
    plan_id: ME,
    kind,
    node_id: null,
    node_title: null,
    actor: { id: makeId(), name: 'Ben Okafor' },
    via: { kind: 'session' },
    run_id: null,
    undoes: null,
    created_at: '2026-03-04T10:00:00.000Z',
    data,
    ...event,
  } as PlanEvent<K>
}

export function makeSignedInDevice(device: Partial<SignedInDevice> = {}): SignedInDevice {
  return {
    id: makeId(),
    created_at: '2026-03-01T10:00:00.000Z',
    last_seen: '2026-03-04T10:00:00.000Z',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
    ip: '192.0.2.7',
    current: false,
    ...device,
  }
}

const NO_LIMITS = { plan: null, branch: null, changes_per_hour: null, nodes_per_hour: null, used: null }

export function makeToken(token: Partial<ApiToken> = {}): ApiToken {
  return {
    id: makeId(),
    name: 'My assistant',
    prefix: 'cairn_Ab12Cd',
    permissions: ['read'],
    created_at: '2026-03-01T10:00:00.000Z',
    last_used: null,
    expires_at: null,
    ...NO_LIMITS,
    ...token,
  }
}

export function makeApp(app: Partial<ConnectedApp> = {}): ConnectedApp {
  return {
    id: makeId(),
    name: 'My assistant',
    host: null,
    icon_url: null,
    redirect_host: 'assistant.test',
    scope: 'read',
    ...NO_LIMITS,
    changes: 0,
    created_at: '2026-03-01T10:00:00.000Z',
    last_used: null,
    ...app,
  }
}

export function makeWebhook(webhook: Partial<Webhook> = {}): Webhook {
  return {
    id: makeId(),
    plan_id: ME,
    url: 'https://receiver.test/hook',
    kinds: null,
    status: 'active',
    old_secret_until: null,
    failing_since: null,
    created_by: { id: ME, name: 'Ana Ruiz' },
    created_at: '2026-01-01T00:00:00.000Z',
    ...webhook,
  }
}

export function makeDelivery(delivery: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return {
    id: makeId(),
    kind: 'node.created',
    revision: 1,
    status: 'delivered',
    attempts: 1,
    next_attempt_at: null,
    code: 200,
    duration_ms: 12,
    answer: null,
    created_at: '2026-01-01T00:00:00.000Z',
    attempted_at: '2026-01-01T00:00:00.000Z',
    ...delivery,
  }
}

export function makeProfile(profile: Partial<Profile> = {}): Profile {
  return {
    id: ME,
    email: 'ana@example.com',
    name: 'Ana Ruiz',
    organization: null,
    avatar_url: null,
    email_verified: true,
    pending_email: null,
    two_factor: false,
    recovery_codes_left: null,
    is_demo: false,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...profile,
  }
}

/** The server's config. */
export function makeConfig(config: Partial<CallReply<typeof authApi.config>> = {}): CallReply<typeof authApi.config> {
  return {
    demo: false,
    ai: false,
    mail: false,
    registration: 'open',
    registration_domains: [],
    public_url: 'http://cairn.test',
    version: '1',
    ...config,
  }
}
