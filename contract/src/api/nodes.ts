import { z } from 'zod'
import {
  type Api,
  Cursor,
  changedRequiredText,
  changedText,
  DUE_DATE_MESSAGE,
  dateOnly,
  ExpectedVersion,
  ExpectedVersionBody,
  Id,
  LIMITS,
  Metadata,
  optionalEnum,
  optionalLimit,
  optionalText,
  orEmpty,
  Person,
  requiredText,
  Since,
  Timestamp,
} from './common.ts'

export const NODE_TYPES = ['root', 'phase', 'task', 'milestone'] as const
export const NodeType = z.enum(NODE_TYPES, { error: `Node type must be one of ${NODE_TYPES.join(', ')}` })
export type NodeType = z.infer<typeof NodeType>

export const NODE_STATUSES = ['not_started', 'in_progress', 'completed', 'blocked'] as const
export const NodeStatus = z.enum(NODE_STATUSES, { error: `Status must be one of ${NODE_STATUSES.join(', ')}` })
export type NodeStatus = z.infer<typeof NodeStatus>

/** Length of a description in the outline, in characters. */
export const OUTLINE_DESCRIPTION_MAX = 200

/** A node of a plan: the same keys in the database, on the wire and in the components. */
export const PlanNode = z.object({
  id: Id,
  plan_id: Id,
  parent_id: Id.nullable(),
  title: z.string(),
  node_type: z.enum(NODE_TYPES),
  status: z.enum(NODE_STATUSES),
  order_index: z.int(),
  description: z.string().nullable(),
  due_date: z.string().nullable(),
  acceptance_criteria: z.string().nullable(),
  context: z.string().nullable(),
  agent_instructions: z.string().nullable(),
  comment_count: z.int(),
  artifact_count: z.int(),
  metadata: z.object({ child_count: z.int(), completed_child_count: z.int() }).catchall(z.unknown()),
  assignees: z.array(Id),
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type PlanNode = z.infer<typeof PlanNode>

/** A task that can be started, as lists of ready work show it. */
export const ReadyTask = PlanNode.pick({
  id: true,
  parent_id: true,
  title: true,
  status: true,
  due_date: true,
  version: true,
})
export type ReadyTask = z.infer<typeof ReadyTask>

/** At most this many tasks are listed as unblocked by a change. */
export const UNBLOCKED_MAX = 50

/** What a new status brings along. */
export const Unblocked = z.object({
  unblocked: z
    .array(ReadyTask)
    .optional()
    .describe(
      `The other tasks that became ready, the one due first at the top, at most ${UNBLOCKED_MAX}; absent if none did`,
    ),
})

/** What tree and canvas show: without the long texts, which are loaded with the single node. */
export const OutlineNode = PlanNode.omit({ acceptance_criteria: true, context: true, agent_instructions: true })
export type OutlineNode = z.infer<typeof OutlineNode>

/** A deleted node: its outline, when it was deleted, and by whom. */
export const TrashedNode = OutlineNode.extend({
  deleted_at: Timestamp,
  deleted_by: z.object({ id: Id, name: z.string() }).nullable(),
  node_count: z.int().describe('The nodes that were deleted together, this one included'),
})
export type TrashedNode = z.infer<typeof TrashedNode>

export type PlanTreeNode = PlanNode & { children: PlanTreeNode[] }
export const PlanTreeNode: z.ZodType<PlanTreeNode> = PlanNode.extend({
  get children() {
    return z.array(PlanTreeNode)
  },
})

export type OutlineTreeNode = OutlineNode & { children: OutlineTreeNode[] }
export const OutlineTreeNode: z.ZodType<OutlineTreeNode> = OutlineNode.extend({
  get children() {
    return z.array(OutlineTreeNode)
  },
})

export const Assignment = z.object({
  id: Id,
  node_id: Id,
  user_id: Id,
  assigned_by: Id,
  assigned_at: Timestamp,
  user: Person,
})
export type Assignment = z.infer<typeof Assignment>

export const NodeParams = z.object({ planId: Id, nodeId: Id })
const InPlan = NodeParams.pick({ planId: true })

const nodeIdOrNone = (field: string) =>
  z
    .union([Id, z.literal('')], `${field} must be the id of a node`)
    .nullish()
    .transform((id) => (id === undefined ? undefined : id || null))

/** '' and `null` both mean the top level. */
export const ParentId = nodeIdOrNone('parent_id')

export const OrderIndex = orEmpty(z.int('order_index must be a whole number').min(0, 'order_index must be at least 0'))
  .nullish()
  .transform((place) => (place === '' ? null : place))

export const DueDate = z.union([z.literal(''), dateOnly(DUE_DATE_MESSAGE)], { error: DUE_DATE_MESSAGE }).nullish()

/** The body of "create a node"; `null`, '' and absent mean none. */
export const NewNode = z.object({
  title: requiredText('Title', LIMITS.title),
  node_type: NodeType,
  parent_id: ParentId,
  order_index: OrderIndex,
  after_id: nodeIdOrNone('after_id').describe(
    'The sibling to follow, wherever it is by now. Without it, or if it is no sibling, order_index decides',
  ),
  status: optionalEnum('Status', NODE_STATUSES),
  description: optionalText('Description', LIMITS.description),
  due_date: DueDate.transform((date) => date || null),
  acceptance_criteria: optionalText('Acceptance criteria', LIMITS.acceptance_criteria),
  context: optionalText('Context', LIMITS.context),
  agent_instructions: optionalText('Agent instructions', LIMITS.agent_instructions),
  metadata: orEmpty(Metadata)
    .nullish()
    .transform((metadata) => metadata || null),
})
export type NewNode = z.infer<typeof NewNode>

/** The body of "update a node"; absent means unchanged, `null` clears. Only `move` changes the position. */
export const NodeChanges = z.object({
  title: changedRequiredText('Title', LIMITS.title),
  node_type: optionalEnum('Node type', NODE_TYPES),
  status: optionalEnum('Status', NODE_STATUSES),
  description: changedText('Description', LIMITS.description),
  due_date: DueDate.transform((date) => (date === undefined ? undefined : date || null)),
  acceptance_criteria: changedText('Acceptance criteria', LIMITS.acceptance_criteria),
  context: changedText('Context', LIMITS.context),
  agent_instructions: changedText('Agent instructions', LIMITS.agent_instructions),
  metadata: Metadata.nullish(),
  expected_version: ExpectedVersion,
})
export type NodeChanges = z.infer<typeof NodeChanges>

export const NodeMove = z.object({ parent_id: ParentId, order_index: OrderIndex, expected_version: ExpectedVersion })
export type NodeMove = z.infer<typeof NodeMove>

/** One or more of the values, separated by commas. */
const someOf = <T extends readonly [string, ...string[]]>(label: string, values: T) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(values, { error: `${label} must be one or more of ${values.join(', ')}` })))
    .optional()

