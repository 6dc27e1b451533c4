// Tickets for the live channel. A browser cannot send a header with a WebSocket, and a session token in a URL would end
// up in logs. A ticket works once, for 30 seconds, and acts for the credential that requested it.

import type { Via } from '@cairn/contract/api/common'
import { TICKET_SECONDS } from '@cairn/contract/api/live'
import { notFound } from '../../../base/errors.ts'
import { hashSecret, newSecret } from '../../../base/ids.ts'
import { plusMs } from '../../../base/units.ts'
import type { Actor, Ctx, Transactor, WriteCtx } from '../../../core/ctx.ts'
import { avatarUrl } from '../../../core/person.ts'
import { viaApp } from '../../../core/via.ts'
import { deleteExpiredTickets, findHolder, hasTicket, insertTicket, takeTicket } from './tickets.repo.ts'

/** A session, an API token or a connected app, by its id. */
export interface Credential {
  kind: Via['kind']
  id: string
}

export interface Holder {
  actor: Actor
  avatar_url: string | null
  expires_at: string | null
}

export const credentialOfActor = (actor: Actor): Credential => ({
  kind: actor.via.kind,
  id: actor.credential_id,
})

/** The ticket is only in the reply; the database stores its hash. */
export async function issueTicket(ctx: WriteCtx): Promise<{ ticket: string; expires_in: number }> {
  const ticket = newSecret()
  await deleteExpiredTickets(ctx.db, ctx.actor.id, ctx.now)
  await insertTicket(ctx.db, {
    token_hash: hashSecret(ticket),
    purpose: 'live',
    user_id: ctx.actor.id,
    data: JSON.stringify(credentialOfActor(ctx.actor)),
    expires_at: plusMs(ctx.now, TICKET_SECONDS * 1000),
  })
  return { ticket, expires_in: TICKET_SECONDS }
}

/** The credential of the ticket; null if it is unknown, used or expired. */
export async function redeemTicket(app: Transactor, ticket: string): Promise<Credential | null> {
  const hash = hashSecret(ticket)
  // Anyone can send an unknown ticket, so it must not cost a write.
  if (!(await hasTicket(app.store.reader, hash))) return null
  const row = await app.store.write((tx) => takeTicket(tx, hash))
  if (!row || row.expires_at <= app.clock().toISOString()) return null
  return JSON.parse(row.data) as Credential
}

/**
 * The person behind this credential and its current expiry; null if it has ended. A live connection only reads, so it
 * needs no limit to a branch.
 */
export async function findHolderOf(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  credential: Credential,
): Promise<Holder | null> {
  const found = await findHolder(db, credential, now)
  if (!found) return null
  const { id, name, avatar_key, icon_key, expires_at, token_name, plan_limit } = found
  const { kind } = credential
  const via =
    kind === 'session' ? { kind } : kind === 'connector' ? viaApp(token_name, icon_key) : { kind, name: token_name }
  const limits = { scope: 'read' as const, plan_limit, branch_limit: null }
  const actor = { id, name, via, credential_id: credential.id, run_id: null, ...limits }
  return { actor, avatar_url: avatarUrl(avatar_key), expires_at }
}

/** The person who requested a signed URL; 404 if that credential has ended. */
export async function findActorOf(ctx: Pick<Ctx, 'db' | 'now'>, credential: Credential): Promise<Actor> {
  const holder = await findHolderOf(ctx, credential)
  if (!holder) throw notFound('File')
  return holder.actor
}
