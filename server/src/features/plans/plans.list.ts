import type { ListedPlan, PlanStatus, plansApi } from '@cairn/contract/api/plans'
import { queryTokens } from '@cairn/contract/rules/searchText'
import { z } from 'zod'
import type { Ctx } from '../../core/ctx.ts'
import { readCursor, writeCursor } from '../../core/cursors.ts'
import { avatarUrl } from '../../core/person.ts'
import { readListStates } from '../../core/plan-lists.repo.ts'
import { countListedPlans, listPlanPage, type PlanFilter } from './plans.list.repo.ts'
import { toPlan } from './plans.queries.ts'

interface PlanPage {
  plans: ListedPlan[]
  total: number
  by_status: Record<PlanStatus | 'all', number>
  /** The state of the person's list of plans before it was read; null after the first page. */
  state: string | null
  page: number
  pages: number
  next: string | null
}

const Position = z.strictObject({
  key: z.union([z.string(), z.number()]),
  id: z.string(),
  mark: z.int(),
  page: z.int().min(2),
})

const toListed = ({ row, role, members }: Awaited<ReturnType<typeof listPlanPage>>[number]): ListedPlan => ({
  ...toPlan(row, role, row.owner_name),
  is_favorite: row.marked_id !== null,
  members: [
    { id: row.owner_id, name: row.owner_name, avatar_url: avatarUrl(row.owner_avatar_key) },
    ...members.map(({ id, name, avatar_key }) => ({ id, name, avatar_url: avatarUrl(avatar_key) })),
  ],
  member_count: 1 + (members[0]?.joined ?? 0),
  next_due: row.next_due,
  shared_at: role === 'owner' ? null : row.shared_at,
  is_new: role !== 'owner' && (row.shared_at ?? '') > (row.seen_at ?? ''),
  deleted_at: row.deleted_at,
})

/** A page of the caller's plans with the counts for the filters. A search of only punctuation finds nothing. */
export async function listPlans(ctx: Ctx, query: z.output<typeof plansApi.list.query>): Promise<PlanPage> {
  const { sort, status, limit } = query
  const { favorites_first } = query
  const list = favorites_first ? `plans ${sort} by favorite` : `plans ${sort}`
  const after = readCursor(list, Position, query.cursor)
  const typed = (query.q ?? query.query ?? '').trim()
  const tokens = queryTokens(typed)
  const filter: PlanFilter = {
    user_id: ctx.actor.id,
    only: ctx.actor.plan_limit,
    trash: query.trash,
    role: query.role,
    updated_since: query.updated_since,
    tokens,
  }
  // It counts all plans of the person.
  const hasState = !after && ctx.actor.plan_limit === null
  const state = !hasState ? undefined : (await readListStates(ctx.db, [ctx.actor.id])).get(ctx.actor.id)
  const findsNothing = typed !== '' && tokens.length === 0
  const by_status = { all: 0, draft: 0, active: 0, completed: 0, archived: 0 }
  if (!findsNothing)
    for (const { status, count } of await countListedPlans(ctx.db, filter)) {
      by_status[status] = count
      by_status.all += count
    }
  const total = by_status[status ?? 'all']
  const page = after?.page ?? query.page
  const offset = after ? 0 : (page - 1) * limit
  // One extra row shows whether there is a next page.
  const rows =
    offset < total
      ? await listPlanPage(ctx.db, filter, { sort, favorites_first, status, limit: limit + 1, offset, after })
      : []
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const goesOn = rows.length > limit && last
  return {
    plans: shown.map(toListed),
    total,
    by_status,
    state: state ?? null,
    page,
    pages: Math.ceil(total / limit),
    next: goesOn ? writeCursor(list, { key: last.key, id: last.row.id, mark: last.mark, page: page + 1 }) : null,
  }
}
