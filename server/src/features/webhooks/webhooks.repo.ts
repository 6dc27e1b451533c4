import type { Db, Tx, WebhookDeliveryRow, WebhookRow } from '../../db/schema.ts'

/** How many deliveries of one webhook are taken together. */
const BATCH = 20
const INSERT_ROWS = 1_000

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

export async function pauseWebhooksOf(tx: Tx, planId: string, userId: string): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ is_paused: 1 })
    .where('plan_id', '=', planId)
    .where('created_by', '=', userId)
    .execute()
}

/** The waiting deliveries of a webhook that stopped are not sent later. */
export async function cancelWaiting(tx: Tx, webhookId: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', next_at: null, claim: null, answer: 'The webhook stopped.' })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'waiting')
    .execute()
}

export const listDeliveries = (db: Db | Tx, webhookId: string, limit: number) =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
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

export async function insertDeliveries(tx: Tx, rows: readonly WebhookDeliveryRow[]): Promise<void> {
  for (let first = 0; first < rows.length; first += INSERT_ROWS)
    await tx
      .insertInto('webhook_deliveries')
      .values(rows.slice(first, first + INSERT_ROWS))
      .execute()
}

/** Active webhooks of plans that have events after the last one that was queued. */
export const listBehind = (db: Db | Tx) =>
  db
    .selectFrom('webhooks')
    .innerJoin('plans', 'plans.id', 'webhooks.plan_id')
    .select(['webhooks.id', 'webhooks.plan_id', 'webhooks.kinds', 'webhooks.last_revision'])
    .orderBy('webhooks.plan_id')
    .orderBy('webhooks.last_revision')
    .where('webhooks.is_paused', '=', 0)
    .where('webhooks.disabled_at', 'is', null)
    .whereRef('plans.revision', '>', 'webhooks.last_revision')
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

/** Takes due deliveries for one sender, until `until`; a sender that dies leaves them to the next after that. */
export async function claimDue(
  tx: Tx,
  webhookId: string,
  { claim, now, until }: { claim: string; now: string; until: string },
): Promise<WebhookDeliveryRow[]> {
  const rows = await tx
    .updateTable('webhook_deliveries')
    .set((eb) => ({ claim, next_at: until, attempts: eb('attempts', '+', 1), attempted_at: now }))
    .where('next_at', '<=', now)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('webhook_id', '=', webhookId)
        .where('next_at', '<=', now)
        .orderBy('id')
        .limit(BATCH),
    )
    .returningAll()
    .execute()
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Writes what became of a delivery, unless another sender has taken it since. */
export async function finishDelivery(
  tx: Tx,
  { id, claim }: { id: string; claim: string },
  changes: Partial<WebhookDeliveryRow>,
): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ ...changes, claim: null })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute()
}

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
