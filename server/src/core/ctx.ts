import type { Via } from '@cairn/contract/api/common'
import type { PlanEvent } from '@cairn/contract/api/events'
import { isSecurityKind } from '@cairn/contract/api/security'
import type { TokenScope } from '@cairn/contract/rules/permissions'
import type { Limits } from '../base/config.ts'
import { newId } from '../base/ids.ts'
import type { Store } from '../db/open.ts'
import type { CredentialLimitColumns, Db, Tx } from '../db/schema.ts'
import { type AccessRevocation, type RecordedRevocation, recordRevocations } from './access-revocation.ts'
import { countAppChange } from './app-changes.repo.ts'
import { endClaimsOutside, endRevokedClaims } from './claims.ends.ts'
import { findLostLease } from './claims.ts'
import { countUse, requireEventsInside } from './credential-limits.ts'
import { appendEvents, type EventDraft } from './event-log.repo.ts'
import { insertSecurityEvents } from './security-log.repo.ts'
import { aboutAccess, type SecurityEvent, type SecurityLog, securityRow } from './security-log.ts'

/** The caller and the credential of the call. */
export interface Actor {
  id: string
  name: string
  scope: TokenScope
  via: Via
  /** The session, API token or connected app that carries the call; revoking it closes the sockets it opened. */
  credential_id: string
  /** Groups the changes of one agent run (header `X-Run-Id`). */
  run_id: string | null
  /** The only plan that the credential reaches; null for all plans of the person. */
  plan_limit: string | null
  /** The top of the only branch that it may change; null for everything it reaches. Reading is not limited by it. */
  branch_limit: string | null
}

/** What every query receives. Knows nothing of HTTP, so REST, MCP and tests all build it. */
export interface Ctx {
  db: Db | Tx
  actor: Actor
  now: string
  /** The revision of the call's plan: as the access check found it, then after each event of the command. */
  revision?: number
}

/** A Ctx inside a transaction: the only kind that can write and emit. */
export interface WriteCtx extends Ctx {
  db: Tx
  emit(event: EventDraft): Promise<void>
  /** Many events of one plan, written together. */
  emitAll(events: readonly EventDraft[]): Promise<void>
  /** What the command changed in the call's plan: the revision of its first event there. */
  change?: number
  /** That the agent no longer holds a task beside which the command wrote, as a sentence. */
  lost_lease?: string
  /** While set, the revision of the event that each new one takes back. */
  undoes?: (event: EventDraft) => number | null
  /** Of the call, with its current limits; undefined before the command looked. */
  credential?: CredentialLimitColumns
  /** Limits of a plan and of a command. */
  limits: Limits
  /** From now on the events of this command share a run id, so they are shown and undone together. */
  groupEvents(): void
  /** Runs after the commit and before the reply, for work outside the database. It must not throw. */
  afterCommit(fn: () => void): void
  /** Writes a row of the security log in this transaction, and its line after the commit. */
  recordSecurityEvent(event: SecurityEvent): Promise<void>
  /** Ends access right after the commit: clears cached credentials and closes the affected sockets. */
  revokeAccess(revocation: AccessRevocation): void
}

/** A signed-in call that waits (hashing, files) before it opens its transaction with `run`. */
export interface CallWithoutTx {
  ctx: Ctx
  run<T>(command: (ctx: WriteCtx) => Promise<T>): Promise<T>
  /** Of the caller's machine. */
  address: string
}

export interface Transactor {
  store: Store
  /** Identifies the history that revisions belong to. */
  epoch(): string
  security: SecurityLog
  limits: Limits
  /** Publishes to all subscribers; called after the commit, in order of revision per plan on SQLite. */
  publish(events: PlanEvent[]): void
  /** Of one command, together. */
  revokeAccess(noted: readonly RecordedRevocation[]): void
  clock(): Date
}

/**
 * Runs one command, about one plan if `planId` is given, in one transaction; its events are published only after the
 * commit.
 */
export async function transact<T>(
  app: Transactor,
  actor: Actor,
  command: (ctx: WriteCtx) => Promise<T>,
  planId?: string,
): Promise<T> {
  const now = app.clock().toISOString()
  let events: PlanEvent[] = []
  let later: (() => void)[] = []
  let revocations: AccessRevocation[] = []
  let noted: RecordedRevocation[] = []
  const result = await app.store.write(
    async (tx) => {
      // PostgreSQL may run a command again after a deadlock: nothing of the first attempt may remain.
      events = []
      later = []
      revocations = []
      noted = []
      const recordSecurityEvent: WriteCtx['recordSecurityEvent'] = async (event) => {
        const row = securityRow({ user_id: actor.id, actor_id: actor.id, ...event }, now, actor.credential_id)
        await insertSecurityEvents(tx, [row])
        later.push(() => app.security.log(row))
      }
      const by = {
        actor: { id: actor.id, name: actor.name },
        via: actor.via,
        run_id: actor.run_id,
        created_at: now,
        changes: new Map<string, number>(),
        runs: new Map<string, string>(),
        undoes: (event: EventDraft) => ctx.undoes?.(event) ?? null,
      }
      const emitAll = async (drafts: readonly EventDraft[]) => {
        if (ctx.actor.plan_limit !== null) await requireEventsInside(ctx, drafts)
        for (const event of await appendEvents(tx, drafts, by)) {
          events.push(event)
          if (event.plan_id === planId) {
            ctx.revision = event.revision
            ctx.change = event.change
          }
          if (isSecurityKind(event.kind)) await recordSecurityEvent(aboutAccess(event.kind, event))
        }
      }
      const ctx: WriteCtx = {
        db: tx,
        actor,
        now,
        limits: app.limits,
        emit: (draft) => emitAll([draft]),
        emitAll,
        groupEvents: () => {
          by.run_id ??= newId()
        },
        afterCommit: (fn) => {
          later.push(fn)
        },
        recordSecurityEvent,
        revokeAccess: (revocation) => {
          revocations.push(revocation)
        },
      }
      const answer = await command(ctx)
      if (planId !== undefined) ctx.lost_lease = await findLostLease(ctx, planId, events)
      await countUse(ctx, events)
      if (actor.via.kind === 'connector' && events.length > 0) await countAppChange(tx, actor.credential_id)
      for (const id of new Set(events.filter(changesParent).map(({ plan_id }) => plan_id)))
        await endClaimsOutside(ctx, id)
      if (revocations.length > 0) {
        await endRevokedClaims(ctx, revocations)
        noted = await recordRevocations(app.store, tx, revocations, now)
      }
      return answer
    },
    { planId, userId: actor.id },
  )
  if (noted.length > 0) app.revokeAccess(noted)
  for (const fn of later) fn()
  if (events.length > 0) app.publish(events)
  return result
}

const changesParent = (event: PlanEvent): boolean =>
  event.kind === 'node.moved' && event.data.before.parent_id !== event.data.after.parent_id
