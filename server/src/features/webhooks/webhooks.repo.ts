import type { DeliveryStatus } from '@cairn/contract/api/webhooks'
import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Db, Tx, WebhookDeliveryRow, WebhookRow } from '../../db/schema.ts'

/** How many deliveries of one webhook are taken together. */
const BATCH = 100

const webhooksWithAuthor = (db: Db | Tx, planId: string) =>
  db
    .selectFrom('webhooks')
    .innerJoin('users', 'users.id', 'webhooks.created_by')
    .selectAll('webhooks')
    .select('users.name as author')
    .where('webhooks.plan_id', '=', planId)

export const listWebhooks = (db: Db | Tx, planId: string) =>
  webhooksWithAuthor(db, planId).orderBy('webhooks.id').execute()

export const findWebhook = (db: Db | Tx, planId: string, id: string) =>
  webhooksWithAuthor(db, planId).where('webhooks.id', '=', id).executeTakeFirst()

export async function insertWebhook(tx: Tx, row: WebhookRow): Promise<void> {
  await tx.insertInto('webhooks').values(row).execute()
}

export async function updateWebhook(tx: Tx, id: string, changes: Partial<WebhookRow>): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await tx.updateTable('webhooks').set(changes).where('id', '=', id).execute()
}

export async function deleteWebhook(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('webhooks').where('id', '=', id).execute()
}

/** Those that are paused already have no waiting deliveries. */
export async function pauseWebhooksOf(tx: Tx, planId: string, userId: string): Promise<void> {
  const paused = await tx
    .updateTable('webhooks')
    .set({ is_paused: 1 })
    .where('plan_id', '=', planId)
    .where('created_by', '=', userId)
    .where('is_paused', '=', 0)
    .returning('id')
    .execute()
  for (const { id } of paused) await cancelWaiting(tx, id)
}

/**
 * The waiting deliveries of a webhook that stopped are not sent later. Claims stay, because the sender still writes what
 * became of those that it has sent.
 */
export async function cancelWaiting(tx: Tx, webhookId: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', next_at: null, answer: 'The webhook stopped.' })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'waiting')
    .execute()
}

interface DeliveriesPage {
  status: DeliveryStatus | undefined
  /** Only older ones than this. */
  before: string | undefined
  limit: number
}

export const listDeliveries = (db: Db | Tx, webhookId: string, { status, before, limit }: DeliveriesPage) =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .$if(status !== undefined, (rows) => rows.where('status', '=', status ?? 'failed'))
    .$if(before !== undefined, (rows) => rows.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const findDelivery = (db: Db | Tx, webhookId: string, id: string) =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst()

const insertDelivery = prepared<WebhookDeliveryRow>()((db, p) =>
  db.insertInto('webhook_deliveries').values({
    id: p('id'),
    webhook_id: p('webhook_id'),
    kind: p('kind'),
    revision: p('revision'),
    status: p('status'),
    attempts: p('attempts'),
    next_at: p('next_at'),
    claim: p('claim'),
    code: p('code'),
    duration_ms: p('duration_ms'),
    answer: p('answer'),
    created_at: p('created_at'),
    attempted_at: p('attempted_at'),
  }),
)

export async function insertDeliveries(tx: Tx, rows: readonly WebhookDeliveryRow[]): Promise<void> {
  for (const row of rows) await insertDelivery(tx, row)
}

/** Active webhooks of plans, or of one plan, that have events after the last one that was queued. */
export const listBehind = (db: Db | Tx, planId?: string) =>
  db
    .selectFrom('webhooks')
    .innerJoin('plans', 'plans.id', 'webhooks.plan_id')
    .select(['webhooks.id', 'webhooks.plan_id', 'webhooks.kinds', 'webhooks.last_revision'])
    .orderBy('webhooks.plan_id')
    .orderBy('webhooks.last_revision')
    .where('webhooks.is_paused', '=', 0)
    .where('webhooks.disabled_at', 'is', null)
    .whereRef('plans.revision', '>', 'webhooks.last_revision')
    .$if(planId !== undefined, (webhooks) => webhooks.where('webhooks.plan_id', '=', planId ?? ''))
    .execute()

/** Moves cursors; returns the ids without those that another server has moved, or that have stopped. */
export async function moveCursors(tx: Tx, ids: readonly string[], from: number, to: number): Promise<Set<string>> {
  const moved = await tx
    .updateTable('webhooks')
    .set({ last_revision: to })
    .where('id', 'in', ids)
    .where('last_revision', '=', from)
    .where('is_paused', '=', 0)
    .where('disabled_at', 'is', null)
    .returning('id')
    .execute()
  return new Set(moved.map(({ id }) => id))
}

/** Secrets whose grace is over. */
export async function clearOldSecrets(tx: Tx, now: string): Promise<void> {
  const none = { old_secret: null, old_secret_until: null }
  await tx.updateTable('webhooks').set(none).where('old_secret_until', '<=', now).execute()
}

export const listEventHeads = (db: Db | Tx, planId: string, after: number, limit: number) =>
  db
    .selectFrom('events')
    .select(['revision', 'kind'])
    .where('plan_id', '=', planId)
    .where('revision', '>', after)
    .orderBy('revision')
    .limit(limit)
    .execute()

/** Webhooks with a delivery that is due. */
export const listDue = (db: Db | Tx, now: string) =>
  db
    .selectFrom('webhooks')
    .select('webhooks.id')
    .where('is_paused', '=', 0)
    .where('disabled_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('webhook_deliveries')
          .select('webhook_deliveries.id')
          .whereRef('webhook_deliveries.webhook_id', '=', 'webhooks.id')
          .where('webhook_deliveries.next_at', '<=', now),
      ),
    )
    .execute()

