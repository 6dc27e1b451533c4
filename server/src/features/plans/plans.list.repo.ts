// The list of a person's plans: filtered, sorted and paged by the database.
import { LISTED_MEMBERS, type PlanSort, type PlanStatus } from '@cairn/contract/api/plans'
import type { PlanRole } from '@cairn/contract/rules/permissions'
import { type CompiledQuery, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { PLAN_COLUMNS } from '../../core/plan-access.repo.ts'
import { FOR_GOOD } from '../../core/trash.ts'
import { isInList, isPostgres, listOf } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, Tables, Tx } from '../../db/schema.ts'

export interface PlanFilter {
  user_id: string
  /** The only plan to list, for callers that are limited to it. */
  only: string | null
  /** The person's own plans in the trash, instead of all accessible ones. */
  trash: boolean
  role?: PlanRole
  updated_since?: string
  /** All parts of words that title or description must contain. */
  tokens: readonly string[]
}
export type SortKey = string | number
export interface PlanPage {
  sort: PlanSort
  favorites_first: boolean
  status?: PlanStatus
  limit: number
  offset: number
  /** Where the page before ended. */
  after?: { key: SortKey; id: string; mark: number }
}

/** The shape of a query, which is compiled once, without the values it binds. */
type Filters = Pick<PlanFilter, 'trash' | 'tokens'> & {
  role: 'owner' | 'shared' | null
  updated_since: boolean
  only: boolean
}
interface Values {
  user_id: string
  only: string
  role: string
  updated_since: string
  status: string
  key: SortKey
  id: string
  mark: number
  limit: number
  offset: number
}
type Plans = SelectQueryBuilder<Tables, 'plans', Record<never, never>>
type Bind = <K extends keyof Values>(name: K) => Values[K]

const TITLE_KEY_MAX = 200

/** The search text begins with the words of the title, without accents and in lower case. */
const titleKey = sql<SortKey>`substr(plans.search_text, 1, ${sql.lit(TITLE_KEY_MAX)})`

/** The same as `planProgress`. */
const progressKey = sql<SortKey>`case when plans.node_count = 0 then 0
  else (200 * plans.completed_count + plans.node_count) / (2 * plans.node_count) end`

const sharedKey = (p: Bind) => sql<SortKey>`coalesce((select collaborators.created_at from collaborators
  where collaborators.plan_id = plans.id and collaborators.user_id = ${p('user_id')}), '')`

const sorts: Record<PlanSort, { key: (p: Bind) => RawBuilder<SortKey>; direction: 'asc' | 'desc' }> = {
  updated: { key: () => sql`plans.updated_at`, direction: 'desc' },
  created: { key: () => sql`plans.created_at`, direction: 'desc' },
  title: { key: () => titleKey, direction: 'asc' },
  progress: { key: () => progressKey, direction: 'desc' },
  shared: { key: sharedKey, direction: 'desc' },
}

/** 1 for a favorite of the person. */
const favorite = (p: Bind) => sql<number>`case when exists (select 1 from favorites
  where favorites.plan_id = plans.id and favorites.user_id = ${p('user_id')}) then 1 else 0 end`

/** The plans in the list, with the person's role in each and when it was shared; `narrow` filters them. */
function listed<O>(
  db: Db,
  p: Bind,
  { trash, role, updated_since, tokens, only }: Filters,
  narrow: (plans: Plans) => SelectQueryBuilder<Tables, 'plans', O>,
) {
  const find = sql.raw(isPostgres(db) ? 'strpos' : 'instr')
  let plans: Plans = db.selectFrom('plans').where('plans.deleted_at', trash ? '>' : 'is', trash ? FOR_GOOD : null)
  if (only) plans = plans.where('plans.id', '=', p('only'))
  if (updated_since) plans = plans.where('plans.updated_at', '>=', p('updated_since'))
  for (const token of tokens) plans = plans.where(sql<boolean>`${find}(plans.search_text, ${token}) > 0`)
  const owned = narrow(plans.where('plans.owner_id', '=', p('user_id'))).select([
    sql<PlanRole>`'owner'`.as('role'),
    sql<string | null>`null`.as('shared_at'),
  ])
  const mine = sql<boolean>`collaborators.user_id = ${p('user_id')}`
  const shared = narrow(
    plans.innerJoin('collaborators', 'collaborators.plan_id', 'plans.id').where(mine) as unknown as Plans,
  )
    .$if(role === 'shared', (query) => query.where(sql<boolean>`collaborators.role = ${p('role')}`))
    .select([
      sql<PlanRole>`collaborators.role`.as('role'),
      sql<string | null>`collaborators.created_at`.as('shared_at'),
    ])
  if (role === 'shared') return shared
  return trash || role === 'owner' ? owned : owned.unionAll(shared)
}

/** Until when the person has marked shared plans as seen. */
const seenAt = (p: Bind) => sql<string | null>`(select shares_seen_at from users where id = ${p('user_id')})`
const peopleChanges = sql<number>`(select people_changes from installation)`

const sumsQuery = (db: Db, p: Bind, filters: Filters) =>
  db
    .selectFrom(
      listed(db, p, filters, (plans) => plans.select(['plans.status', 'plans.revision', 'plans.updated_at'])).as(
        'listed',
      ),
    )
    .select((eb) => [
      'listed.status',
      eb.fn.countAll<number>().as('plans'),
      eb.fn.sum<number>('listed.revision').as('revisions'),
      eb.fn.max('listed.updated_at').as('latest'),
      seenAt(p).as('seen_at'),
      peopleChanges.as('people_changes'),
    ])
    .groupBy('listed.status')

