// Undo: what a change did is taken back by a new change, and redone by undoing that one.
import { z } from 'zod'
import { EVENT_KINDS } from '../rules/replay.ts'
import { type Api, Id, orEmpty, REVISION_MAX, RunId, Timestamp } from './common.ts'

/** At most this many changes are undone by one call. */
export const UNDO_CHANGES_MAX = 50

/** Why an event cannot be undone. */
export const UNDO_BLOCKS = {
  changed_since: 'The value was changed later.',
  used_since: 'Someone else worked on it later.',
  moved_since: 'The node was moved later.',
  parent_gone: 'The parent is in the trash.',
  in_trash: 'The node is in the trash.',
  gone: 'It was deleted permanently.',
  exists: 'It already exists.',
  root_exists: 'The plan has another root.',
  cycle: 'It would create a cycle.',
  too_deep: 'The tree would have too many levels.',
  too_large: 'The text is too long.',
  plan_full: 'The plan would exceed its limit of nodes, links or text.',
  not_member: 'The person is no longer a member of the plan.',
  too_many_assignees: 'The node would have too many assignees.',
  forbidden: 'Only its author, an admin or the owner can do this.',
  held: 'Someone else holds the task.',
  not_undoable: 'Changes of this kind cannot be undone.',
} as const
export type UndoBlock = keyof typeof UNDO_BLOCKS

/** The reasons of a refusal in plain sentences, each once. */
export const undoRefusal = (blocked: readonly { code: UndoBlock }[]): string =>
  ['This cannot be undone.', ...new Set(blocked.map(({ code }) => UNDO_BLOCKS[code]))].join(' ')

const Blocked = z.object({
  revision: z.int(),
  kind: z.enum(EVENT_KINDS),
  node_id: Id.nullable(),
  node_title: z.string().nullable().describe('The title as it is now'),
  code: z.enum(Object.keys(UNDO_BLOCKS) as [UndoBlock, ...UndoBlock[]]),
  field: z.string().optional().describe('The field, if other fields of the event can be undone'),
  now: z.string().nullable().optional().describe('The value now; only of title, status, node_type and due_date'),
  was: z.string().nullable().optional().describe('The value before the change; only where `now` is given'),
  by: z
    .object({ id: Id, name: z.string(), agent: z.string().optional().describe('The token or app that acted for them') })
    .nullable()
    .describe('Who made the later change'),
  at: Timestamp.nullable(),
})
export type BlockedEvent = z.infer<typeof Blocked>

export const UndoResult = z.object({
  change: z.int().nullable().describe('The new change, which undo takes back like any other; null if nothing changed'),
  undone: z.int().describe('How many events were taken back'),
  kinds: z.partialRecord(z.enum(EVENT_KINDS), z.int()).describe('How many of each kind'),
  blocked: z.array(Blocked),
  already: z.int().describe('How many events had nothing left to take back'),
  logs: z.int().describe('How many log entries stay'),
  left: z.int().describe('How many events of the run are left: call again'),
  node_ids: z.array(Id).describe('The nodes that changed, at most 500'),
})
export type UndoResult = z.infer<typeof UndoResult>

const flag = (name: string) =>
  z
    .boolean(`${name} must be true or false`)
    .nullish()
    .transform((given) => given ?? undefined)

const UndoRequest = z
  .object({
    changes: z
      .array(
        z
          .int('changes must be a list of whole numbers')
          .min(1, 'changes must be numbers of at least 1')
          .max(REVISION_MAX, `changes must be numbers of at most ${REVISION_MAX}`),
        'changes must be a list of whole numbers',
      )
      .min(1, 'changes must name at least one change')
      .max(UNDO_CHANGES_MAX, `changes can name at most ${UNDO_CHANGES_MAX} changes`)
      .nullish()
      .transform((given) => given ?? undefined)
      .describe('Values of X-Change'),
    run_id: orEmpty(RunId)
      .nullish()
      .transform((given) => given || undefined)
      .describe('All changes of an agent’s run'),
    preview: flag('preview').describe('true: only say what would happen'),
    skip_blocked: flag('skip_blocked').describe('true: undo the rest if something is in the way'),
    logs: flag('logs').describe('true: also delete the log entries of a run'),
  })
  .superRefine(({ changes, run_id }, ctx) => {
    if ((changes === undefined) === (run_id === undefined))
      ctx.addIssue({ code: 'custom', message: 'Provide exactly one of changes, run_id' })
  })
export type UndoRequest = z.output<typeof UndoRequest>

export const undoApi = {
  undo: {
    method: 'POST',
    path: '/plans/:planId/undo',
    idempotent: true,
    summary:
      'Undo changes, or a whole run: newest first, in one change. 409 `undo_blocked` has what would happen in `details` and has changed nothing. At most 500 events of a run are undone by one call',
    access: 'plan.edit',
    params: z.object({ planId: Id }),
    body: UndoRequest,
    reply: UndoResult,
    refusals: [409],
  },
} as const satisfies Api
