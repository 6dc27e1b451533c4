// Access to plans.
import {
  PLAN_ACTIONS,
  type PlanAction,
  type PlanRole,
  roleAllows,
  scopeAllows,
} from '@cairn/contract/rules/permissions'
import { AppError, forbidden, notFound, scopeRefused } from '../base/errors.ts'
import { lockPlan, recordRevision } from '../db/plan-lock.ts'
import { hasLimits, loadCredential, requireAllPlans, requireLimits, requireWholePlan } from './credential-limits.ts'
import type { Ctx, WriteCtx } from './ctx.ts'
import { findPlanAccess, findPlanWithRole } from './plan-access.repo.ts'

type Found<F extends (...args: never[]) => Promise<unknown>> = NonNullable<Awaited<ReturnType<F>>>
type Authorized<P> = Omit<P, 'collaborator_role'> & { role: PlanRole }
export type AuthorizedPlan = Authorized<Found<typeof findPlanWithRole>>
export type PlanAccess = Authorized<Found<typeof findPlanAccess>>

/**
 * Loads a plan with all columns; `requireAccess` loads only what the check needs. 404 without access, 403 if the role or
 * token is not enough. In a command it locks the plan first, so rights and rows are current. `trashed` finds only plans in the trash.
 */
export async function authorizePlan(
  ctx: Ctx | WriteCtx,
  planId: string,
  action: PlanAction,
  { trashed = false } = {},
): Promise<AuthorizedPlan> {
  const plan = checkAccess(ctx, await whenLocked(ctx, planId, findPlanWithRole), planId, { action, trashed })
  if ('emit' in ctx && hasLimits(ctx)) await requireLimits(ctx, planId, action)
  ctx.revision = plan.revision
  return plan
}

/** Like `authorizePlan`, but loads only what the check needs. Most calls use this. */
export async function requireAccess(ctx: Ctx | WriteCtx, planId: string, action: PlanAction): Promise<PlanAccess> {
  const plan = checkAccess(ctx, await whenLocked(ctx, planId, findPlanAccess), planId, { action, trashed: false })
  if ('emit' in ctx && hasLimits(ctx)) await requireLimits(ctx, planId, action)
  ctx.revision = plan.revision
  return plan
}

/**
 * Like `requireAccess`, for a command that knows what it reads next: one round trip on PostgreSQL. A refused caller
 * gets only the refusal.
 */
export async function requireAccessAndRead<T>(
  ctx: WriteCtx,
  planId: string,
  action: PlanAction,
  read: () => Promise<T>,
): Promise<[PlanAccess, T]> {
  await lockPlan(ctx.db, planId)
  const [found, answer] = await Promise.allSettled([findWhenLocked(ctx, planId, findPlanAccess), read()])
  if (found.status === 'rejected') throw found.reason
  const plan = checkAccess(ctx, found.value, planId, { action, trashed: false })
  if (hasLimits(ctx)) await requireLimits(ctx, planId, action)
  ctx.revision = plan.revision
  if (answer.status === 'rejected') throw answer.reason
  return [plan, answer.value]
}

type Find<P> = (db: Ctx['db'], planId: string, userId: string) => Promise<P>

/** In a command: the current state of the plan, the role and the credential. */
async function whenLocked<P extends { revision: number } | undefined>(
  ctx: Ctx | WriteCtx,
  planId: string,
  find: Find<P>,
): Promise<P> {
  if (!('emit' in ctx)) return find(ctx.db, planId, ctx.actor.id)
  await lockPlan(ctx.db, planId)
  return findWhenLocked(ctx, planId, find)
}

async function findWhenLocked<P extends { revision: number } | undefined>(
  ctx: WriteCtx,
  planId: string,
  find: Find<P>,
): Promise<P> {
  const { db, actor } = ctx
  const [found] = await Promise.all([find(db, planId, actor.id), loadCredential(ctx)])
  if (found) recordRevision(db, planId, found.revision)
  return found
}

interface Judged {
  id: string
  owner_id: string
  deleted_at: string | null
  collaborator_role: PlanRole | null
}

function checkAccess<P extends Judged>(
  { actor }: Ctx,
  found: P | undefined,
  planId: string,
  { action, trashed }: { action: PlanAction; trashed: boolean },
): Authorized<P> {
  if (actor.plan_limit !== null && actor.plan_limit !== planId.toLowerCase()) throw notFound('Plan')
  if (!found || (found.deleted_at !== null) !== trashed) throw planGone(actor)
  if (action === 'plan.copy') requireAllPlans(actor)
  const role = found.owner_id === actor.id ? 'owner' : found.collaborator_role
  if (!role) throw planGone(actor)
  requireWholePlan(actor, action)
  if (!roleAllows(role, action))
    throw forbidden(`Your role in this plan (${role}) does not allow this.`, { role, action })
  const { scope } = PLAN_ACTIONS[action]
  if (!scopeAllows(actor.scope, scope)) throw scopeRefused(scope)
  return { ...found, role }
}

/** A credential that is limited to this plan learns why it can do nothing. */
const planGone = ({ plan_limit }: Ctx['actor']): AppError =>
  plan_limit === null
    ? notFound('Plan')
    : new AppError(
        404,
        'plan_not_found',
        'Plan not found. Access is limited to a plan that was deleted or is no longer shared with you. The limit can be changed in Settings.',
      )
