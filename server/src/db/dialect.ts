// Where the two databases differ, in one place.
import { type ExpressionBuilder, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Db, Tables, Tx } from './schema.ts'

export const isPostgres = (db: Db | Tx): boolean => db.getExecutor().adapter instanceof PostgresAdapter

type Searched = 'plans' | 'nodes' | 'logs' | 'artifacts'

/** Rows whose `search_text` has, for every token, a word that begins with it. Tokens are letters and digits only. */
export function matchesTokens(db: Db | Tx, table: Searched, tokens: string[]): RawBuilder<boolean> {
  if (isPostgres(db)) {
    const query = tokens.map((token) => `'${token}':*`).join(' & ')
    return sql<boolean>`${sql.ref(`${table}.search`)} @@ to_tsquery('simple', ${query})`
  }
  const query = tokens.map((token) => `"${token}"*`).join(' ')
  const index = sql.table(`${table}_search`)
  return sql<boolean>`${sql.ref(`${table}.rowid`)} in (select rowid from ${index} where ${index} match ${query})`
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
