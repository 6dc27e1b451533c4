import { sql } from 'kysely'
import { isOneOf } from '../db/dialect.ts'
import { prepared } from '../db/prepared.ts'
import type { CredentialLimitColumns, Db, Tx } from '../db/schema.ts'

const LIMITS = [
  'plan_id',
  'branch_id',
  'changes_per_hour',
  'nodes_per_hour',
  'used_since',
  'used_changes',
  'used_nodes',
] as const

const noText = sql<string | null>`null`
const noNumber = sql<number | null>`null`

const findCredentials = prepared<{ id: string }>()((db, p) =>
  db
    .selectFrom('api_tokens')
    .select(LIMITS)
    .where('id', '=', p('id'))
    .unionAll(db.selectFrom('oauth_grants').select(LIMITS).where('id', '=', p('id')))
    .unionAll(
      db
        .selectFrom('sessions')
        .select([noText.as('plan_id'), noText.as('branch_id')])
        .select([noNumber.as('changes_per_hour'), noNumber.as('nodes_per_hour'), noText.as('used_since')])
        .select([sql<number>`0`.as('used_changes'), sql<number>`0`.as('used_nodes')])
        .where('id', '=', p('id')),
    ),
)

/** The current limits of the session, token or connected app that carries a call; undefined once it was revoked. */
export async function findCredential(db: Db | Tx, id: string): Promise<CredentialLimitColumns | undefined> {
  const [row] = await findCredentials(db, { id })
  return row
}

export type LimitedTable = 'api_tokens' | 'oauth_grants'

/**
 * Adds to what the credential has used in its hour, which begins again if it began before `expired`. Returns the sums
 * with the current limits; undefined if it was revoked. Others that count for it wait until the transaction ends.
 */
export async function addToUsed(
  tx: Tx,
  table: LimitedTable,
  { id, changes, nodes, now, expired }: { id: string; changes: number; nodes: number; now: string; expired: string },
) {
  const isOver = sql<boolean>`used_since is null or used_since <= ${expired}`
  return tx
    .updateTable(table)
    .set({
      used_since: sql<string>`case when ${isOver} then ${now} else used_since end`,
      used_changes: sql<number>`case when ${isOver} then 0 else used_changes end + ${changes}`,
      used_nodes: sql<number>`case when ${isOver} then 0 else used_nodes end + ${nodes}`,
    })
    .where('id', '=', id)
    .returning(['used_since', 'used_changes', 'used_nodes', 'changes_per_hour', 'nodes_per_hour'])
    .executeTakeFirst()
}

/** The title of a node that is not deleted. */
export async function findBranchTitle(db: Db | Tx, plan_id: string, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('nodes')
    .select('title')
    .where('plan_id', '=', plan_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.title
}

/** Those of the nodes that are in a branch: its top and the nodes below it, also deleted ones. */
export async function listInBranch(
  db: Db | Tx,
  plan_id: string,
  top: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with recursive above(id, at, parent_id) as (
      select nodes.id, nodes.id, nodes.parent_id from nodes
      where nodes.plan_id = ${plan_id} and ${isOneOf(db, sql`nodes.id`, ids)}
      union
      select above.id, nodes.id, nodes.parent_id from above
      join nodes on nodes.plan_id = ${plan_id} and nodes.id = above.parent_id
      where above.at <> ${top}
    )
    select id from above where at = ${top}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
