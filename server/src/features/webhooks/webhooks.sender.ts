// Queues the events of plans for their webhooks and sends them. Any number of servers may run it on one database.
import { randomUUID } from 'node:crypto'
import { WEBHOOK_FAILING_DAYS } from '@cairn/contract/api/webhooks'
import { LRUCache } from 'lru-cache'
import { DAY_MS, plusMs } from '../../base/units.ts'
import { withoutDeletedTexts } from '../../core/deleted-texts.repo.ts'
import { listEventsSince } from '../../core/event-log.repo.ts'
import { sealedFor } from '../../core/vault.ts'
import type { WebhookDeliveryRow } from '../../db/schema.ts'
import {
  fetchOutside,
  type KeptConnection,
  keepConnection,
  type OutboundDeps,
  OutboundError,
} from '../../providers/outbound.ts'
import { TEST_KIND, type WebhookServices, waitingDelivery } from './webhooks.commands.ts'
import { createPace } from './webhooks.pace.ts'
import {
  cancelWaiting,
  claimDue,
  clearOldSecrets,
  deleteOldDeliveries,
  findDelivery,
  findRunning,
  finishDelivery,
  insertDeliveries,
  listBehind,
  listDue,
  listEventHeads,
  moveCursors,
  releaseDeliveries,
  updateWebhook,
} from './webhooks.repo.ts'
import { nextAttempt } from './webhooks.retries.ts'
import { signedHeaders } from './webhooks.signature.ts'

/** Deliveries that one transaction queues: more would hold up the writes of people. */
const QUEUE_BATCH = 300
/** Receivers that one server waits for. A webhook has one request at a time. */
const SENDERS_MAX = 64
const TIMEOUT_MS = 10_000
/** A batch ends after this time, so that slow answers do not keep it longer than it is claimed. */
const BATCH_MS = 60_000
const CLAIM_MS = 2 * BATCH_MS
const ANSWER_MAX_BYTES = 64 * 1024
const ANSWER_KEPT = 500
/** Events that are read together: the next deliveries are likely to need them. */
const EVENTS_READ = 100
const BODIES_MAX_CHARS = 16 * 1024 * 1024
const BODY_MS = 1_000
const KEPT_DAYS = 7
const KEPT_DELIVERIES = 1_000

type Running = NonNullable<Awaited<ReturnType<typeof findRunning>>>
interface Outcome {
  ok: boolean
  code: number | null
  duration_ms: number
  answer: string
  attempted_at: string
}

export interface WebhookSender {
  /** Queues what is new and starts sending what is due; returns without waiting for the receivers. */
  tick(): Promise<void>
  /** Starts nothing more, and waits for the running requests: at most their timeout. */
  stop(): Promise<void>
}

