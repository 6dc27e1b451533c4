import { z } from 'zod'
import {
  type Api,
  Cursor,
  changedRequiredText,
  ExpectedVersion,
  ExpectedVersionBody,
  Id,
  isStorable,
  LIMITS,
  limitQuery,
  Metadata,
  orEmpty,
  Person,
  requiredText,
  Timestamp,
  ViaShape,
} from './common.ts'
import { NodeParams } from './nodes.ts'

/** A `comment` counts for `comment_count` and is what commenters may write. */
export const LOG_TYPES = ['progress', 'reasoning', 'challenge', 'decision', 'comment'] as const
const LogType = z.enum(LOG_TYPES, { error: `Log type must be one of ${LOG_TYPES.join(', ')}` })
export type LogType = z.infer<typeof LogType>

/** The reactions to entries, in words. */
export const REACTIONS = {
  thumbs_up: 'thumbs up',
  heart: 'heart',
  celebrate: 'celebrate',
  laugh: 'laugh',
  eyes: 'eyes',
  check: 'check mark',
} as const
export const EMOJI = Object.keys(REACTIONS) as (keyof typeof REACTIONS)[]
export const Emoji = z.enum(EMOJI, { error: `Emoji must be one of ${EMOJI.join(', ')}` })
export type Emoji = z.infer<typeof Emoji>

const Reaction = z.object({ emoji: Emoji, user_ids: z.array(Id).describe('First reaction first') })
export type Reaction = z.infer<typeof Reaction>

const Mention = z.object({ id: Id, name: z.string() })
export type Mention = z.infer<typeof Mention>

export const LogEntry = z.object({
  id: Id,
  node_id: Id,
  parent_id: Id.nullable().describe('The entry that this one replies to'),
  content: z.string().describe('A mention of a member is `<@user-id>`'),
  log_type: LogType,
  tags: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()),
  user_id: Id,
  user: Person,
  via: ViaShape.describe('A browser, or the token or app that wrote it for the person'),
  mentions: z.array(Mention).describe('The people that the text mentions'),
  reactions: z.array(Reaction),
  reply_count: z.int(),
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
  edited_at: Timestamp.nullable(),
  deleted_at: Timestamp.nullable().describe('A deleted entry is listed, without its text, while it has replies'),
})
export type LogEntry = z.infer<typeof LogEntry>

/** Tags are trimmed and empty ones dropped. */
const TagList = z
  .array(z.string('Tags must be strings'), 'Tags must be a list')
  .max(LIMITS.tags * 10, `At most ${LIMITS.tags} tags`)
  .transform((tags) => tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))
  .pipe(
    z
      .array(
        z
          .string()
          .max(LIMITS.tag, `A tag must be at most ${LIMITS.tag} characters`)
          .refine(isStorable, 'A tag contains invalid characters'),
      )
      .max(LIMITS.tags, `At most ${LIMITS.tags} tags`),
  )

export const NewLog = z.object({
  content: requiredText('Content', LIMITS.content),
  log_type: orEmpty(LogType)
    .nullish()
    .transform((type) => type || undefined)
    .describe('Absent: `progress`, or `comment` for a reply, which takes no other type'),
  parent_id: orEmpty(Id)
    .nullish()
    .transform((id) => id || null)
    .describe('The entry to reply to; a reply to a reply belongs to the same thread'),
  tags: orEmpty(TagList)
    .nullish()
    .transform((tags) => tags || []),
  metadata: orEmpty(Metadata)
    .nullish()
    .transform((metadata) => metadata || {}),
})
export type NewLog = z.infer<typeof NewLog>

/** Absent means unchanged; `null` clears tags and metadata. */
const LogChanges = z.object({
  content: changedRequiredText('Content', LIMITS.content),
  log_type: LogType.nullish().transform((type) => type ?? undefined),
  tags: TagList.nullish().transform((tags) => (tags === undefined ? undefined : (tags ?? []))),
  metadata: Metadata.nullish().transform((metadata) => (metadata === undefined ? undefined : (metadata ?? {}))),
  expected_version: ExpectedVersion,
})
export type LogChanges = z.infer<typeof LogChanges>

export const LogParams = NodeParams.extend({ logId: Id })

const LOGS_MAX = 1_000

export const logsApi = {
  list: {
    method: 'GET',
    path: '/plans/:planId/nodes/:nodeId/logs',
    summary:
      'Log entries, comments and replies of a node, newest first, at most 1,000 at once; `Link` leads to earlier ones, and `X-Total-Count` counts those on all pages',
    access: 'plan.read',
    params: NodeParams,
    query: z.strictObject({
      log_type: LogType.optional(),
      parent_id: Id.optional().describe('Only replies to this entry'),
      limit: limitQuery(LOGS_MAX, LOGS_MAX),
      cursor: Cursor,
    }),
    reply: z.array(LogEntry),
    reply_headers: ['Link', 'X-Total-Count'],
  },
  add: {
    method: 'POST',
    path: '/plans/:planId/nodes/:nodeId/log',
    summary: 'Add a log entry or a comment, or reply to one',
    access: 'comment.add',
    params: NodeParams,
    body: NewLog,
    reply: LogEntry,
    status: 201,
  },
  addDetailed: {
    method: 'POST',
    path: '/activity/plans/:planId/nodes/:nodeId/detailed-log',
    summary: 'Same as adding a log entry',
    access: 'comment.add',
    params: NodeParams,
    body: NewLog,
    reply: LogEntry,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: '/plans/:planId/nodes/:nodeId/logs/:logId',
    summary: 'Change a log entry or a comment of your own; the plan’s history keeps what it said before',
    access: 'comment.add',
    params: LogParams,
    body: LogChanges,
    versioned: true,
    reply: LogEntry,
  },
  delete: {
    method: 'DELETE',
    path: '/plans/:planId/nodes/:nodeId/logs/:logId',
    summary:
      'Delete a log entry or a comment: your own, or any as owner or admin. It can be restored for 30 days, and its replies stay',
    access: 'comment.add',
    params: LogParams,
    body: ExpectedVersionBody,
    versioned: true,
  },
  restore: {
    method: 'POST',
    path: '/plans/:planId/nodes/:nodeId/logs/:logId/restore',
    summary:
      'Restore a deleted log entry or comment within 30 days, with its id, author, time and reactions: your own, or any as owner or admin. An entry that is not deleted stays as it is',
    access: 'comment.add',
    params: LogParams,
    reply: LogEntry,
  },
} as const satisfies Api