export const findRunning = (db: Db | Tx, id: string) =>
  db
    .selectFrom('webhooks')
    .innerJoin('plans', 'plans.id', 'webhooks.plan_id')
    .innerJoin('users as owner', 'owner.id', 'plans.owner_id')
    .selectAll('webhooks')
    .select(['plans.title as plan_title', 'owner.email as owner_email', 'owner.name as owner_name', 'owner.is_demo'])
    .where('webhooks.id', '=', id)
    .where('is_paused', '=', 0)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()

/**
 * Takes due deliveries for one sender, until `until`; a sender that dies leaves them to the next after that. Returns none
 * while another sender has some: a webhook gets its events in order.
 */
export async function claimDue(
  tx: Tx,
  webhookId: string,
  { claim, now, until }: { claim: string; now: string; until: string },
): Promise<WebhookDeliveryRow[]> {
  const rows = await tx
    .updateTable('webhook_deliveries')
    .set((eb) => ({ claim, next_at: until, attempts: eb('attempts', '+', 1) }))
    .where('next_at', '<=', now)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('webhook_id', '=', webhookId)
        .where('next_at', '<=', now)
        .where(({ not, exists }) =>
          not(
            exists(
              eb
                .selectFrom('webhook_deliveries as taken')
                .select('taken.id')
                .where('taken.webhook_id', '=', webhookId)
                .where('taken.next_at', '>', now)
                .where('taken.claim', 'is not', null),
            ),
          ),
        )
        .orderBy('id')
        .limit(BATCH),
    )
    .returningAll()
    .execute()
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1))
}

type Sent = Pick<
  WebhookDeliveryRow,
  'id' | 'claim' | 'next_at' | 'code' | 'duration_ms' | 'answer' | 'attempted_at'
> & {
  /** Null for one that is to be tried again at `next_at`, unless it was cancelled. */
  status: WebhookDeliveryRow['status'] | null
}

/** Writes what became of a delivery, unless another sender has taken it since. */
export const finishDelivery = prepared<Sent>()((db, p) =>
  db
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      status: eb.fn.coalesce(eb.val(p('status')), 'status'),
      next_at: nextIfWaiting(p('next_at')),
      code: p('code'),
      duration_ms: p('duration_ms'),
      answer: p('answer'),
      attempted_at: p('attempted_at'),
      claim: null,
    }))
    .where('id', '=', p('id'))
    .where('claim', '=', p('claim')),
)

/** Gives back claimed deliveries that were not sent. They are due at `next_at`, unless they were cancelled. */
export async function releaseDeliveries(tx: Tx, claim: string, ids: readonly string[], next_at: string): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('webhook_deliveries')
    .set((eb) => ({ attempts: eb('attempts', '-', 1), next_at: nextIfWaiting(next_at), claim: null }))
    .where('id', 'in', ids)
    .where('claim', '=', claim)
    .execute()
}

const nextIfWaiting = (at: string | null) =>
  sql<string | null>`case when webhook_deliveries.status = 'waiting' then ${at} end`

/** Finished deliveries before a time, and of each webhook those after the newest `kept`. */
export async function deleteOldDeliveries(tx: Tx, before: string, kept: number): Promise<void> {
  await tx.deleteFrom('webhook_deliveries').where('next_at', 'is', null).where('created_at', '<', before).execute()
  const webhooks = await tx.selectFrom('webhooks').select('id').execute()
  for (const { id } of webhooks) {
    const oldest = await tx
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('webhook_id', '=', id)
      .orderBy('id', 'desc')
      .offset(kept)
      .limit(1)
      .executeTakeFirst()
    if (oldest)
      await tx
        .deleteFrom('webhook_deliveries')
        .where('webhook_id', '=', id)
        .where('next_at', 'is', null)
        .where('id', '<=', oldest.id)
        .execute()
  }
}