export function createWebhookSender(app: WebhookServices, outbound: OutboundDeps): WebhookSender {
  const sending = new Map<string, Promise<void>>()
  const queueing = new Map<string, Promise<boolean>>()
  /** Webhooks of one plan send the same texts. Short, because a purged text must not be sent. */
  const bodies = new LRUCache<string, string>({
    maxSize: BODIES_MAX_CHARS,
    sizeCalculation: (body) => body.length,
    ttl: BODY_MS,
  })
  let stopped = false
  const pace = createPace(() => stopped)
  const now = () => app.clock().toISOString()

  /** Queues the next events of one plan, or of all; returns whether there were any. */
  async function queue(planId?: string): Promise<boolean> {
    let isMore = false
    for (const group of groupsOf(await listBehind(app.store.reader, planId))) {
      const [{ plan_id, last_revision: from }] = group
      const limit = Math.max(1, Math.floor(QUEUE_BATCH / group.length))
      const heads = await listEventHeads(app.store.reader, plan_id, from, limit)
      const last = heads.at(-1)
      if (!last) continue
      const rows = group.flatMap(({ id, kinds }) => {
        const wanted = kinds === null ? null : new Set(JSON.parse(kinds) as string[])
        return heads
          .filter(({ kind }) => wanted?.has(kind) ?? true)
          .map(({ kind, revision }) => waitingDelivery({ webhook_id: id, kind, revision }, now()))
      })
      await pace()
      await app.store.write(async (tx) => {
        const ids = group.map(({ id }) => id)
        const moved = await moveCursors(tx, ids, from, last.revision)
        await insertDeliveries(
          tx,
          rows.filter(({ webhook_id }) => moved.has(webhook_id)),
        )
      })
      isMore = true
    }
    return isMore
  }

  /** Webhooks of a plan that have sent everything share the next events. */
  function queueMore(planId: string): Promise<boolean> {
    const mine = queueing.get(planId) ?? queue(planId).finally(() => queueing.delete(planId))
    queueing.set(planId, mine)
    return mine
  }

  async function attempt(webhook: Running, delivery: WebhookDeliveryRow, kept: KeptConnection): Promise<Outcome> {
    const from = performance.now()
    const attempted_at = now()
    const done = (ok: boolean, code: number | null, answer: string): Outcome => ({
      ok,
      code,
      duration_ms: Math.round(performance.now() - from),
      answer: [...answer].slice(0, ANSWER_KEPT).join(''),
      attempted_at,
    })
    const secrets = secretsOf(webhook)
    if (secrets === null) return done(false, null, 'The secret cannot be read. Create the webhook again.')
    const body = await bodyOf(webhook, delivery)
    if (body === null) return done(false, null, 'The event no longer exists.')
    try {
      const { status, body: answer } = await fetchOutside(
        webhook.url,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...signedHeaders(secrets, delivery.id, app.clock(), body) },
          body,
          max_bytes: ANSWER_MAX_BYTES,
          cuts_body: true,
          timeout_ms: TIMEOUT_MS,
          kept,
        },
        outbound,
      )
      return done(status >= 200 && status < 300, status, toText(answer))
    } catch (error) {
      return done(false, null, error instanceof OutboundError ? error.message : 'The server cannot be reached.')
    }
  }

  async function bodyOf({ plan_id }: Running, { revision, created_at }: WebhookDeliveryRow): Promise<string | null> {
    if (revision === null) return JSON.stringify({ type: TEST_KIND, timestamp: created_at, data: { plan_id } })
    const key = `${plan_id} ${revision}`
    const known = bodies.get(key)
    if (known !== undefined) return known
    let wanted: string | null = null
    const { reader } = app.store
    const events = await listEventsSince(reader, plan_id, revision - 1, EVENTS_READ)
    for (const event of await withoutDeletedTexts(reader, events)) {
      const body = JSON.stringify({ type: event.kind, timestamp: event.created_at, data: event })
      // The texts of an entry may be deleted before the next attempt.
      if (!event.kind.startsWith('log.')) bodies.set(`${plan_id} ${event.revision}`, body)
      if (event.revision === revision) wanted = body
    }
    return wanted
  }

  /** The secret, and the one before it during its grace; null if it cannot be read. */
  function secretsOf({ id, secret, old_secret, old_secret_until }: Running): string[] | null {
    const current = app.vault.open(sealedFor.webhook(id), secret)
    const isGrace = old_secret !== null && old_secret_until !== null && old_secret_until > now()
    const old = isGrace ? app.vault.open(sealedFor.webhook(id), old_secret) : null
    return current === null ? null : [current, ...(old === null ? [] : [old])]
  }

  /** Sends what is due to one webhook in order, and queues more, until nothing is left or an attempt fails. */
  async function drain(id: string): Promise<void> {
    while (!stopped) {
      await pace()
      const webhook = await findRunning(app.store.reader, id)
      if (!webhook) return
      const claim = randomUUID()
      const until = plusMs(app.clock(), CLAIM_MS)
      const claimed = await app.store.write((tx) => claimDue(tx, id, { claim, now: now(), until }))
      if (claimed.length === 0) {
        // When all senders are busy, the next webhook gets its turn.
        if (sending.size < SENDERS_MAX && (await queueMore(webhook.plan_id))) continue
        return
      }
      const outcomes: [WebhookDeliveryRow, Outcome][] = []
      const kept = keepConnection()
      const end = performance.now() + BATCH_MS
      try {
        for (const delivery of claimed) {
          await pace()
          if (!(await isCurrent(webhook, delivery, claim))) break
          const outcome = await attempt(webhook, delivery, kept)
          outcomes.push([delivery, outcome])
          if (!outcome.ok || stopped || performance.now() > end) break
        }
      } finally {
        kept.close()
        // What was sent is not sent again because something of ours failed afterwards.
        await save(id, claim, claimed, outcomes)
      }
      if (outcomes.some(([, { ok }]) => !ok)) return
    }
  }

  /** Whether the webhook and the claim of the delivery are still as they were when the batch began. */
  async function isCurrent({ id, url, secret, old_secret }: Running, delivery: WebhookDeliveryRow, claim: string) {
    const now = await findRunning(app.store.reader, id)
    if (now?.url !== url || now.secret !== secret || now.old_secret !== old_secret) return false
    const row = await findDelivery(app.store.reader, id, delivery.id)
    return row?.claim === claim && row.status === 'waiting'
  }

  async function save(
    id: string,
    claim: string,
    claimed: readonly WebhookDeliveryRow[],
    outcomes: readonly [WebhookDeliveryRow, Outcome][],
  ): Promise<void> {
    const at = app.clock()
    const failed = outcomes.some(([, { ok }]) => !ok)
    const disabled = await app.store.write(async (tx) => {
      for (const [{ id: delivery, attempts }, { ok, ...outcome }] of outcomes) {
        const next_at = ok ? null : nextAttempt(attempts, at, Math.random())
        const status = ok ? 'delivered' : next_at === null ? 'failed' : null
        await finishDelivery(tx, { ...outcome, id: delivery, claim, status, next_at })
      }
      // What was taken but not sent waits for the next turn: behind the failed one, so it does not delay it.
      const unsent = claimed.slice(outcomes.length).map((delivery) => delivery.id)
      await releaseDeliveries(tx, claim, unsent, at.toISOString())
      // It may have been paused, resumed or deleted since the batch began.
      const webhook = await findRunning(tx, id)
      if (!webhook || outcomes.length === 0) return undefined
      // Any success begins again.
      const before = outcomes.some(([, { ok }]) => ok) ? null : webhook.failing_since
      const since = failed ? (before ?? at.toISOString()) : null
      const isOver = since !== null && at.getTime() - Date.parse(since) >= WEBHOOK_FAILING_DAYS * DAY_MS
      const changes = { failing_since: since, ...(isOver ? { disabled_at: at.toISOString() } : {}) }
      if (isOver || since !== webhook.failing_since) await updateWebhook(tx, id, changes)
      if (isOver) await cancelWaiting(tx, id)
      return isOver ? webhook : undefined
    })
    if (disabled?.is_demo === 0) app.mailer.send(disabledMail(disabled, app.publicUrl()))
  }

  return {
    tick: async () => {
      if (stopped) return
      await queue()
      for (const { id } of await listDue(app.store.reader, now())) {
        if (stopped || sending.size >= SENDERS_MAX) return
        if (sending.has(id)) continue
        const done = drain(id).finally(() => sending.delete(id))
        sending.set(id, done)
        // Reported by the background, which logs a failure.
        app.background.run('webhook', () => done)
      }
    },
    stop: async () => {
      stopped = true
      await Promise.allSettled(sending.values())
    },
  }
}

