import type { EventKind } from '@cairn/contract/api/events'
import {
  SECRET_GRACE_HOURS,
  WEBHOOKS_MAX,
  type Webhook,
  type WebhookDelivery,
  type WebhookWithSecret,
} from '@cairn/contract/api/webhooks'
import { conflict, invalid, notFound } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import { HOUR_MS, plusMs } from '../../base/units.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { authorizePlan, requireAccess } from '../../core/plan-access.ts'
import type { Sealed } from '../../core/sealed.ts'
import type { Services } from '../../core/services.ts'
import { sealedFor, type Vault } from '../../core/vault.ts'
import type { WebhookDeliveryRow, WebhookRow } from '../../db/schema.ts'
import { OutboundError, requireReachable } from '../../providers/outbound.ts'
import { requireWebhook, statusOf, toDelivery, toWebhook } from './webhooks.queries.ts'
import {
  cancelWaiting,
  deleteWebhook,
  findDelivery,
  insertDeliveries,
  insertWebhook,
  listWebhooks,
  pauseWebhooksOf,
  updateWebhook,
} from './webhooks.repo.ts'
import { newWebhookSecret } from './webhooks.signature.ts'

export const TEST_KIND = 'webhook.test'

export type WebhookServices = Services & { vault: Vault }
type Kinds = EventKind[] | null

/** The secret is only in this reply. */
export async function createWebhook(
  ctx: WriteCtx,
  app: WebhookServices,
  planId: string,
  { url, kinds }: { url: string; kinds?: Kinds | undefined },
): Promise<WebhookWithSecret> {
  const plan = await authorizePlan(ctx, planId, 'webhook.manage')
  requireAllowedUrl(app, url)
  const { length } = await listWebhooks(ctx.db, planId)
  if (length >= WEBHOOKS_MAX)
    throw conflict('plan_full', `A plan can have at most ${WEBHOOKS_MAX} webhooks.`, {
      limit: 'webhooks',
      max: WEBHOOKS_MAX,
    })
  const id = newId()
  const secret = newWebhookSecret()
  const row = {
    id,
    plan_id: planId,
    url,
    kinds: toKinds(kinds ?? null),
    secret: app.vault.seal(sealedFor.webhook(id), secret),
    old_secret: null,
    old_secret_until: null,
    is_paused: 0 as const,
    disabled_at: null,
    failing_since: null,
    created_by: ctx.actor.id,
    created_at: ctx.now,
    last_revision: plan.revision,
  }
  await insertWebhook(ctx.db, row)
  await record(ctx, 'webhook.created', id)
  return { ...toWebhook({ ...row, author: ctx.actor.name }, ctx.now), secret }
}

interface Changes {
  url?: string | null | undefined
  kinds?: Kinds | undefined
  is_active?: boolean | null | undefined
}

export async function changeWebhook(
  ctx: WriteCtx,
  app: WebhookServices,
  planId: string,
  webhookId: string,
  { url, kinds, is_active }: Changes,
): Promise<Webhook> {
  const plan = await authorizePlan(ctx, planId, 'webhook.manage')
  const before = await requireWebhook(ctx, planId, webhookId)
  if (url) requireAllowedUrl(app, url)
  const wasActive = statusOf(before) === 'active'
  const resumes = is_active === true && !wasActive
  await updateWebhook(ctx.db, webhookId, {
    // It stops when the person to whose address it sends loses access.
    ...(url && url !== before.url ? { url, created_by: ctx.actor.id } : {}),
    ...(kinds === undefined ? {} : { kinds: toKinds(kinds) }),
    ...(is_active === false ? { is_paused: 1 } : {}),
    ...(resumes ? { is_paused: 0, disabled_at: null, failing_since: null, last_revision: plan.revision } : {}),
  })
  if (is_active === false || resumes) await cancelWaiting(ctx.db, webhookId)
  await record(ctx, 'webhook.changed', webhookId)
  return toWebhook(await requireWebhook(ctx, planId, webhookId), ctx.now)
}

