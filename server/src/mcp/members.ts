import type { PlanRole } from '@cairn/contract/rules/permissions'
import { invalid } from '../base/errors.ts'
import type { WriteCtx } from '../core/ctx.ts'
import { listAvailableUsers } from '../core/plan-members.ts'

/**
 * The ids of the members with these ids or full names, in any case. 400 names the members to choose from, also for a
 * name that two have.
 */
export async function membersIn(
  ctx: WriteCtx,
  planId: string,
  named: readonly string[],
  { field, may = () => true }: { field: string; may?: (role: PlanRole) => boolean },
): Promise<string[]> {
  if (named.length === 0) return []
  const members = (await listAvailableUsers(ctx, planId)).filter(({ role }) => may(role))
  return named.map((text) => {
    const wanted = text.trim().toLowerCase()
    const [found, another] = members.filter(({ id, name }) => id === wanted || name.trim().toLowerCase() === wanted)
    if (found && !another) return found.id
    throw invalid(field, `${field} must be one of ${members.map(({ id, name }) => `${name} (${id})`).join(', ')}`)
  })
}
