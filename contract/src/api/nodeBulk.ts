// One change to many nodes in one call.
import { z } from 'zod'
import { type Api, ExpectedVersion, Id, LIMITS, optionalEnum } from './common.ts'
import { DueDate, NODE_STATUSES, NODE_TYPES, OrderIndex, ParentId, PlanNode, Unblocked } from './nodes.ts'

const listOfNodes = <T extends z.ZodType>(field: string, item: T) =>
  z
    .array(item, `${field} must be a list`)
    .min(1, `${field} is required`)
    .max(LIMITS.bulk, `${field} must have at most ${LIMITS.bulk.toLocaleString('en-US')} entries`)

/** One node's new values in a bulk change; absent means unchanged. */
const OneChange = z
  .object({
    id: Id,
    status: optionalEnum('Status', NODE_STATUSES),
    node_type: optionalEnum('Node type', NODE_TYPES),
    due_date: DueDate.transform((date) => (date === undefined ? undefined : date || null)),
    parent_id: ParentId,
    order_index: OrderIndex,
    assignees: z
      .array(Id, 'assignees must be a list of user ids')
      .max(LIMITS.assignees, `assignees must have at most ${LIMITS.assignees} entries`)
      .nullish()
      .transform((ids) => ids ?? undefined)
      .describe('Everyone who is assigned after the change, first assigned first'),
    expected_version: ExpectedVersion,
  })
  .refine(
    ({ id: _, expected_version: __, ...values }) => Object.values(values).some((value) => value !== undefined),
    'Provide at least one of status, node_type, due_date, parent_id, order_index, assignees',
  )
export type OneChange = z.infer<typeof OneChange>

const BULK_ACTIONS = [
  'status',
  'node_type',
  'due_date',
  'parent_id',
  'assign',
  'unassign',
  'duplicate',
  'delete',
  'restore',
] as const

/** The body of a bulk change: one action on all of `node_ids`, or `changes` with values for each node. */
export const BulkChange = z
  .object({
    node_ids: listOfNodes('node_ids', Id).optional(),
    status: optionalEnum('Status', NODE_STATUSES),
    node_type: optionalEnum('Node type', NODE_TYPES),
    due_date: DueDate.transform((date) => (date === undefined ? undefined : date || null)),
    parent_id: ParentId,
    assign: z.uuid('assign must be the id of a user').optional().describe('The id of a member of the plan'),
    unassign: z.uuid('unassign must be the id of a user').optional().describe('The id of a user'),
    duplicate: z.literal(true, 'duplicate must be true').optional(),
    delete: z.literal(true, 'delete must be true').optional(),
    restore: z.literal(true, 'restore must be true').optional(),
    changes: listOfNodes('changes', OneChange)
      .optional()
      .describe('Instead of node_ids and an action: the values of each node. Moves happen in this order'),
    expected_versions: z
      .record(Id, z.int(), 'expected_versions must be an object of node id and version')
      .nullish()
      .describe('The version that each node is expected to have, by its id; for as many of them as wanted'),
  })
  .superRefine(({ node_ids, changes, expected_versions, ...body }, ctx) => {
    const actions = BULK_ACTIONS.filter((action) => body[action] !== undefined)
    const isOne = changes === undefined ? actions.length === 1 : actions.length === 0
    if (!isOne) ctx.addIssue({ code: 'custom', message: `Provide exactly one of ${BULK_ACTIONS.join(', ')}, changes` })
    else if (changes === undefined && node_ids === undefined)
      ctx.addIssue({ code: 'custom', path: ['node_ids'], message: 'node_ids is required' })
    else if (changes !== undefined && (node_ids !== undefined || expected_versions))
      ctx.addIssue({
        code: 'custom',
        path: ['changes'],
        message: 'changes replaces node_ids and expected_versions',
      })
  })
export type BulkChange = z.output<typeof BulkChange>

/** A node after a bulk change, with the changed values as they were before. `POST …/undo` with its `X-Change` undoes it. */
export const BulkNode = PlanNode.extend({
  before: PlanNode.pick({
    status: true,
    node_type: true,
    due_date: true,
    parent_id: true,
    order_index: true,
    assignees: true,
  })
    .partial()
    .describe('The values before the change; empty if unchanged'),
  ...Unblocked.shape,
})
export type BulkNode = z.infer<typeof BulkNode>

export const nodeBulkApi = {
  bulk: {
    method: 'POST',
    path: '/plans/:planId/nodes/bulk',
    idempotent: true,
    summary:
      'Change up to 500 nodes at once: status, type, due date, parent, assignee; duplicate, delete or restore them. `changes` gives each node its own values. `unblocked` of a node has the tasks that became ready through its new status, each task once',
    access: 'plan.edit',
    params: z.object({ planId: Id }),
    body: BulkChange,
    reply: z.array(BulkNode),
  },
} as const satisfies Api
