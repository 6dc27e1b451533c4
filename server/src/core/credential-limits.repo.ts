import { sql } from 'kysely'
import { isInList, listOf } from '../db/dialect.ts'
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

interface Use {
  id: string
  changes: number
  nodes: number
  now: string
  /** An hour that began by then is over. */
  expired: string
}

const addTo = (table: LimitedTable) =>
  prepared<Use>()((db, p) => {
    const isOver = sql<boolean>`used_since is null or used_since <= ${p('expired')}`
    return db
      .updateTable(table)
      .set({
        used_since: sql<string>`case when ${isOver} then ${p('now')} else used_since end`,
        used_changes: sql<number>`case when ${isOver} then 0 else used_changes end + ${p('changes')}`,
        used_nodes: sql<number>`case when ${isOver} then 0 else used_nodes end + ${p('nodes')}`,
      })
      .where('id', '=', p('id'))
      .returning(['used_since', 'used_changes', 'used_nodes', 'changes_per_hour', 'nodes_per_hour'])
  })
const ADD_TO = { api_tokens: addTo('api_tokens'), oauth_grants: addTo('oauth_grants') }

/**
 * Adds to what the credential has used in its hour, which begins again if it is over. Returns the sums with the current
 * limits; undefined if it was revoked. Others that count for it wait until the transaction ends.
 */
export async function addToUsed(tx: Tx, table: LimitedTable, use: Use) {
  const [row] = await ADD_TO[table](tx, use)
  return row
}

const findTitle = prepared<{ plan_id: string; id: string }>()((db, p) =>
  db
    .selectFrom('nodes')
    .select('title')
    .where('plan_id', '=', p('plan_id'))
    .where('id', '=', p('id'))
    .where('deleted_at', 'is', null),
)

/** The title of a node that is not deleted. */
export async function findBranchTitle(db: Db | Tx, plan_id: string, id: string): Promise<string | undefined> {
  const [row] = await findTitle(db, { plan_id, id })
  return row?.title
}

const listInside = prepared<{ plan_id: string; top: string; ids: unknown }>()((db, p) =>
  db
    .withRecursive('above(id, at, parent_id)', (of) =>
      of
        .selectFrom('nodes')
        .select(['nodes.id as id', 'nodes.id as at', 'nodes.parent_id as parent_id'])
        .where('nodes.plan_id', '=', p('plan_id'))
        .where(isInList(db, sql`nodes.id`, p('ids')))
        .union(
          of
            .selectFrom('above')
            .innerJoin('nodes', (join) =>
              join.onRef('nodes.id', '=', 'above.parent_id').on('nodes.plan_id', '=', p('plan_id')),
            )
            .select(['above.id as id', 'nodes.id as at', 'nodes.parent_id as parent_id'])
            .where('above.at', '!=', p('top')),
        ),
    )
    .selectFrom('above')
    .select('above.id')
    .where('above.at', '=', p('top')),
)

/** Those of the nodes that are in a branch: its top and the nodes below it, also deleted ones. */
export async function listInBranch(
  db: Db | Tx,
  plan_id: string,
  top: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await listInside(db, { plan_id, top, ids: listOf(db, ids) })
  return new Set(rows.map(({ id }) => id))
}
