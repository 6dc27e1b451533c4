// Keeps what all members of a plan see in its row of My Plans, as JSON too: making it again costs more than the list.
import type { ListedPlan } from '@cairn/contract/api/plans'
import { LRUCache } from 'lru-cache'
import type { Ctx } from '../../core/ctx.ts'
import { avatarUrl } from '../../core/person.ts'
import { findListedPlans, type PlanPlace } from './plans.list.repo.ts'
import { toCommonPlan } from './plans.queries.ts'

const KEPT_CHARACTERS_MAX = 8 * 1024 * 1024

/** What each person sees differently. */
export type OwnFields = Pick<ListedPlan, 'role' | 'is_favorite' | 'shared_at' | 'is_new' | 'deleted_at'>
type CommonFields = Omit<ListedPlan, keyof OwnFields>

export interface PlanRow {
  plan: CommonFields
  json: string
}
interface Kept extends PlanRow {
  epoch: string
  revision: number
  people_changes: number
}

export interface PlanRows {
  /**
   * The rows of these plans, which the caller may see, by plan id; without those that were deleted meanwhile.
   * `people_changes` was read before: names are at least as new.
   */
  find(ctx: Ctx, places: readonly PlanPlace[], people_changes: number): Promise<Map<string, PlanRow>>
}

/** `epoch` identifies the history of the revisions. */
export function createPlanRows(epoch: () => string): PlanRows {
  const kept = new LRUCache<string, Kept>({ maxSize: KEPT_CHARACTERS_MAX, sizeCalculation: ({ json }) => json.length })

  return {
    find: async (ctx, places, people_changes) => {
      const now = epoch()
      const found = new Map<string, PlanRow>()
      const missing = new Map<string, number>()
      for (const { plan_id, revision } of places) {
        const row = kept.get(plan_id)
        if (row?.revision === revision && row.people_changes === people_changes && row.epoch === now)
          found.set(plan_id, row)
        else missing.set(plan_id, revision)
      }
      if (missing.size === 0) return found
      for (const listed of await findListedPlans(ctx.db, [...missing.keys()])) {
        const plan = toCommon(listed)
        const row = { plan, json: JSON.stringify(plan) }
        found.set(plan.id, row)
        // Under the revision that was read first: the row may be newer, and then it is read once more.
        const revision = missing.get(plan.id)
        if (revision !== undefined) kept.set(plan.id, { ...row, epoch: now, revision, people_changes })
      }
      return found
    },
  }
}

const toCommon = ({ row, members }: Awaited<ReturnType<typeof findListedPlans>>[number]): CommonFields => ({
  ...toCommonPlan(row, row.owner_name),
  members: [
    { id: row.owner_id, name: row.owner_name, avatar_url: avatarUrl(row.owner_avatar_key) },
    ...members.map(({ id, name, avatar_key }) => ({ id, name, avatar_url: avatarUrl(avatar_key) })),
  ],
  member_count: 1 + (members[0]?.joined ?? 0),
  next_due: row.next_due,
})
