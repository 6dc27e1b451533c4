// What decides which nodes can be started, without their texts.
import type { NodeStatus, NodeType } from '@cairn/contract/api/nodes'
import { type RawBuilder, sql } from 'kysely'
import { isInList, isPostgres, listOf } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, Tx } from '../../db/schema.ts'

export interface RankedRow {
  id: string
  parent_id: string | null
  order_index: number
  node_type: NodeType
  status: NodeStatus
  due_date: string | null
  title: string
  version: number
}

const NAMES = ['id', 'parent_id', 'order_index', 'node_type', 'status', 'due_date', 'title', 'version'] as const
const COLUMNS = sql.join(NAMES.map((name) => sql.ref(name)))

const listPlan = prepared<{ plan_id: string }>()((db, p) =>
  db.selectFrom('nodes').select(NAMES).where('plan_id', '=', p('plan_id')).where('deleted_at', 'is', null),
)

/** Every undeleted node of a plan, unordered. */
export const listRankedRows = (db: Db | Tx, planId: string): Promise<RankedRow[]> => listPlan(db, { plan_id: planId })

interface Some {
  plan_id: string
  ids: unknown
}

const listSome = prepared<Some>()((db, p) =>
  db
    .selectFrom('nodes')
    .select(NAMES)
    .where('plan_id', '=', p('plan_id'))
    .where(isInList(db, sql.ref('id'), p('ids')))
    .where('deleted_at', 'is', null),
)

/** Those of the nodes that are not deleted. */
export const listSomeRanked = (db: Db | Tx, planId: string, ids: readonly string[]): Promise<RankedRow[]> =>
  listSome(db, { plan_id: planId, ids: listOf(db, ids) })

/** The given nodes, and those that `condition` joins to the ones `found`, one level after the other. */
const spread = (db: Db, { plan_id, ids }: Some, condition: RawBuilder<unknown>) => {
  const first = sql`select ${COLUMNS} from nodes
    where plan_id = ${plan_id} and ${isInList(db, sql.ref('id'), ids)} and deleted_at is null`
  const next = sql`nodes.plan_id = ${plan_id} and ${condition} and nodes.deleted_at is null`
  const columns = sql.join(NAMES.map((name) => sql.ref(`nodes.${name}`)))
  // Both databases would otherwise scan every node of the plan for each level.
  const from = isPostgres(db)
    ? sql`found cross join lateral (select ${columns} from nodes where ${next} offset 0) as nodes`
    : sql`found cross join nodes on ${next}`
  return sql<RankedRow>`(with recursive found(${COLUMNS}) as (${first} union select ${columns} from ${from})
    select ${COLUMNS} from found)`.as('ranked')
}

const listPaths = prepared<Some>()((db, p) =>
  db.selectFrom(spread(db, { plan_id: p('plan_id'), ids: p('ids') }, sql`nodes.id = found.parent_id`)).selectAll(),
)

/** These nodes and all their ancestors, unordered; deleted ones are left out. */
export const listRankedPaths = (db: Db | Tx, planId: string, ids: readonly string[]): Promise<RankedRow[]> =>
  listPaths(db, { plan_id: planId, ids: listOf(db, ids) })

const listBranches = prepared<Some>()((db, p) =>
  db.selectFrom(spread(db, { plan_id: p('plan_id'), ids: p('ids') }, sql`nodes.parent_id = found.id`)).selectAll(),
)

/** These nodes and everything below them, unordered; deleted ones are left out. */
export const listRankedBranches = (db: Db | Tx, planId: string, ids: readonly string[]): Promise<RankedRow[]> =>
  listBranches(db, { plan_id: planId, ids: listOf(db, ids) })