/** Deletes old finished deliveries, so the log stays bounded. */
export async function cleanUpDeliveries({ store, clock }: Pick<WebhookServices, 'store' | 'clock'>): Promise<void> {
  const now = clock()
  const before = plusMs(now, -KEPT_DAYS * DAY_MS)
  await store.write((tx) => deleteOldDeliveries(tx, before, KEPT_DELIVERIES))
  await store.write((tx) => clearOldSecrets(tx, now.toISOString()))
}

type Behind = Awaited<ReturnType<typeof listBehind>>[number]

/** Webhooks of a plan with the same cursor need the same events. */
function groupsOf(behind: readonly Behind[]): [Behind, ...Behind[]][] {
  const groups: [Behind, ...Behind[]][] = []
  for (const webhook of behind) {
    const group = groups.at(-1)
    const isSame = group?.[0].plan_id === webhook.plan_id && group[0].last_revision === webhook.last_revision
    if (group && isSame && group.length < QUEUE_BATCH) group.push(webhook)
    else groups.push([webhook])
  }
  return groups
}

/** The databases do not store NUL. */
const toText = (answer: Buffer): string => new TextDecoder().decode(answer).replaceAll(/\0/g, '')

const disabledMail = ({ owner_name, owner_email, url, plan_title, plan_id }: Running, publicUrl: string) => ({
  to: owner_email,
  subject: 'Webhook disabled',
  text: [
    `Hi ${owner_name}, a webhook of your plan "${plan_title}" was disabled because it failed for ${WEBHOOK_FAILING_DAYS} days: ${new URL(url).origin}.`,
    'Events are no longer sent to it. When the receiver works again, resume the webhook in the menu of the plan.',
  ],
  link: { label: 'Open plan', url: `${publicUrl}/plans/${plan_id}` },
})