function pageQuery(
  db: Db,
  p: Bind,
  filters: Filters & { sort: PlanSort; marks: boolean; status: boolean; after: boolean },
) {
  const { key: keyOf, direction } = sorts[filters.sort]
  const key = keyOf(p)
  const further = sql.raw(direction === 'asc' ? '>' : '<')
  const mark = filters.marks ? favorite(p) : sql<number>`0`
  const ids = listed(db, p, filters, (plans) => {
    let chosen = plans
    if (filters.status) chosen = chosen.where(sql<boolean>`plans.status = ${p('status')}`)
    if (filters.after)
      chosen = chosen.where(
        sql<boolean>`(${mark} < ${p('mark')} or (${mark} = ${p('mark')} and
          (${key} ${further} ${p('key')} or (${key} = ${p('key')} and plans.id ${further} ${p('id')}))))`,
      )
    return chosen.select([
      'plans.id as plan_id',
      'plans.revision',
      'plans.deleted_at',
      key.as('key'),
      favorite(p).as('favorite'),
    ])
  })
  return ids
    .$if(filters.marks, (query) => query.orderBy('favorite', 'desc'))
    .orderBy('key', direction)
    .orderBy('plan_id', direction)
    .limit(p('limit'))
    .offset(p('offset'))
}

/** Compiles a query once per shape. The search words are part of the shape, so a search is compiled each time. */
function preparedByShape<S extends Filters, R>(
  build: (db: Db, p: Bind, shape: S) => { compile(): CompiledQuery<R>; execute(): Promise<R[]> },
) {
  const known = new Map<string, (db: Db | Tx, values: Values) => Promise<R[]>>()
  return (db: Db | Tx, shape: S, values: Values): Promise<R[]> => {
    if (shape.tokens.length > 0) return build(db, (name) => values[name], shape).execute()
    const name = JSON.stringify(shape)
    const query = known.get(name) ?? prepared<Values>()((on, p) => build(on, p, shape))
    known.set(name, query)
    return query(db, values)
  }
}
const sums = preparedByShape(sumsQuery)
const page = preparedByShape(pageQuery)

const shapeOf = ({ trash, role, updated_since, tokens, only }: PlanFilter): Filters => ({
  only: only !== null,
  trash,
  role: role === undefined || role === 'owner' ? (role ?? null) : 'shared',
  updated_since: updated_since !== undefined,
  tokens,
})
const valuesOf = ({ user_id, only, role = 'owner', updated_since = '' }: PlanFilter, of?: PlanPage): Values => ({
  user_id,
  only: only ?? '',
  role,
  updated_since,
  status: of?.status ?? '',
  key: of?.after?.key ?? '',
  id: of?.after?.id ?? '',
  mark: of?.after?.mark ?? 0,
  limit: of?.limit ?? 0,
  offset: of?.offset ?? 0,
})

/** For each status of the filtered plans: their number, the sum of their revisions and the latest change. */
export const sumListedPlans = (db: Db | Tx, filter: PlanFilter) => sums(db, shapeOf(filter), valuesOf(filter))

/** The plans of one page, in order: what is the person's own in each row, and the revision that the rest belongs to. */
export const listPlanPage = (db: Db | Tx, filter: PlanFilter, of: PlanPage) =>
  page(
    db,
    {
      ...shapeOf(filter),
      sort: of.sort,
      marks: of.favorites_first,
      status: of.status !== undefined,
      after: of.after !== undefined,
    },
    valuesOf(filter, of),
  )
export type PlanPlace = Awaited<ReturnType<typeof listPlanPage>>[number]

/** What everyone who sees these plans sees in their rows. */
export async function findListedPlans(db: Db | Tx, planIds: readonly string[]) {
  const ids = listOf(db, planIds)
  const [rows, members] = await Promise.all([findWhole(db, { ids }), findFirstMembers(db, { ids })])
  const membersOf = new Map<string, typeof members>()
  for (const member of members) {
    const others = membersOf.get(member.plan_id)
    if (others) others.push(member)
    else membersOf.set(member.plan_id, [member])
  }
  return rows.map((row) => ({ row, members: membersOf.get(row.id) ?? [] }))
}

/** An index orders these dates, so each plan costs one look-up. */
const nextDue = sql<string | null>`(select min(nodes.open_due) from nodes where nodes.plan_id = plans.id
  and nodes.open_due is not null and nodes.deleted_at is null)`

const findWhole = prepared<{ ids: unknown }>()((db, p) =>
  db
    .selectFrom('plans')
    .innerJoin('users', 'users.id', 'plans.owner_id')
    .select([
      ...PLAN_COLUMNS,
      'users.name as owner_name',
      'users.avatar_key as owner_avatar_key',
      nextDue.as('next_due'),
    ])
    .where(isInList(db, sql`plans.id`, p('ids'))),
)

/** The first members of each plan, with the number of all members. */
const findFirstMembers = prepared<{ ids: unknown }>()((db, p) =>
  db
    .selectFrom(
      db
        .selectFrom('collaborators')
        .select([
          'collaborators.plan_id',
          'collaborators.user_id',
          sql<number>`row_number() over (partition by plan_id order by id)`.as('place'),
          sql<number>`count(*) over (partition by plan_id)`.as('joined'),
        ])
        .where(isInList(db, sql`collaborators.plan_id`, p('ids')))
        .as('member'),
    )
    .innerJoin('users', 'users.id', 'member.user_id')
    .select(['member.plan_id', 'member.joined', 'users.id', 'users.name', 'users.avatar_key'])
    .where('member.place', '<', sql.lit(LISTED_MEMBERS))
    .orderBy('member.plan_id')
    .orderBy('member.place'),
)
