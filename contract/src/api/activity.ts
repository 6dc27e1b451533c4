import { z } from 'zod'
import { PLAN_ROLES } from '../rules/permissions.ts'
import { Artifact } from './artifacts.ts'
import { ClaimEnd } from './claims.ts'
import { type Api, Cursor, Id, limitQuery, Person, pageOf, pageQuery, Timestamp, ViaShape } from './common.ts'
import { PlanEdge } from './edges.ts'
import { ACTIVITY_TYPES } from './events.ts'
import { Emoji, LogEntry } from './logs.ts'
import { NODE_STATUSES, NodeParams, PlanNode } from './nodes.ts'
import { Plan, PlanParams } from './plans.ts'

export const ACTIVITY_PAGE_SIZE = 20
const TIMELINE_MAX = 1_000

/** The short fields of `before` and `after`. Long texts stay in the log: twenty items would carry megabytes. */
const ActivityFields = z
  .object({
    ...PlanNode.pick({ title: true, node_type: true, parent_id: true, order_index: true, due_date: true }).shape,
    status: z.union([PlanNode.shape.status, Plan.shape.status]),
    version: z.int(),
    count: z.int().describe('Nodes deleted, restored or copied, the top one included'),
    node_count: z.int().describe('Nodes that a plan was created with'),
    ...PlanEdge.pick({ kind: true, source_id: true, target_id: true }).shape,
    ...LogEntry.pick({ log_type: true, tags: true }).shape,
    emoji: Emoji,
    ...Artifact.pick({ name: true, content_type: true, size: true }).shape,
    user_id: Id,
    owner_id: Id,
    invitation_id: Id,
    role: z.enum(PLAN_ROLES),
    agent: z.string().nullable().describe('The token or app that held a task'),
    outcome: ClaimEnd,
    expires_at: Timestamp,
  })
  .partial()
export type ActivityFields = z.infer<typeof ActivityFields>

const ActivityData = z.object({
  before: ActivityFields.nullable(),
  after: ActivityFields.nullable(),
  changed: z.array(z.string()).optional().describe('Every field that changed, those with long texts included'),
})

/** One entry of the event log as people read it. */
export const ActivityItem = z.object({
  id: Id,
  revision: z.int(),
  type: z.enum(ACTIVITY_TYPES),
  content: z.string().describe('A sentence'),
  plan_id: Id,
  node_id: Id.nullable(),
  node_title: z.string().nullable(),
  user: Person,
  via: ViaShape,
  run_id: z.string().nullable(),
  created_at: Timestamp,
  oldStatus: z.enum(NODE_STATUSES).optional(),
  newStatus: z.enum(NODE_STATUSES).optional(),
  fileName: z.string().optional(),
  fileSize: z.int().nullable().optional(),
  fileType: z.string().optional(),
  url: z.string().optional(),
  assignee: z.object({ id: Id, name: z.string() }).optional(),
  log_id: Id.optional().describe('The log entry or comment that it is about'),
  data: ActivityData,
})
export type ActivityItem = z.infer<typeof ActivityItem>

const ActivityPage = pageOf(ActivityItem)
export type ActivityPage = z.infer<typeof ActivityPage>

export const activityApi = {
  feed: {
    method: 'GET',
    path: '/activity/feed',
    summary: 'What happened in all your plans, newest first',
    access: 'account.read',
    query: pageQuery(ACTIVITY_PAGE_SIZE),
    reply: ActivityPage,
    reply_headers: ['Link'],
  },
  plan: {
    method: 'GET',
    path: '/activity/plans/:planId/activity',
    summary: 'What happened in a plan, newest first',
    access: 'plan.read',
    params: PlanParams,
    query: pageQuery(ACTIVITY_PAGE_SIZE),
    reply: ActivityPage,
    reply_headers: ['Link'],
  },
  timeline: {
    method: 'GET',
    path: '/activity/plans/:planId/timeline',
    summary: 'The latest events of a plan, oldest first, 1,000 at once; `Link` leads to earlier ones',
    access: 'plan.read',
    params: PlanParams,
    query: z.strictObject({ limit: limitQuery(TIMELINE_MAX, TIMELINE_MAX), cursor: Cursor }),
    reply: z.object({ plan: Plan, timeline: z.array(ActivityItem) }),
    reply_headers: ['Link'],
  },
  node: {
    method: 'GET',
    path: '/activity/plans/:planId/nodes/:nodeId/activity',
    summary: 'What happened to a node, newest first',
    access: 'plan.read',
    params: NodeParams,
    query: pageQuery(ACTIVITY_PAGE_SIZE),
    reply: ActivityPage,
    reply_headers: ['Link'],
  },
  nodeActivities: {
    method: 'GET',
    path: '/plans/:planId/nodes/:nodeId/activities',
    summary: 'What happened to a node, newest first, by offset',
    access: 'plan.read',
    params: NodeParams,
    query: pageQuery(ACTIVITY_PAGE_SIZE)
      .pick({ limit: true, cursor: true })
      .extend({
        offset: z.coerce.number('offset must be a whole number of at least 0').int().min(0).max(1_000_000).default(0),
      }),
    reply: z.object({ activities: z.array(ActivityItem), total: z.int(), limit: z.int(), offset: z.int() }),
    reply_headers: ['Link'],
  },
} as const satisfies Api
