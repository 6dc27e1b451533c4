import type { Webhook, WebhookDelivery } from '@cairn/contract/api/webhooks'
import { notFound } from '../../base/errors.ts'
import type { Ctx } from '../../core/ctx.ts'
import { requireAccess } from '../../core/plan-access.ts'
import type { WebhookDeliveryRow, WebhookRow } from '../../db/schema.ts'
import { findWebhook, listDeliveries, listWebhooks } from './webhooks.repo.ts'

export async function readWebhooks(ctx: Ctx, planId: string): Promise<Webhook[]> {
  await requireAccess(ctx, planId, 'webhook.manage')
  return (await listWebhooks(ctx.db, planId)).map((row) => toWebhook(row, ctx.now))
}

export async function readDeliveries(
  ctx: Ctx,
  planId: string,
  webhookId: string,
  limit: number,
): Promise<WebhookDelivery[]> {
  await requireAccess(ctx, planId, 'webhook.manage')
  await requireWebhook(ctx, planId, webhookId)
  return (await listDeliveries(ctx.db, webhookId, limit)).map(toDelivery)
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
