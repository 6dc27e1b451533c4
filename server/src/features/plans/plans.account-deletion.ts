import { conflict } from '../../base/errors.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { listMemberRows } from '../../core/plan-access.repo.ts'
import { type AuthorizedPlan, authorizePlan } from '../../core/plan-access.ts'
import { leavePlan } from '../collaborators/collaborators.commands.ts'
import { forgetAllReads } from '../logs/logs.unread.ts'
import { forgetAllWatches } from '../watches/watches.commands.ts'
import { deleteFavoritesOf, deletePlanForGood, listPlansOfPerson } from './plans.repo.ts'

/** Deletes the plans the caller owns and leaves all others. 409 `owns_shared_plans` if an owned plan is shared. */
export async function deleteOrLeavePlans(ctx: WriteCtx): Promise<void> {
  const plans: AuthorizedPlan[] = []
  for (const { id, deleted_at } of await listPlansOfPerson(ctx.db, ctx.actor.id))
    plans.push(await authorizePlan(ctx, id, 'plan.read', { trashed: deleted_at !== null }))

  const own = plans.filter(({ role }) => role === 'owner')
  const shared = []
  for (const { id, title, deleted_at } of own)
    if (deleted_at === null && (await listMemberRows(ctx.db, id)).length > 0) shared.push({ id, title })
  if (shared.length > 0)
    throw conflict(
      'owns_shared_plans',
      'You own plans that are shared with others. Transfer them, stop sharing or delete them first.',
      shared,
    )

  for (const { id } of own) {
    await deletePlanForGood(ctx.db, id)
    ctx.revokeAccess({ kind: 'whole_plan', plan_id: id })
  }
  for (const { id, role, deleted_at } of plans)
    if (role !== 'owner') await leavePlan(ctx, id, { trashed: deleted_at !== null })
  await deleteFavoritesOf(ctx.db, ctx.actor.id)
  await forgetAllReads(ctx)
  await forgetAllWatches(ctx)
}
