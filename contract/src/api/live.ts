// The live channel, protocol 1: JSON text frames over one WebSocket at `/api/live`.
import { z } from 'zod'
import { type Api, Id, limitQuery } from './common.ts'
import { EventMessage, type PlanEvent } from './events.ts'

export const LIVE_PROTOCOL = 1
export const LIVE_MESSAGE_MAX_BYTES = 64 * 1024
export const LIVE_PING_SECONDS = 30
export const TICKET_SECONDS = 30
/** Without another signal, a person no longer writes after this long. */
export const WRITING_MS = 5_000

/** The texts of a node that show who is writing in them. */
export const WRITING_FIELDS = [
  'description',
  'context',
  'acceptance_criteria',
  'agent_instructions',
  'comment',
] as const
export type WritingField = (typeof WRITING_FIELDS)[number]
const Writing = z.enum(WRITING_FIELDS).nullable()

/** Identifies one history of a server's data; a restore starts another one. */
const Epoch = z.string().max(100)

/**
 * Messages of a client. `since` is the last revision it has, of the history `epoch`. `subscribe_plans` follows the
 * caller's list of plans. A `ping` checks the connection. `writing` names the text that a person writes in, at the node
 * they have open, and expires after 5 seconds.
 */
export const ClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('subscribe'), plan_id: Id, since: z.int().min(0).optional(), epoch: Epoch.optional() }),
  z.object({ type: z.literal('unsubscribe'), plan_id: Id }),
  z.object({ type: z.literal('presence'), plan_id: Id, node_id: Id.nullable() }),
  z.object({ type: z.literal('writing'), plan_id: Id, node_id: Id, field: Writing }),
  z.object({ type: z.literal('subscribe_plans') }),
  z.object({ type: z.literal('unsubscribe_plans') }),
  z.object({ type: z.literal('ping'), plan_id: Id.optional() }),
])
export type ClientMessage = z.infer<typeof ClientMessage>

/**
 * The people viewing a plan, each once, with the node they are on and the text of it that they are writing. `agent` is
 * the name of the API token or app that acts for the person, `icon_url` the app's icon; agents are listed beside their person.
 */
export const LivePerson = z.object({
  id: Id,
  name: z.string(),
  avatar_url: z.string().nullable(),
  agent: z.string().nullable().optional(),
  icon_url: z.string().optional(),
  node_id: Id.nullable(),
  writing: Writing.optional(),
})
export type LivePerson = z.infer<typeof LivePerson>

/**
 * Messages of the server. `plans` answers `subscribe_plans` and is sent again, at most about once a second, when the
 * list of plans has changed. A `pong` has the revision of the plan in the ping, if the socket is subscribed to it.
 */
export const ServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), protocol: z.literal(LIVE_PROTOCOL), epoch: z.string() }),
  z.object({ type: z.literal('subscribed'), plan_id: Id, revision: z.int(), people: z.array(LivePerson) }),
  z.object({ type: z.literal('event'), event: EventMessage }),
  z.object({ type: z.literal('reload'), plan_id: Id, revision: z.int() }),
  z.object({ type: z.literal('presence'), plan_id: Id, people: z.array(LivePerson) }),
  z.object({ type: z.literal('plans'), state: z.string() }),
  z.object({ type: z.literal('pong'), plan_id: Id.optional(), revision: z.int().optional() }),
  z.object({ type: z.literal('error'), code: z.string(), plan_id: Id.optional() }),
])
export type ServerMessage =
  | Exclude<z.infer<typeof ServerMessage>, { type: 'event' }>
  | { type: 'event'; event: PlanEvent }

export const LIVE_CLOSE = {
  not_signed_in: 4001,
  access_revoked: 4003,
  too_slow: 4008,
  too_many_messages: 4029,
  too_large: 1009,
  restarting: 1012,
} as const

/** A client that is further behind reloads the plan, which is cheaper than its history. */
export const CATCH_UP_MAX = 1_000

export const liveApi = {
  changes: {
    method: 'GET',
    path: '/plans/:planId/changes',
    summary:
      'The events of the live channel over plain HTTP: those after the revision `since`, in order. `reload` says that `since` is too old, ahead, or of another history (`epoch`): read the plan again and go on from `revision`',
    access: 'plan.read',
    params: z.object({ planId: Id }),
    query: z.strictObject({
      since: z.coerce
        .number('since must be a whole number of at least 0')
        .int('since must be a whole number of at least 0')
        .min(0, 'since must be a whole number of at least 0')
        .optional()
        .describe('The last known revision; if omitted, the reply contains only the current revision'),
      epoch: Epoch.optional(),
      limit: limitQuery(100, CATCH_UP_MAX),
    }),
    reply: z.object({
      plan_id: Id,
      epoch: z.string(),
      revision: z.int().describe('The current revision of the plan'),
      events: z.array(EventMessage).describe('At most `limit`, and fewer when they are large'),
      has_more: z.boolean().describe('More follow: ask again with the revision of the last one'),
      reload: z.boolean(),
    }),
  },
  ticket: {
    method: 'POST',
    path: '/live/ticket',
    summary: 'A ticket that opens one live connection within 30 seconds',
    access: 'account.read',
    reply: z.object({ ticket: z.string(), expires_in: z.int().describe('Seconds') }),
  },
} as const satisfies Api