/** The filters of a list of nodes. */
const NodeFilters = z.object({
  status: someOf('status', NODE_STATUSES),
  type: someOf('type', NODE_TYPES),
  assignee: z.union([Id, z.enum(['me', 'none'])], 'assignee must be the id of a user, me or none').optional(),
  due_before: dateOnly('due_before must be a date like 2026-01-31').optional().describe('Due before this day'),
  updated_since: Since.optional(),
  parent_id: z.union([Id, z.literal('')], 'parent_id must be the id of a node, or empty for the top level').optional(),
  fields: someOf('fields', Object.keys(PlanNode.shape) as [keyof PlanNode, ...(keyof PlanNode)[]]).describe(
    'The fields of each node, separated by commas; id always comes',
  ),
})
export type NodeFilters = z.output<typeof NodeFilters>

/** Page size of the trash. */
export const TRASH_PAGE_MAX = 2_000

export const nodesApi = {
  list: {
    method: 'GET',
    path: '/plans/:planId/nodes',
    summary: 'Every node of a plan, flat, in depth-first display order, with an ETag that follows the revision',
    access: 'plan.read',
    params: InPlan,
    query: z.strictObject({
      view: z.enum(['full', 'outline'], { error: 'view must be full or outline' }).default('full'),
      format: z.enum(['flat', 'tree'], { error: 'format must be flat or tree' }).default('flat'),
      trash: z.enum(['0', '1', 'true', 'false'], { error: 'trash must be 0 or 1' }).optional(),
      limit: optionalLimit(TRASH_PAGE_MAX).describe('Of the trash only, which has pages'),
      cursor: Cursor,
      ...NodeFilters.shape,
    }),
    reply: z.array(PlanNode),
    variants: {
      'view=outline': z.array(OutlineNode),
      'format=tree': z.array(PlanTreeNode),
      'view=outline&format=tree': z.array(OutlineTreeNode),
      'trash=1': z.array(TrashedNode),
      'fields=title,status': z.array(PlanNode.partial().required({ id: true })),
    },
    reply_headers: ['ETag', 'Link'],
  },
  create: {
    method: 'POST',
    path: '/plans/:planId/nodes',
    summary: 'Add a node, last among its siblings unless order_index says otherwise',
    access: 'plan.edit',
    params: InPlan,
    body: NewNode,
    reply: PlanNode,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/plans/:planId/nodes/:nodeId',
    summary: 'One node with all its texts',
    access: 'plan.read',
    params: NodeParams,
    reply: PlanNode,
    reply_headers: ['X-Plan-Revision'],
  },
  update: {
    method: 'PUT',
    path: '/plans/:planId/nodes/:nodeId',
    summary: 'Change fields of a node. `unblocked` has the tasks that became ready through a new status',
    access: 'plan.edit',
    params: NodeParams,
    body: NodeChanges,
    versioned: true,
    reply: PlanNode.extend(Unblocked.shape),
  },
  setStatus: {
    method: 'PUT',
    path: '/plans/:planId/nodes/:nodeId/status',
    summary:
      'Set the status of a node; any status may follow any other, and completing ends the claim of the task. `unblocked` has the tasks that became ready through it',
    access: 'plan.edit',
    params: NodeParams,
    body: z.object({ status: NodeStatus, expected_version: ExpectedVersion }),
    versioned: true,
    reply: PlanNode.extend(Unblocked.shape),
  },
  move: {
    method: 'POST',
    path: '/plans/:planId/nodes/:nodeId/move',
    summary: 'Move a node to a parent and a position; its subtree comes along',
    access: 'plan.edit',
    params: NodeParams,
    body: NodeMove,
    versioned: true,
    reply: PlanNode,
  },
  duplicate: {
    method: 'POST',
    path: '/plans/:planId/nodes/:nodeId/duplicate',
    summary: `Duplicate a node and its subtree (at most ${LIMITS.bulk} nodes) right after it; copies are not started and unassigned`,
    access: 'plan.edit',
    params: NodeParams,
    body: ExpectedVersionBody,
    versioned: true,
    reply: PlanNode,
    status: 201,
  },
  delete: {
    method: 'DELETE',
    path: '/plans/:planId/nodes/:nodeId',
    summary: 'Move a node and everything under it to the trash for 30 days',
    access: 'plan.edit',
    params: NodeParams,
    body: ExpectedVersionBody,
    versioned: true,
  },
  restore: {
    method: 'POST',
    path: '/plans/:planId/nodes/:nodeId/restore',
    summary:
      'Restore a deleted node and its subtree under its parent, or at the top level. One that is not deleted stays as it is',
    access: 'plan.edit',
    params: NodeParams,
    body: ExpectedVersionBody,
    versioned: true,
    reply: PlanNode,
  },
  ancestry: {
    method: 'GET',
    path: '/plans/:planId/nodes/:nodeId/ancestry',
    summary: 'The path from the top level down to the node',
    access: 'plan.read',
    params: NodeParams,
    reply: z.object({ plan: z.object({ id: Id, title: z.string() }), ancestry: z.array(PlanNode) }),
  },
  assignments: {
    method: 'GET',
    path: '/plans/:planId/nodes/:nodeId/assignments',
    summary: 'Who the node is assigned to, first assignment first',
    access: 'plan.read',
    params: NodeParams,
    reply: z.array(Assignment),
  },
  assign: {
    method: 'POST',
    path: '/plans/:planId/nodes/:nodeId/assign',
    summary: 'Assign a member of the plan',
    access: 'plan.edit',
    params: NodeParams,
    body: z.object({ user_id: Id }),
    reply: Assignment,
    status: 201,
  },
  setAssignees: {
    method: 'PUT',
    path: '/plans/:planId/nodes/:nodeId/assignees',
    summary: 'Set everyone who is assigned to a node, in order; the first one is shown where there is room for one',
    access: 'plan.edit',
    params: NodeParams,
    body: z.object({
      user_ids: z
        .array(Id, 'user_ids must be a list of user ids')
        .max(LIMITS.assignees, `user_ids must have at most ${LIMITS.assignees} entries`)
        .describe('Members of the plan; a repeated one counts once, and none unassigns everyone'),
      expected_user_ids: z
        .array(Id, 'expected_user_ids must be a list of user ids')
        .nullish()
        .describe('The list as you have read it; 409 `version_conflict` with the current one if it has changed'),
    }),
    refusals: [409],
    reply: z.array(Assignment),
  },
  unassign: {
    method: 'DELETE',
    path: '/plans/:planId/nodes/:nodeId/unassign',
    summary: 'Unassign a user; user_id in the body or query',
    access: 'plan.edit',
    params: NodeParams,
    query: z.strictObject({ user_id: Id.optional() }),
    body: z.object({ user_id: Id.optional() }).nullish(),
  },
} as const satisfies Api
