import type { appsApi, ConnectedApp } from '@cairn/contract/api/apps'
import type { ShownLimits } from '@cairn/contract/api/credentialLimits'
import type { z } from 'zod'
import { notFound } from '../../base/errors.ts'
import { DAY_MS } from '../../base/units.ts'
import type { Ctx, Transactor, WriteCtx } from '../../core/ctx.ts'
import { iconUrl } from '../../core/via.ts'
import type { OauthGrantRow } from '../../db/schema.ts'
import { inSlices } from '../../db/slices.ts'

import { requireAccount, requireFreshSession } from '../auth/sessions/sessions.ts'
import { changesReach, checkLimits, showLimits } from '../credential-limits/credential-limits.ts'
import { deleteGrant, findGrant, listGrants, unneeded, updateGrantLimits } from './oauth.repo.ts'

/** An app that registered and was never let in. */
const UNUSED_MS = DAY_MS
/** An app that was let in keeps its registration, so that it can be connected again. */
const FORGOTTEN_MS = 180 * DAY_MS

/** The caller's own apps, newest first. */
export async function listApps(ctx: Ctx): Promise<ConnectedApp[]> {
  return showApps(ctx, await listGrants(ctx.db, ctx.actor.id))
}

async function showApps(ctx: Ctx, rows: readonly OauthGrantRow[]): Promise<ConnectedApp[]> {
  const limits = await showLimits(ctx, rows)
  return rows.map(({ id, client_name, client_host, redirect_host, icon_key, ...row }, i) => ({
    ...{ id, name: client_name, host: client_host, icon_url: iconUrl(icon_key), redirect_host },
    ...{ scope: row.scope, changes: row.changes, created_at: row.created_at, last_used: row.last_used },
    ...(limits[i] as ShownLimits),
  }))
}

/**
 * Replaces the limits of an app, for calls from now on; 404 for an app that is not the caller's, 403 `password_required`
 * if it may share and delete plans and the session is older.
 */
export async function setAppLimits(
  ctx: WriteCtx,
  app_id: string,
  input: z.output<typeof appsApi.setLimits.body>,
): Promise<ConnectedApp> {
  await requireAccount(ctx)
  const found = await findGrant(ctx.db, ctx.actor.id, app_id)
  if (!found) throw notFound('App')
  if (found.scope === 'admin')
    await requireFreshSession(ctx, 'Sign in again to change the limits of an app that may share and delete plans.')
  const limits = await checkLimits(ctx, input, found)
  await updateGrantLimits(ctx.db, app_id, limits)
  await ctx.recordSecurityEvent({ kind: 'app.limits_changed', data: { app_id, ...limits } })
  if (changesReach(found, limits))
    ctx.revokeAccess({ kind: 'credential', user_id: ctx.actor.id, credential_id: app_id })
  const [shown] = await showApps(ctx, [{ ...found, ...limits }])
  return shown as ConnectedApp
}

/** Takes effect immediately, also on open sockets; 404 for an app that is not the caller's. */
export async function disconnectApp(ctx: WriteCtx, appId: string): Promise<void> {
  if (!(await deleteGrant(ctx.db, ctx.actor.id, appId))) throw notFound('App')
  await ctx.recordSecurityEvent({ kind: 'app.disconnected', data: { app_id: appId } })
  ctx.revokeAccess({ kind: 'credential', user_id: ctx.actor.id, credential_id: appId })
}

/** Deletes what has expired, and registrations that no one uses. */
export async function cleanUpOauth({ store, clock }: Pick<Transactor, 'store' | 'clock'>): Promise<void> {
  const now = clock()
  const before = (ms: number) => new Date(now.getTime() - ms)
  for (const slice of unneeded(now, { unused: before(UNUSED_MS), forgotten: before(FORGOTTEN_MS) }))
    await inSlices(store, slice)
}
