// Where the two databases differ, in one place.
import { type ExpressionBuilder, PostgresAdapter, sql } from 'kysely'
import type { Db, Tables, Tx } from './schema.ts'

export const isPostgres = (db: Db | Tx): boolean => db.getExecutor().adapter instanceof PostgresAdapter

export type Searched = 'plans' | 'nodes' | 'logs' | 'artifacts'

/** For every token a word that begins with it: all of `all`, but not all of `butNot` together. Tokens are letters and digits only. */
export interface WordQuery {
  all: readonly string[]
  butNot?: readonly string[]
}

/**
 * The parts of a search in one table: `from` and `matches` give the rows whose `search_text` has the words, and ordered by `newest`
 * they come newest first. On SQLite the index leads, so that a search stops when it has found enough; `join` keeps it in the lead.
 */
export function searchIn(db: Db | Tx, table: Searched, { all, butNot = [] }: WordQuery) {
  const [rows, index] = [sql.table(table), sql.table(`${table}_search`)]
  if (isPostgres(db)) {
    const and = (tokens: readonly string[]) => tokens.map((token) => `'${token}':*`).join(' & ')
    const query = butNot.length > 0 ? `${and(all)} & !(${and(butNot)})` : and(all)
    return {
      from: sql`${rows}`,
      join: sql`join`,
      matches: sql<boolean>`${sql.ref(`${table}.search`)} @@ ${query}::tsquery`,
      newest: sql`${sql.ref(`${table}.id`)} desc`,
    }
  }
  const and = (tokens: readonly string[]) => tokens.map((token) => `"${token}"*`).join(' AND ')
  const query = butNot.length > 0 ? `(${and(all)}) NOT (${and(butNot)})` : and(all)
  return {
    from: sql`${index} cross join ${rows} on ${sql.ref(`${table}.rowid`)} = ${sql.ref(`${table}_search.rowid`)}`,
    join: sql`cross join`,
    matches: sql<boolean>`${index} match ${query}`,
    newest: sql`${sql.ref(`${table}_search.rowid`)} desc`,
  }
}

/** The ids of a node's assignees, first assignment first, joined by commas; null when there are none. */
export const assigneeIds = (eb: ExpressionBuilder<Tables, 'nodes'>) =>
  eb
    .selectFrom((of) =>
      of
        .selectFrom('assignments')
        .select('assignments.user_id')
        .whereRef('assignments.node_id', '=', 'nodes.id')
        .orderBy('assignments.id')
        .as('assigned'),
    )
    .select(sql<string | null>`string_agg(assigned.user_id, ',')`.as('ids'))
