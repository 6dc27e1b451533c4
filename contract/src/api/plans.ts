import { z } from 'zod'
import { PLAN_ROLES } from '../rules/permissions.ts'
import {
  type Api,
  changedRequiredText,
  changedText,
  ExpectedVersion,
  ExpectedVersionBody,
  Id,
  LIMITS,
  oneOf,
  optionalEnum,
  optionalText,
  Person,
  pageQuery,
  requiredText,
  Since,
  Timestamp,
} from './common.ts'
import { PlanTreeNode } from './nodes.ts'

export const PLAN_STATUSES = ['draft', 'active', 'completed', 'archived'] as const
export const PlanStatus = z.enum(PLAN_STATUSES)
export type PlanStatus = z.infer<typeof PlanStatus>

/** Templates: complete plans with phases, tasks, milestones, dates and dependencies. */
export const PLAN_TEMPLATES = ['product-launch', 'team-project', 'sprint-planning', 'growth-strategy'] as const
export type PlanTemplate = (typeof PLAN_TEMPLATES)[number]

/** How many members of a plan the list names. */
export const LISTED_MEMBERS = 3

/** A plan as the caller sees it: with the caller's role and the plan's counters. */
export const Plan = z.object({
  id: Id,
  title: z.string(),
  description: z.string().nullable(),
  status: PlanStatus,
  progress: z.int().describe('Percent'),
  owner_id: Id,
  owner: z.object({ id: Id, name: z.string() }),
  role: z.enum(PLAN_ROLES),
  node_count: z.int(),
  completed_count: z.int(),
  in_progress_count: z.int(),
  blocked_count: z.int(),
  revision: z.int(),
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Plan = z.infer<typeof Plan>

/** A plan in the list, with additional fields for its row. */
export const ListedPlan = Plan.extend({
  is_favorite: z.boolean().describe('Whether the plan is one of your favorites; no one else sees this'),
  members: z
    .array(Person.omit({ email: true }))
    .describe(`The owner and the first collaborators, at most ${LISTED_MEMBERS}`),
  member_count: z.int().describe('The owner included'),
  next_due: z.string().nullable().describe('The earliest due date of a node that is not completed'),
  shared_at: Timestamp.nullable().describe('When the plan was shared with you; null for your own plans'),
  is_new: z.boolean().describe('Shared with you since you last marked shared plans as seen'),
  deleted_at: Timestamp.nullable(),
})
export type ListedPlan = z.infer<typeof ListedPlan>

export const PlanParams = z.object({ planId: Id })

const Flag = z
  .enum(['1', 'true', '0', 'false'])
  .optional()
  .transform((value) => value === '1' || value === 'true')

/** Latest change first, A to Z, newest first, furthest first, latest shared with the person first and then their own. */
const PLAN_SORTS = ['updated', 'title', 'created', 'progress', 'shared'] as const
export type PlanSort = (typeof PLAN_SORTS)[number]

const Q = z.string().max(200, 'q must be at most 200 characters').optional()

export const plansApi = {
  list: {
    method: 'GET',
    path: '/plans',
    summary:
      'Plans you own or share, newest change first; X-Total-Count, X-Status-Counts, X-Plans-State and Link come as headers. `q` finds parts of words in title or description',
    access: 'account.read',
    query: pageQuery(10).extend({
      status: oneOf('Status', PLAN_STATUSES).optional(),
      role: oneOf('role', PLAN_ROLES).optional(),
      updated_since: Since.optional(),
      q: Q,
      query: Q.describe('The same as q'),
      sort: oneOf('sort', PLAN_SORTS).default('updated'),
      favorites_first: Flag.describe('1: favorites first'),
      trash: Flag,
    }),
    reply: z.array(ListedPlan),
    reply_headers: ['ETag', 'Link', 'X-Total-Count', 'X-Status-Counts', 'X-Plans-State'],
  },
  markSeen: {
    method: 'PUT',
    path: '/plans/seen',
    summary: 'Mark the plans that were shared with you until a time as seen, on all your devices',
    access: 'account.write',
    body: z.object({ until: Since.describe('The newest `shared_at` that you have shown') }),
  },
  create: {
    method: 'POST',
    path: '/plans',
    summary: 'Create a plan: with no nodes yet, or with those of a template under a root of its title',
    access: 'account.write',
    body: z.object({
      title: requiredText('Title', LIMITS.title),
      description: optionalText('Description', LIMITS.plan_description),
      status: optionalEnum('Status', PLAN_STATUSES),
      template: optionalEnum('Template', PLAN_TEMPLATES),
    }),
    reply: Plan,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/plans/:planId',
    summary: 'One plan',
    access: 'plan.read',
    params: PlanParams,
    reply: Plan,
  },
  update: {
    method: 'PUT',
    path: '/plans/:planId',
    summary: 'Edit a plan: title, description or status',
    access: 'plan.edit',
    params: PlanParams,
    body: z.object({
      title: changedRequiredText('Title', LIMITS.title),
      description: changedText('Description', LIMITS.plan_description),
      status: optionalEnum('Status', PLAN_STATUSES),
      expected_version: ExpectedVersion,
    }),
    reply: Plan,
    versioned: true,
  },
  delete: {
    method: 'DELETE',
    path: '/plans/:planId',
    summary: 'Move a plan to the trash, where it stays for 30 days',
    access: 'plan.own',
    params: PlanParams,
    body: ExpectedVersionBody,
    versioned: true,
  },
  restore: {
    method: 'POST',
    path: '/plans/:planId/restore',
    summary: 'Take a plan out of the trash',
    access: 'plan.own',
    params: PlanParams,
    body: ExpectedVersionBody,
    versioned: true,
    reply: Plan,
    trashed: true,
  },
  favorite: {
    method: 'PUT',
    path: '/plans/:planId/favorite',
    summary: 'Add a plan to your favorites; no one else sees this',
    access: 'plan.mark',
    params: PlanParams,
  },
  unfavorite: {
    method: 'DELETE',
    path: '/plans/:planId/favorite',
    summary: 'Remove a plan from your favorites',
    access: 'plan.mark',
    params: PlanParams,
  },
  purge: {
    method: 'DELETE',
    path: '/plans/:planId/trash',
    summary: 'Permanently delete a plan in the trash',
    access: 'plan.own',
    params: PlanParams,
    trashed: true,
  },
  duplicate: {
    method: 'POST',
    path: '/plans/:planId/duplicate',
    summary: 'Duplicate a plan with its nodes and edges; you own the copy, and every node is not started',
    access: 'plan.copy',
    params: PlanParams,
    body: z.object({ title: optionalText('Title', LIMITS.title) }).nullish(),
    reply: Plan,
    status: 201,
  },
  applyTemplate: {
    method: 'POST',
    path: '/plans/:planId/template',
    idempotent: true,
    summary: 'Fill a plan that has no nodes with those of a template, under a root of its title; 409 `plan_not_empty`',
    access: 'plan.edit',
    params: PlanParams,
    body: z.object({
      template: z.enum(PLAN_TEMPLATES, { error: `Template must be one of ${PLAN_TEMPLATES.join(', ')}` }),
    }),
    reply: Plan,
  },
  leave: {
    method: 'POST',
    path: '/plans/:planId/leave',
    idempotent: true,
    summary: 'Leave a plan that someone shared with you',
    access: 'plan.leave',
    params: PlanParams,
  },
  transfer: {
    method: 'POST',
    path: '/plans/:planId/transfer',
    idempotent: true,
    summary: 'Transfer the plan to a collaborator; you become an admin',
    access: 'plan.own',
    params: PlanParams,
    body: z.object({ user_id: Id, expected_version: ExpectedVersion }),
    versioned: true,
    reply: Plan,
  },
  progress: {
    method: 'GET',
    path: '/plans/:planId/progress',
    summary: 'Progress of a plan',
    access: 'plan.read',
    params: PlanParams,
    reply: z.object({
      progress: z.int(),
      total_nodes: z.int(),
      completed_nodes: z.int(),
      in_progress_nodes: z.int(),
      not_started_nodes: z.int(),
      blocked_nodes: z.int(),
    }),
  },
  context: {
    method: 'GET',
    path: '/plans/:planId/context',
    summary: 'The plan and its whole tree, nested',
    access: 'plan.read',
    params: PlanParams,
    reply: z.object({ plan: Plan, structure: z.array(PlanTreeNode) }),
  },
  availableUsers: {
    method: 'GET',
    path: '/plans/:planId/available-users',
    summary: 'People nodes can be assigned to: the owner, then collaborators',
    access: 'plan.read',
    params: PlanParams,
    reply: z.array(Person.extend({ role: z.enum(PLAN_ROLES) })),
  },
} as const satisfies Api
