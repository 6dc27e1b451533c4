import type { PlanStatus, plansApi } from '@cairn/contract/api/plans'
import { queryTokens } from '@cairn/contract/rules/searchText'
import { z } from 'zod'
import type { Ctx } from '../../core/ctx.ts'
import { pageOf, readCursor, writeCursor } from '../../core/cursors.ts'
import { listState, readListStates } from '../../core/plan-lists.repo.ts'
import { listPlanPage, type PlanFilter, type PlanPlace, sumListedPlans } from './plans.list.repo.ts'
import type { OwnFields, PlanRow, PlanRows } from './plans.list.rows.ts'

export interface ListedRow extends PlanRow {
  own: OwnFields
}
interface PlanPage {
  rows: ListedRow[]
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

const toOwn = ({ role, favorite, shared_at, deleted_at }: PlanPlace, seen_at: string | null): OwnFields => ({
  role,
  is_favorite: favorite === 1,
  shared_at,
  is_new: (shared_at ?? '') > (seen_at ?? ''),
  deleted_at,
})

/** The rows as a JSON array of the contract's listed plans. */
export const rowsToJson = (rows: readonly ListedRow[]): string =>
  `[${rows.map(({ json, own }) => `${json.slice(0, -1)},${JSON.stringify(own).slice(1)}`).join()}]`

/** A page of the caller's plans with the counts for the filters. A search of only punctuation finds nothing. */
export async function listPlans(
  ctx: Ctx,
  planRows: PlanRows,
  query: z.output<typeof plansApi.list.query>,
): Promise<PlanPage> {
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
  const isFiltered = query.trash || query.role !== undefined || query.updated_since !== undefined || typed !== ''
  let state = hasState && isFiltered ? ((await readListStates(ctx.db, [ctx.actor.id])).get(ctx.actor.id) ?? null) : null
  const findsNothing = typed !== '' && tokens.length === 0
  const sums = findsNothing ? [] : await sumListedPlans(ctx.db, filter)
  const by_status = { all: 0, draft: 0, active: 0, completed: 0, archived: 0 }
  let revisions = 0
  let latest: string | null = null
  for (const sum of sums) {
    by_status[sum.status] = sum.plans
    by_status.all += sum.plans
    revisions += sum.revisions
    if (latest === null || sum.latest > latest) latest = sum.latest
  }
  if (hasState && !isFiltered) state = listState(by_status.all, revisions, latest)
  const total = by_status[status ?? 'all']
  const page = after?.page ?? query.page
  const offset = after ? 0 : (page - 1) * limit
  const places =
    offset < total
      ? await listPlanPage(ctx.db, filter, { sort, favorites_first, status, limit: limit + 1, offset, after })
      : []
  const { seen_at = null, people_changes = 0 } = sums[0] ?? {}
  const { shown, next } = pageOf(places, limit, ({ key, plan_id, favorite }) =>
    writeCursor(list, { key, id: plan_id, mark: favorites_first ? favorite : 0, page: page + 1 }),
  )
  const rows = await planRows.find(ctx, shown, people_changes)
  return {
    rows: shown.flatMap((place) => {
      const row = rows.get(place.plan_id)
      return row ? [{ ...row, own: toOwn(place, seen_at) }] : []
    }),
    total,
    by_status,
    state,
    page,
    pages: Math.ceil(total / limit),
    next,
  }
}
