// Where the two databases differ, in one place.
import { type ExpressionBuilder, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import { slicesBy } from '../base/lists.ts'
import type { Db, Tables, Tx } from './schema.ts'

/** Some PostgreSQL hosts do not let customers query the cluster. */
const INSUFFICIENT_PRIVILEGE = '42501'

export const isPostgres = (db: Db | Tx): boolean => db.getExecutor().adapter instanceof PostgresAdapter

export type Searched = 'plans' | 'nodes' | 'logs' | 'artifacts'

/** The prefix of a token for everything in a plan on SQLite; from the private-use area, so no text contains it. */
const PLAN_MARK = '\uE001'
const planToken = (planId: string): string => `${PLAN_MARK}${planId.replaceAll('-', '')}`
/** The same made by SQLite. */
export const planTokenOf = (planId: RawBuilder<unknown>): RawBuilder<string> =>
  sql`${sql.lit(PLAN_MARK)} || replace(${planId}, '-', '')`

/** Search words: exact tokens or prefixes. Tokens are letters and digits only. */
export interface Words {
  tokens: readonly string[]
  whole: boolean
}

/** Where the index of a table's words is: rows of nodes change too often to carry it on PostgreSQL. */
const indexOf = (db: Db | Tx, table: Searched): string =>
  isPostgres(db) && table !== 'nodes' ? table : `${table}_search`

/** The rows of an index that have all words; on SQLite in `plans`, if given. */
function hasWords(
  db: Db | Tx,
  index: string,
  { tokens, whole }: Words,
  plans?: readonly string[],
): RawBuilder<boolean> {
  if (isPostgres(db)) {
    const query = tokens.map((token) => `'${token}'${whole ? '' : ':*'}`).join(' & ')
    return sql<boolean>`${sql.ref(`${index}.search`)} @@ ${query}::tsquery`
  }
  const words = tokens.map((token) => `"${token}"${whole ? '' : '*'}`).join(' AND ')
  const query = plans ? `${words} AND (${plans.map((id) => `"${planToken(id)}"`).join(' OR ')})` : words
  return sql<boolean>`${sql.table(index)} match ${query}`
}

/**
 * Parts of a search in one table: `from` and `matches` select the rows with all words, `newest` orders them. Where the
 * index knows the plans it is limited to `plans`; elsewhere, and without `plans`, the caller limits the rows.
 */
export function searchIn(db: Db | Tx, table: Searched, words: Words, plans?: readonly string[]) {
  const name = indexOf(db, table)
  const [rows, index] = [sql.table(table), sql.table(name)]
  const matches = hasWords(db, name, words, plans)
  if (!isPostgres(db))
    return {
      from: sql`${index} cross join ${rows} on ${sql.ref(`${table}.rowid`)} = ${sql.ref(`${name}.rowid`)}`,
      join: sql`cross join`,
      matches,
      newest: sql`${sql.ref(`${name}.rowid`)} desc`,
    }
  const newest = sql`${sql.ref(`${name}.id`)} desc`
  if (name === table) return { from: sql`${rows}`, join: sql`join`, matches, newest }
  const found = plans ? sql`${matches} and ${isOneOf(db, sql.ref('plan_id'), plans)}` : matches
  // Newest first, so that only as many rows are read as the caller wants, each by its whole key.
  const from = sql`(select plan_id, id from ${index} where ${found} order by id desc) as ${index}
    cross join lateral (select * from ${rows} where plan_id = ${index}.plan_id and id = ${index}.id offset 0) as ${rows}`
  return { from, join: sql`join`, matches: sql<boolean>`true`, newest }
}

/**
 * Whether more than `limit` rows of a table, of all plans, have the words. Stops at that many, and is cheap for rare
 * words.
 */
export async function isCommon(db: Db | Tx, table: Searched, words: Words, limit: number): Promise<boolean> {
  const index = indexOf(db, table)
  const found = sql`select 1 from ${sql.table(index)} where ${hasWords(db, index, words)}`
  // PostgreSQL reads only as much as requested, but plans as if it were everything: otherwise it might scan the whole
  // table.
  const { rows } = await (isPostgres(db)
    ? sql`with found as materialized (${found}) select 1 from found limit ${limit + 1}`.execute(db)
    : sql`${found} limit ${sql.lit(limit + 1)}`.execute(db))
  return rows.length > limit
}

/** Whether a column holds one of the values, however many there are. */
export const isOneOf = (db: Db | Tx, column: RawBuilder<string>, values: readonly string[]): RawBuilder<boolean> =>
  isInList(db, column, listOf(db, values))

/** Like `isOneOf`, for a prepared query: `list` is bound to the result of `listOf`. */
export const isInList = (db: Db | Tx, column: RawBuilder<string>, list: unknown): RawBuilder<boolean> =>
  isPostgres(db) ? sql`${column} = any(${list}::text[])` : sql`${column} in (select value from json_each(${list}))`
export const listOf = (db: Db | Tx, values: readonly string[]): unknown =>
  isPostgres(db) ? values : JSON.stringify(values)

/** The ids of a node's assignees, first assignment first, joined by commas; null when there are none. */
export const assigneeIds = (eb: ExpressionBuilder<Tables, 'nodes'>) =>
  eb
    .selectFrom((of) =>
      of
        .selectFrom('assignments')
        .select('assignments.user_id')
        .whereRef('assignments.plan_id', '=', 'nodes.plan_id')
        .whereRef('assignments.node_id', '=', 'nodes.id')
        .orderBy('assignments.id')
        .as('assigned'),
    )
    .select(sql<string | null>`string_agg(assigned.user_id, ',')`.as('ids'))

/**
 * The cluster and timeline of the database, as of now: a standby that takes over begins its own timeline. Null on
 * SQLite, and where PostgreSQL does not reveal it.
 */
export async function readTimeline(db: Db | Tx): Promise<string | null> {
  if (!isPostgres(db)) return null
  const known = sql<{
    name: string
  }>`select system_identifier || '-' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as name
    from pg_control_system() where not pg_is_in_recovery()`
  try {
    const { rows } = await known.execute(db)
    return rows[0]?.name ?? null
  } catch (error) {
    if ((error as { code?: unknown }).code === INSUFFICIENT_PRIVILEGE) return null
    throw error
  }
}

/**
 * Selects `(plan_id, id, place)` from a list of ids, numbered from 0 unless places are given. Join by both columns:
 * with the plan as a separate value, SQLite scans the whole list for each node of the plan.
 */
export function numbered(
  db: Db | Tx,
  planId: string,
  ids: readonly string[],
  places: readonly number[] = ids.map((_, place) => place),
): RawBuilder<unknown> {
  if (isPostgres(db))
    return sql`select ${planId}::text as plan_id, id, place from unnest(${ids}::text[], ${places}::int[]) as listed(id, place)`
  return pairs(planId, ids, places, 'place')
}

/** The same with the top of the subtree that each belongs to, as `(plan_id, id, top)`. */
export function withTops(
  db: Db | Tx,
  planId: string,
  ids: readonly string[],
  tops: readonly string[],
): RawBuilder<unknown> {
  if (isPostgres(db))
    return sql`select ${planId}::text as plan_id, id, top from unnest(${ids}::text[], ${tops}::text[]) as listed(id, top)`
  return pairs(planId, ids, tops, 'top')
}

function pairs(planId: string, ids: readonly string[], values: readonly unknown[], name: string): RawBuilder<unknown> {
  const rows = JSON.stringify(ids.map((id, i) => [id, values[i]]))
  return sql`select ${planId} as plan_id, value ->> 0 as id, value ->> 1 as ${sql.ref(name)} from json_each(${rows})`
}

/**
 * How many nodes one statement reads or changes if each has the longest texts. SQLite rewrites the whole row and blocks
 * everyone meanwhile; on PostgreSQL only the round trips count.
 */
export const sliceRows = (db: Db | Tx): number => (isPostgres(db) ? 2_000 : 20)

/** All rows of a query that reads the next rows after an id, by id; in statements that leave room for others between. */
export async function readInSlices<T extends { id: string }>(
  db: Db | Tx,
  readAfter: (slice: { after: string; limit: number }) => Promise<T[]>,
  { limit = sliceRows(db), between }: { limit?: number; between?: () => Promise<void> } = {},
): Promise<T[]> {
  const rows: T[] = []
  for (;;) {
    const slice = await readAfter({ after: rows.at(-1)?.id ?? '', limit })
    rows.push(...slice)
    if (slice.length < limit) return rows
    await between?.()
  }
}

/** A list in parts of that many. */
export const slicesOf = <T>(db: Db | Tx, list: readonly T[]): T[][] => slicesBy(list, sliceRows(db))

/**
 * The `from` clause that joins to each row of `beside` the node of a plan that its column `id` names, as `nodes`. It
 * makes both databases look up each node by its key. PostgreSQL knows nothing of a new plan before it is analyzed, and
 * would read it whole: by the index of parents, which the lateral part cannot use because that index lacks deleted nodes.
 */
export const nodeBeside = (
  db: Db | Tx,
  planId: string,
  { beside, id }: { beside: string; id: string },
): RawBuilder<unknown> =>
  isPostgres(db)
    ? sql`${sql.table(beside)} join lateral (select * from nodes
        where plan_id = ${planId} and id = ${sql.ref(id)} offset 0) as nodes on nodes.deleted_at is null`
    : sql`${sql.table(beside)} cross join nodes on nodes.plan_id = ${planId} and nodes.id = ${sql.ref(id)} and nodes.deleted_at is null`

/**
 * The `from` clause of a recursive query down a plan's tree: the children of the nodes in `below`, as `nodes`. It makes
 * both databases use the index; otherwise either scans every node of the plan for each parent.
 */
export const childrenOfBelow = (db: Db | Tx, planId: string): RawBuilder<unknown> =>
  isPostgres(db)
    ? sql`below cross join lateral (select plan_id, id from nodes
        where plan_id = ${planId} and parent_id = below.id and deleted_at is null offset 0) as nodes`
    : sql`below cross join nodes on nodes.plan_id = ${planId} and nodes.parent_id = below.id and nodes.deleted_at is null`
