import { notFound } from '../../base/errors.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { authorizePlan } from '../../core/plan-access.ts'
import { endMembership } from './collaborators.commands.ts'
import { findMember } from './collaborators.repo.ts'

/** The owner must transfer the plan first. A plan in the trash is left only with `trashed`. */
export async function leavePlan(ctx: WriteCtx, planId: string, { trashed = false } = {}): Promise<void> {
  const plan = await authorizePlan(ctx, planId, 'plan.leave', { trashed })
  const member = await findMember(ctx.db, planId, ctx.actor.id)
  if (!member) throw notFound('Plan')
  await endMembership(ctx, plan, member, 'collaborator.left')
}