/** The new secret is only in this reply. The old one signs too until the grace is over; one before it no longer. */
export async function rotateSecret(
  ctx: WriteCtx,
  app: WebhookServices,
  planId: string,
  webhookId: string,
  { grace_hours }: { grace_hours?: number | null | undefined },
): Promise<WebhookWithSecret> {
  await requireAccess(ctx, planId, 'webhook.manage')
  const before = await requireWebhook(ctx, planId, webhookId)
  const secret = newWebhookSecret()
  const hours = grace_hours ?? SECRET_GRACE_HOURS
  const until = plusMs(ctx.now, hours * HOUR_MS)
  const changes = {
    secret: app.vault.seal(sealedFor.webhook(webhookId), secret),
    old_secret: hours === 0 ? null : before.secret,
    old_secret_until: hours === 0 ? null : until,
  }
  await updateWebhook(ctx.db, webhookId, changes)
  await record(ctx, 'webhook.rotated', webhookId)
  return { ...toWebhook({ ...before, ...changes }, ctx.now), secret }
}

export async function removeWebhook(ctx: WriteCtx, planId: string, webhookId: string): Promise<void> {
  await requireAccess(ctx, planId, 'webhook.manage')
  await requireWebhook(ctx, planId, webhookId)
  await deleteWebhook(ctx.db, webhookId)
  await record(ctx, 'webhook.deleted', webhookId)
}

export async function sendTest(ctx: WriteCtx, planId: string, webhookId: string): Promise<WebhookDelivery> {
  await requireAccess(ctx, planId, 'webhook.manage')
  requireActive(await requireWebhook(ctx, planId, webhookId))
  const row = waitingDelivery({ webhook_id: webhookId, kind: TEST_KIND, revision: null }, ctx.now)
  await insertDeliveries(ctx.db, [row])
  return toDelivery(row)
}

/** Starts the attempts of a finished or waiting delivery again. */
export async function replayDelivery(
  ctx: WriteCtx,
  planId: string,
  webhookId: string,
  deliveryId: string,
): Promise<WebhookDelivery> {
  await requireAccess(ctx, planId, 'webhook.manage')
  requireActive(await requireWebhook(ctx, planId, webhookId))
  const delivery = await findDelivery(ctx.db, webhookId, deliveryId)
  if (!delivery) throw notFound('Delivery')
  // One that is being sent needs no second sender.
  if (delivery.status === 'waiting' && delivery.claim !== null) return toDelivery(delivery)
  const again = { status: 'waiting', attempts: 0, next_at: ctx.now, claim: null } as const
  await ctx.db.updateTable('webhook_deliveries').set(again).where('id', '=', deliveryId).execute()
  return toDelivery({ ...delivery, ...again })
}

/** For someone who can no longer manage the plan: the receiver may be theirs. */
export const pauseWebhooks = (ctx: WriteCtx, planId: string, userId: string): Promise<void> =>
  pauseWebhooksOf(ctx.db, planId, userId)

/** The secret is stored encrypted for a repeated call, as it is with the webhook. */
export const sealedWebhook = ({ vault }: { vault: Vault }): Sealed<WebhookWithSecret> => ({
  seal: (webhook) => ({ ...webhook, secret: vault.seal(sealedFor.webhook(webhook.id), webhook.secret) }),
  open: (_, webhook) => ({ ...webhook, secret: vault.open(sealedFor.webhook(webhook.id), webhook.secret) ?? '' }),
})

export const waitingDelivery = (
  of: Pick<WebhookDeliveryRow, 'webhook_id' | 'kind' | 'revision'>,
  now: string,
): WebhookDeliveryRow => ({
  ...of,
  id: newId(),
  status: 'waiting',
  attempts: 0,
  next_at: now,
  claim: null,
  code: null,
  duration_ms: null,
  answer: null,
  created_at: now,
  attempted_at: null,
})

const toKinds = (kinds: Kinds): string | null => (kinds === null ? null : JSON.stringify([...new Set(kinds)]))

/** What delivery would refuse for certain is refused here. */
function requireAllowedUrl({ config }: Services, url: string): void {
  // Which networks the name leads to is known only when it connects: plain HTTP is refused there again.
  const isPlainAllowed = config.outbound_loopback || config.webhook_networks.length > 0
  if (!isPlainAllowed && !url.toLowerCase().startsWith('https://')) throw invalid('url', 'url must be an https:// URL')
  try {
    requireReachable(url, { allow_loopback: config.outbound_loopback, networks: config.webhook_networks })
  } catch (error) {
    if (error instanceof OutboundError) throw invalid('url', `url is refused: ${error.message}`)
    throw error
  }
}

function requireActive(row: WebhookRow): void {
  if (statusOf(row) !== 'active') throw invalid('webhookId', 'Resume the webhook first')
}

const record = (ctx: WriteCtx, kind: `webhook.${'created' | 'changed' | 'rotated' | 'deleted'}`, id: string) =>
  ctx.recordSecurityEvent({ kind, data: { webhook_id: id } })
