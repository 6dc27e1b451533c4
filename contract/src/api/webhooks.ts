// Webhooks of a plan: its events, sent to a URL as signed JSON.
import { z } from 'zod'
import { EVENT_KINDS } from '../rules/replay.ts'
import { type Api, Cursor, Id, isStorable, LIMITS, limitQuery, oneOf, Timestamp } from './common.ts'
import { PlanParams } from './plans.ts'

/** Webhooks of one plan. */
export const WEBHOOKS_MAX = 10
/** A webhook is disabled when it has failed for so long. */
export const WEBHOOK_FAILING_DAYS = 3
export const DELIVERIES_PAGE = 25
/** How long the old secret signs beside the new one, unless the call says otherwise. */
export const SECRET_GRACE_HOURS = 24

const WebhookUrl = z
  .url({ protocol: /^https?$/, error: 'url must be an https:// URL' })
  .max(LIMITS.url, `url must be at most ${LIMITS.url.toLocaleString('en-US')} characters`)
  .refine((url) => !/^https?:\/*[^/?#]*@/i.test(url), 'url cannot contain a password')
  .refine(isStorable, 'url contains invalid characters')

const Kinds = z
  .array(z.enum(EVENT_KINDS, 'kinds must be a list of event kinds'), 'kinds must be a list of event kinds')
  .min(1, 'kinds must name at least one event kind')
  .max(EVENT_KINDS.length, `kinds must name at most ${EVENT_KINDS.length} event kinds`)
  .nullish()
  .describe('The kinds of events that are sent; null: all')

export const Webhook = z.object({
  id: Id,
  plan_id: Id,
  url: z.string(),
  kinds: z.array(z.enum(EVENT_KINDS)).nullable().describe('Null: all'),
  status: z.enum(['active', 'paused', 'disabled']).describe('`disabled`: it failed for three days'),
  old_secret_until: Timestamp.nullable().describe('After a rotation, messages are signed with both secrets until then'),
  failing_since: Timestamp.nullable().describe('Set by a failed delivery, cleared by a successful one'),
  created_by: z.object({ id: Id, name: z.string() }),
  created_at: Timestamp,
})
export type Webhook = z.infer<typeof Webhook>

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

export const WebhookDelivery = z.object({
  id: Id.describe('The `webhook-id` header; the same for every attempt'),
  kind: z.string().describe('The kind of the event, or `webhook.test`'),
  revision: z.int().nullable().describe('Of the event; null for a test'),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int(),
  next_attempt_at: Timestamp.nullable(),
  code: z.int().nullable().describe('The HTTP status of the last attempt'),
  duration_ms: z.int().nullable().describe('Of the last attempt'),
  answer: z.string().nullable().describe('The beginning of the last answer, or why there was none'),
  created_at: Timestamp,
  attempted_at: Timestamp.nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const WebhookWithSecret = Webhook.extend({ secret: z.string().describe('Verifies signatures; starts with `whsec_`') })
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

const GRACE = `grace_hours must be a whole number from 0 to ${SECRET_GRACE_HOURS}`
const WebhookParams = PlanParams.extend({ webhookId: Id })

export const webhooksApi = {
  list: {
    method: 'GET',
    path: '/plans/:planId/webhooks',
    summary: 'The webhooks of a plan, oldest first, without their secrets',
    access: 'webhook.manage',
    params: PlanParams,
    reply: z.array(Webhook),
  },
  create: {
    method: 'POST',
    path: '/plans/:planId/webhooks',
    summary:
      'Send the events of a plan to a URL from now on, signed as in the Standard Webhooks specification. The secret is shown this once',
    access: 'webhook.manage',
    params: PlanParams,
    body: z.object({ url: WebhookUrl, kinds: Kinds }),
    reply: WebhookWithSecret,
    status: 201,
    refusals: [409],
  },
  update: {
    method: 'PUT',
    path: '/plans/:planId/webhooks/:webhookId',
    summary: 'Change, pause or resume a webhook. One that resumes skips the events since it stopped',
    access: 'webhook.manage',
    params: WebhookParams,
    body: z.object({
      url: WebhookUrl.nullish(),
      kinds: Kinds.describe('Absent: unchanged; null: all'),
      is_active: z.boolean('is_active must be true or false').nullish(),
    }),
    reply: Webhook,
  },
  rotate: {
    method: 'POST',
    path: '/plans/:planId/webhooks/:webhookId/rotate',
    summary:
      'Replace the secret, and show the new one this once. Until the grace is over, messages carry the signatures of both secrets',
    access: 'webhook.manage',
    params: WebhookParams,
    body: z.object({
      grace_hours: z
        .int(GRACE)
        .min(0, GRACE)
        .max(SECRET_GRACE_HOURS, GRACE)
        .nullish()
        .describe('0: the old secret ends immediately; absent: 24 hours'),
    }),
    reply: WebhookWithSecret,
  },
  remove: {
    method: 'DELETE',
    path: '/plans/:planId/webhooks/:webhookId',
    summary: 'Delete a webhook with its deliveries',
    access: 'webhook.manage',
    params: WebhookParams,
  },
  test: {
    method: 'POST',
    path: '/plans/:planId/webhooks/:webhookId/test',
    summary: 'Send a test event of kind `webhook.test`',
    access: 'webhook.manage',
    params: WebhookParams,
    reply: WebhookDelivery,
  },
  deliveries: {
    method: 'GET',
    path: '/plans/:planId/webhooks/:webhookId/deliveries',
    summary: 'The deliveries of a webhook, newest first; finished ones are kept for 7 days, at most 1,000',
    access: 'webhook.manage',
    params: WebhookParams,
    query: z.strictObject({
      status: oneOf('status', DELIVERY_STATUSES).optional(),
      limit: limitQuery(DELIVERIES_PAGE),
      cursor: Cursor,
    }),
    reply: z.array(WebhookDelivery),
    reply_headers: ['Link'],
  },
  replay: {
    method: 'POST',
    path: '/plans/:planId/webhooks/:webhookId/deliveries/:deliveryId/replay',
    summary: 'Send a delivery again, with the same id',
    access: 'webhook.manage',
    params: WebhookParams.extend({ deliveryId: Id }),
    reply: WebhookDelivery,
  },
} as const satisfies Api
