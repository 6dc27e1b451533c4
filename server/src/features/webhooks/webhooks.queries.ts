import type { Webhook, WebhookDelivery } from '@cairn/contract/api/webhooks'
import { notFound } from '../../base/errors.ts'
import type { Ctx } from '../../core/ctx.ts'
import { requireAccess } from '../../core/plan-access.ts'
import type { WebhookDeliveryRow, WebhookRow } from '../../db/schema.ts'
import { findWebhook, listDeliveries, listWebhooks } from './webhooks.repo.ts'

export async function readWebhooks(ctx: Ctx, planId: string): Promise<Webhook[]> {
  await requireAccess(ctx, planId, 'webhook.manage')
  return (await listWebhooks(ctx.db, planId)).map(toWebhook)
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

export const toWebhook = (row: WebhookRow & { author: string }): Webhook => ({
  id: row.id,
  plan_id: row.plan_id,
  url: row.url,
  kinds: row.kinds === null ? null : (JSON.parse(row.kinds) as Webhook['kinds']),
  status: row.disabled_at !== null ? 'disabled' : row.is_paused === 1 ? 'paused' : 'active',
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
