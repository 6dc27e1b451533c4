// The limits of API tokens and connected apps as people set and see them. `core/credential-limits.ts` enforces them.
import type { CredentialLimitsInput, ShownLimits } from '@cairn/contract/api/credentialLimits'
import { invalid, notFound } from '../../base/errors.ts'
import { findBranchTitle } from '../../core/credential-limits.repo.ts'
import { hourAfter } from '../../core/credential-limits.ts'
import type { Ctx, WriteCtx } from '../../core/ctx.ts'
import { requireAccess } from '../../core/plan-access.ts'
import type { CredentialLimitColumns } from '../../db/schema.ts'
import { listNodeTitles, listPlanTitles } from './credential-limits.repo.ts'

export type SetLimits = Pick<CredentialLimitColumns, 'plan_id' | 'branch_id' | 'changes_per_hour' | 'nodes_per_hour'>
type Reach = Pick<CredentialLimitColumns, 'plan_id' | 'branch_id'>

export const NOTHING_USED = { used_since: null, used_changes: 0, used_nodes: 0 } as const

/**
 * What is stored of limits that the person sets. 400 for a branch without its plan, 404 for a plan or a node that the
 * person cannot see; what `current` has already may stay when it was deleted.
 */
export async function checkLimits(ctx: WriteCtx, input: CredentialLimitsInput, current?: Reach): Promise<SetLimits> {
  const { plan_id = null, branch_id = null, changes_per_hour = null, nodes_per_hour = null } = input
  if (branch_id !== null && plan_id === null) throw invalid('branch_id', 'branch_id requires plan_id')
  if (plan_id !== null && plan_id !== current?.plan_id) await requireAccess(ctx, plan_id, 'plan.read')
  if (plan_id !== null && branch_id !== null && branch_id !== current?.branch_id) {
    if (plan_id === current?.plan_id) await requireAccess(ctx, plan_id, 'plan.read')
    if ((await findBranchTitle(ctx.db, plan_id, branch_id)) === undefined) throw notFound('Node')
  }
  return { plan_id, branch_id, changes_per_hour, nodes_per_hour }
}

/** The limits of each row, with what counts now. Two queries for any number of rows. */
export async function showLimits(
  { db, actor, now }: Ctx,
  rows: readonly CredentialLimitColumns[],
): Promise<ShownLimits[]> {
  const planIds = [...new Set(rows.flatMap(({ plan_id }) => plan_id ?? []))]
  const branchIds = [...new Set(rows.flatMap(({ branch_id }) => branch_id ?? []))]
  const plans = new Map<string, string>()
  if (planIds.length > 0) for (const { id, title } of await listPlanTitles(db, actor.id, planIds)) plans.set(id, title)
  const branches = new Map<string, string>()
  if (branchIds.length > 0 && plans.size > 0)
    for (const { plan_id, id, title } of await listNodeTitles(db, [...plans.keys()], branchIds))
      branches.set(`${plan_id} ${id}`, title)
  return rows.map(({ plan_id, branch_id, changes_per_hour, nodes_per_hour, ...used }) => ({
    plan: plan_id === null ? null : { id: plan_id, title: plans.get(plan_id) ?? null },
    branch: branch_id === null ? null : { id: branch_id, title: branches.get(`${plan_id} ${branch_id}`) ?? null },
    changes_per_hour,
    nodes_per_hour,
    used: changes_per_hour === null && nodes_per_hour === null ? null : usedNow(used, now),
  }))
}

function usedNow(
  { used_since, used_changes: changes, used_nodes: nodes }: Omit<CredentialLimitColumns, keyof SetLimits>,
  now: string,
): ShownLimits['used'] {
  if (used_since === null) return null
  const resets_at = hourAfter(used_since)
  return resets_at <= now ? null : { changes, nodes, resets_at }
}

/** What changed in the reach of a credential must act immediately, also on open sockets. */
export const changesReach = (before: Reach, after: Reach): boolean =>
  before.plan_id !== after.plan_id || before.branch_id !== after.branch_id
