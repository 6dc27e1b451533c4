import { z } from 'zod'
import { type Api, Id, isStorable, LIMITS, Metadata, Person, requiredText, Timestamp } from './common.ts'
import { NodeParams } from './nodes.ts'

/** A `comment` is what `comment_count` counts and what commenters may write. */
export const LOG_TYPES = ['progress', 'reasoning', 'challenge', 'decision', 'comment'] as const
const LogType = z.enum(LOG_TYPES, { error: `Log type must be one of ${LOG_TYPES.join(', ')}` })
export type LogType = z.infer<typeof LogType>

export const LogEntry = z.object({
  id: Id,
  node_id: Id,
  content: z.string(),
  log_type: LogType,
  tags: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()),
  user_id: Id,
  user: Person,
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type LogEntry = z.infer<typeof LogEntry>

/** Tags are trimmed and empty ones dropped (spec 5). */
const Tags = z
  .array(z.string('Tags must be texts'), 'Tags must be a list')
  .max(LIMITS.tags * 10, `At most ${LIMITS.tags} tags`)
  .nullish()
  .transform((tags) => (tags ?? []).map((tag) => tag.trim()).filter((tag) => tag !== ''))
  .pipe(
    z
      .array(
        z
          .string()
          .max(LIMITS.tag, `A tag must be at most ${LIMITS.tag} characters`)
          .refine(isStorable, 'A tag must not contain a NUL or a broken character'),
      )
      .max(LIMITS.tags, `At most ${LIMITS.tags} tags`),
  )

export const NewLog = z.object({
  content: requiredText('Content', LIMITS.content),
  log_type: LogType.nullish().transform((type) => type ?? 'progress'),
  tags: Tags,
  metadata: Metadata.nullish().transform((metadata) => metadata ?? {}),
})
export type NewLog = z.infer<typeof NewLog>

export const logsApi = {
  list: {
    method: 'GET',
    path: '/plans/:planId/nodes/:nodeId/logs',
    summary: 'Log entries and comments of a node, newest first',
    access: 'plan.read',
    params: NodeParams,
    query: z.strictObject({
      log_type: LogType.optional(),
      limit: z.coerce
        .number('limit must be a whole number from 1')
        .int()
        .min(1)
        .default(1_000)
        .transform((limit) => Math.min(limit, 1_000)),
    }),
    reply: z.array(LogEntry),
  },
  add: {
    method: 'POST',
    path: '/plans/:planId/nodes/:nodeId/log',
    summary: 'Write a log entry or a comment',
    access: 'comment.add',
    params: NodeParams,
    body: NewLog,
    reply: LogEntry,
    status: 201,
  },
  addDetailed: {
    method: 'POST',
    path: '/activity/plans/:planId/nodes/:nodeId/detailed-log',
    summary: 'The same as writing a log entry',
    access: 'comment.add',
    params: NodeParams,
    body: NewLog,
    reply: LogEntry,
    status: 201,
  },
} as const satisfies Api
