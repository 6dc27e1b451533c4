// Verified addresses. Until an address is verified, its account may belong to someone who only typed the address.
import type { Revoked } from '@cairn/contract/api/auth'
import type { WriteCtx } from '../../../core/ctx.ts'
import type { UserRow } from '../../../db/schema.ts'
import { revokeCalendars } from '../../calendar/calendar.commands.ts'
import { acceptInvitations } from '../../collaborators/collaborators.invitations.ts'
import { updateUser } from '../identity/account.repo.ts'
import { deleteAllOneTimeTokens } from '../identity/one-time-tokens.repo.ts'
import { NO_PASSWORD } from '../identity/passwords.ts'
import { disconnectAllApps, revokeAllTokens } from '../sessions/credentials.ts'
import { deleteDevicesOf } from '../sessions/devices.repo.ts'
import { endSessions } from '../sessions/sessions.ts'
import { deleteRecoveryCodes } from '../two-factor/two-factor.repo.ts'

export const NOTHING_REVOKED: Revoked = { sessions: 0, tokens: [], apps: [], calendars: 0 }

/**
 * Ends every session with its sockets, revokes every API token and calendar URL, disconnects every app, forgets all
 * devices and voids all one-time tokens: reset links, challenges, live tickets and pending email changes.
 */
export async function revokeAllAccess(ctx: WriteCtx, userId: string): Promise<Revoked> {
  await deleteAllOneTimeTokens(ctx.db, userId)
  await deleteDevicesOf(ctx.db, userId)
  return {
    sessions: await endSessions(ctx, userId, null),
    tokens: await revokeAllTokens(ctx, userId),
    apps: await disconnectAllApps(ctx, userId),
    calendars: await revokeCalendars(ctx, userId),
  }
}

/** Disables two-factor, or cancels its set-up: someone else may have begun it. */
export async function dropTwoFactor(ctx: WriteCtx, userId: string): Promise<void> {
  await updateUser(ctx.db, userId, { totp_secret: null, totp_enabled_at: null, totp_last_step: null })
  await deleteRecoveryCodes(ctx.db, userId)
}

/** Voids what the account had before its address was verified, the password included. */
export async function voidUnprovenAccess(ctx: WriteCtx, userId: string): Promise<Revoked> {
  await updateUser(ctx.db, userId, { password_hash: NO_PASSWORD })
  await dropTwoFactor(ctx, userId)
  return revokeAllAccess(ctx, userId)
}

/** The address now belongs to the person, who gets the plans shared with it. */
export async function markVerified(ctx: WriteCtx, user: UserRow): Promise<UserRow> {
  if (user.email_verified_at !== null) return user
  await updateUser(ctx.db, user.id, { email_verified_at: ctx.now })
  await acceptInvitations(ctx, user)
  return { ...user, email_verified_at: ctx.now }
}
