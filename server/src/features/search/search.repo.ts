import { type RawBuilder, sql } from 'kysely'
import { rest } from '../../base/turns.ts'
import { isCommon, isOneOf, isPostgres, type Searched, searchIn, type Words } from '../../db/dialect.ts'
import type { Db, LogRow, Tx } from '../../db/schema.ts'
import { type Reader, visiblePlans } from '../../db/visible-plans.ts'

/** Only the beginning of a long text is searched for a passage. */
const TEXT_MAX = sql.lit(2_000)

/** SQLite's index is limited to this many plans at once, so that it reads no words of plans that no one asked for. */
const PLANS_AT_ONCE = 200

export interface Found {
  id: string
  title: string
  plan_id: string
  node_id: string | null
  created_at: string
  /** The words that find the row. */
  search_text: string
  /** The texts for the passage, the most specific first. */
  texts: (string | null)[]
}

interface Source {
  table: Searched
  /** `id, title, plan_id, node_id, created_at` and up to four texts. */
  columns: RawBuilder<unknown>
  /** Joins a row to its node, which must not be deleted. */
  node?: RawBuilder<unknown>
  living: RawBuilder<boolean>
  planId: RawBuilder<string>
}

const beginning = (column: string) => sql`substr(${sql.ref(column)}, 1, ${TEXT_MAX})`
const onNode = (table: 'logs' | 'artifacts') => ({
  node: sql`nodes on nodes.plan_id = ${sql.ref(`${table}.plan_id`)} and nodes.id = ${sql.ref(`${table}.node_id`)}`,
  planId: sql<string>`${sql.ref(`${table}.plan_id`)}`,
})

const SOURCES = {
  plans: {
    table: 'plans',
    columns: sql`plans.id, plans.title, plans.id as plan_id, null as node_id, plans.created_at,
      ${beginning('plans.description')} as text1, null as text2, null as text3, null as text4`,
    living: sql<boolean>`plans.deleted_at is null`,
    planId: sql<string>`plans.id`,
  },
  nodes: {
    table: 'nodes',
    columns: sql`nodes.id, nodes.title, nodes.plan_id, nodes.id as node_id, nodes.created_at,
      ${beginning('nodes.description')} as text1, ${beginning('nodes.acceptance_criteria')} as text2,
      ${beginning('nodes.context')} as text3, ${beginning('nodes.agent_instructions')} as text4`,
    living: sql<boolean>`nodes.deleted_at is null`,
    planId: sql<string>`nodes.plan_id`,
  },
  logs: {
    table: 'logs',
    columns: sql`logs.id, nodes.title, logs.plan_id, logs.node_id, logs.created_at,
      ${beginning('logs.content')} as text1, null as text2, null as text3, null as text4`,
    ...onNode('logs'),
    living: sql<boolean>`nodes.deleted_at is null and logs.deleted_at is null and logs.log_type <> ${sql.lit('comment' satisfies LogRow['log_type'])}`,
  },
  comments: {
    table: 'logs',
    columns: sql`logs.id, nodes.title, logs.plan_id, logs.node_id, logs.created_at,
      ${beginning('logs.content')} as text1, null as text2, null as text3, null as text4`,
    ...onNode('logs'),
    living: sql<boolean>`nodes.deleted_at is null and logs.deleted_at is null and logs.log_type = ${sql.lit('comment' satisfies LogRow['log_type'])}`,
  },
  artifacts: {
    table: 'artifacts',
    columns: sql`artifacts.id, artifacts.name as title, artifacts.plan_id, artifacts.node_id, artifacts.created_at,
      artifacts.url as text1, artifacts.content_type as text2, null as text3, null as text4`,
    ...onNode('artifacts'),
    living: sql<boolean>`nodes.deleted_at is null and artifacts.deleted_at is null`,
  },
} as const satisfies Record<string, Source>
export type SearchedType = keyof typeof SOURCES

interface Row extends Omit<Found, 'texts'> {
  text1: string | null
  text2: string | null
  text3: string | null
  text4: string | null
}

/** The ids of the plans that a person can see. */
export async function listVisiblePlanIds(db: Db | Tx, reader: Reader): Promise<string[]> {
  return (await visiblePlans(db, reader).execute()).map(({ id }) => id)
}

/** Whether more than `limit` rows, of all users, contain the words. Yields first: prefixes of common words take long. */
export async function areCommon(db: Db | Tx, type: SearchedType, words: Words, limit: number): Promise<boolean> {
  await rest()
  return isCommon(db, SOURCES[type].table, words, limit)
}

interface Wanted {
  words: Words
  plans: readonly string[]
  limit?: number
}

/**
 * Undeleted rows of a type that have the words, within the plans, newest first; all of them without a `limit`. Yields
 * before each statement.
 */
export async function findWords(db: Db | Tx, type: SearchedType, { words, plans, limit }: Wanted): Promise<Found[]> {
  if (limit === undefined || isPostgres(db) || plans.length <= PLANS_AT_ONCE) {
    await rest()
    return findWordsIn(db, type, { words, plans, ...(limit !== undefined && { limit }) })
  }
  const found: Found[] = []
  for (let from = 0; from < plans.length; from += PLANS_AT_ONCE) {
    await rest()
    found.push(...(await findWordsIn(db, type, { words, plans: plans.slice(from, from + PLANS_AT_ONCE), limit })))
  }
  // Ids are time-ordered.
  return found.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit)
}

async function findWordsIn(db: Db | Tx, type: SearchedType, { words, plans, limit }: Wanted): Promise<Found[]> {
  const source: Source = SOURCES[type]
  // Filtering few rows is faster than narrowing by the index.
  const narrowed = limit === undefined ? undefined : plans
  const { from, join, matches, newest } = searchIn(db, source.table, words, narrowed)
  const { rows } = await sql<Row>`
    select ${source.columns}, ${sql.ref(`${source.table}.search_text`)} from ${from} ${source.node ? sql`${join} ${source.node}` : sql``}
    where ${matches} and ${source.living} and ${isOneOf(db, source.planId, plans)} order by ${newest}
    ${limit === undefined ? sql`` : sql`limit ${limit}`}`.execute(db)
  return rows.map(({ text1, text2, text3, text4, ...row }) => ({ ...row, texts: [text1, text2, text3, text4] }))
}

/** The names of the people whom the entries mention, by entry and by id. */
export async function listMentionNames(
  db: Db | Tx,
  logs: readonly Pick<Found, 'plan_id' | 'node_id' | 'id'>[],
): Promise<Map<string, Map<string, string>>> {
  const isIn = (column: string, values: readonly (string | null)[]) =>
    isOneOf(db, sql.ref(`log_mentions.${column}`), [...new Set(values.flatMap((value) => value ?? []))])
  const rows = await db
    .selectFrom('log_mentions')
    .innerJoin('users', 'users.id', 'log_mentions.user_id')
    .select(['log_mentions.log_id', 'users.id', 'users.name'])
    .where(
      isIn(
        'plan_id',
        logs.map(({ plan_id }) => plan_id),
      ),
    )
    .where(
      isIn(
        'node_id',
        logs.map(({ node_id }) => node_id),
      ),
    )
    .where(
      isIn(
        'log_id',
        logs.map(({ id }) => id),
      ),
    )
    .execute()
  const found = new Map<string, Map<string, string>>()
  for (const { log_id, id, name } of rows) found.set(log_id, (found.get(log_id) ?? new Map()).set(id, name))
  return found
}
