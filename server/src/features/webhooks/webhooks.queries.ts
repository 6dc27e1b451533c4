import type { DeliveryStatus, Webhook, WebhookDelivery } from '@cairn/contract/api/webhooks'
import { z } from 'zod'
import { notFound } from '../../base/errors.ts'
import type { Ctx } from '../../core/ctx.ts'
import { pageOf, readCursor, writeCursor } from '../../core/cursors.ts'
import { requireAccess } from '../../core/plan-access.ts'
import type { WebhookDeliveryRow, WebhookRow } from '../../db/schema.ts'
import { findWebhook, listDeliveries, listWebhooks } from './webhooks.repo.ts'

export async function readWebhooks(ctx: Ctx, planId: string): Promise<Webhook[]> {
  await requireAccess(ctx, planId, 'webhook.manage')
  return (await listWebhooks(ctx.db, planId)).map((row) => toWebhook(row, ctx.now))
}

/** The deliveries of a webhook, newest first; and the start of the next page. */
export async function readDeliveries(
  ctx: Ctx,
  planId: string,
  webhookId: string,
  { status, limit, cursor }: { status?: DeliveryStatus; limit: number; cursor?: string },
): Promise<{ reply: WebhookDelivery[]; next: string | null }> {
  await requireAccess(ctx, planId, 'webhook.manage')
  await requireWebhook(ctx, planId, webhookId)
  const before = readCursor('deliveries', z.uuid(), cursor)
  const rows = await listDeliveries(ctx.db, webhookId, { status, before, limit: limit + 1 })
  const { shown, next } = pageOf(rows, limit, ({ id }) => writeCursor('deliveries', id))
  return { reply: shown.map(toDelivery), next }
}

/** The caller has authorized the plan. */
export async function requireWebhook({ db }: Ctx, planId: string, id: string) {
  const webhook = await findWebhook(db, planId, id)
  if (!webhook) throw notFound('Webhook')
  return webhook
}

export const statusOf = ({ disabled_at, is_paused }: WebhookRow): Webhook['status'] =>
  disabled_at !== null ? 'disabled' : is_paused === 1 ? 'paused' : 'active'

export const toWebhook = (row: WebhookRow & { author: string }, now: string): Webhook => ({
  id: row.id,
  plan_id: row.plan_id,
  url: row.url,
  kinds: row.kinds === null ? null : (JSON.parse(row.kinds) as Webhook['kinds']),
  status: statusOf(row),
  old_secret_until: row.old_secret_until !== null && row.old_secret_until > now ? row.old_secret_until : null,
  failing_since: row.failing_since,
  created_by: { id: row.created_by, name: row.author },
  created_at: row.created_at,
})

export const toDelivery = ({
  webhook_id: _webhook,
  claim: _claim,
  next_at,
  ...row
}: WebhookDeliveryRow): WebhookDelivery => ({
  ...row,
  next_attempt_at: next_at,
})
