// The trash of a plan beside its nodes: files, links and log entries; and deleting for good.
import { z } from 'zod'
import { type Api, Cursor, Id, limitQuery, Timestamp } from './common.ts'
import { LogEntry } from './logs.ts'
import { PlanParams } from './plans.ts'

export const TRASH_PAGE_SIZE = 25
/** At most this many nodes, files and log entries each are purged by one call. */
export const PURGE_MAX = 500

const Deleted = z.object({
  id: Id,
  node_id: Id,
  node_title: z.string(),
  deleted_at: Timestamp,
  deleted_by: z.object({ id: Id, name: z.string() }).nullable(),
})

const TrashedEntry = z.discriminatedUnion('type', [
  Deleted.extend({ type: z.literal('artifact'), name: z.string(), size: z.int().nullable() }),
  Deleted.extend({
    type: z.literal('log'),
    log_type: LogEntry.shape.log_type,
    content: z.string().describe('The beginning of the text'),
    user: z.object({ id: Id, name: z.string() }).describe('The author'),
  }),
])
export type TrashedEntry = z.infer<typeof TrashedEntry>

const TrashCounts = z
  .object({
    nodes: z.int().describe('Nodes that were deleted directly'),
    entries: z.int().describe('Files, links and log entries, as this list has them on all its pages'),
    latest_at: Timestamp.nullable().describe('The latest deletion among them; null if the trash is empty'),
  })
  .describe('What the whole trash has')
export type TrashCounts = z.infer<typeof TrashCounts>

const ids = (name: string) =>
  z.array(Id, `${name} must be a list of ids`).max(PURGE_MAX, `${name} can name at most ${PURGE_MAX}`).optional()

const PurgeRequest = z
  .object({
    node_ids: ids('node_ids').describe('Nodes that were deleted directly; what was deleted with them goes too'),
    artifact_ids: ids('artifact_ids'),
    log_ids: ids('log_ids'),
    all: z.literal(true, 'all must be true').optional().describe('Everything in the trash, the latest deleted first'),
    until: Timestamp.optional().describe('With `all`: only what was deleted until then'),
  })
  .superRefine(({ all, until, ...lists }, ctx) => {
    if (until !== undefined && !all) ctx.addIssue({ code: 'custom', path: ['until'], message: 'until goes with all' })
    const named = Object.values(lists).some((list) => list !== undefined && list.length > 0)
    if (named === (all === true))
      ctx.addIssue({ code: 'custom', message: 'Provide all, or any of node_ids, artifact_ids, log_ids' })
  })
export type PurgeRequest = z.output<typeof PurgeRequest>

export const trashApi = {
  list: {
    method: 'GET',
    path: '/plans/:planId/trash',
    summary:
      'Files, links and log entries that were deleted in the last 30 days, latest first. Log entries by others are listed for owner and admin only; nodes are listed by `GET /plans/{planId}/nodes?trash=1`',
    access: 'plan.read',
    params: PlanParams,
    query: z.strictObject({ limit: limitQuery(TRASH_PAGE_SIZE), cursor: Cursor }),
    reply: z.object({ entries: z.array(TrashedEntry), counts: TrashCounts }),
    reply_headers: ['Link'],
  },
  purge: {
    method: 'POST',
    path: '/plans/:planId/trash/purge',
    summary:
      'Permanently delete what is in the trash: named items, or all. One call takes at most 500 of each kind; `left` says how many remain',
    access: 'trash.purge',
    params: PlanParams,
    body: PurgeRequest,
    reply: z.object({ purged: z.int().describe('Items'), left: z.int().describe('Items still in the trash') }),
  },
} as const satisfies Api
