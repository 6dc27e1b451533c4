// Reads of a context pack: each is bounded, and long texts are cut by the database.
import type { CollaboratorRole } from '@cairn/contract/api/collaborators'
import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isOneOf, nodeBeside } from '../../db/dialect.ts'
import { runNamed } from '../../db/prepared.ts'
import type { ArtifactRow, Db, EdgeRow, LogRow, NodeRow, Tables, Tx } from '../../db/schema.ts'

const beginning = (column: string, characters: number): RawBuilder<string | null> =>
  sql`substr(${sql.ref(column)}, 1, cast(${characters} as integer))`

export interface PathNode
  extends Pick<
    NodeRow,
    | 'id'
    | 'parent_id'
    | 'title'
    | 'node_type'
    | 'status'
    | 'due_date'
    | 'order_index'
    | 'version'
    | 'artifact_count'
    | 'description'
    | 'acceptance_criteria'
    | 'context'
    | 'agent_instructions'
    | 'instructions_by'
  > {
  /** 0 is the node itself, 1 its parent. */
  depth: number
  /** The role of the author of the instructions today; null for the owner and people without access. */
  author_role: CollaboratorRole | null
}

/** Of ancestors higher up only the titles and instructions are read: SQLite loads a whole text to cut it. */
export const TEXTS_ABOVE = 10

/** The node and its ancestors, from the node up, with the beginnings of their texts; empty if it is not in the plan. */
export async function listPath(
  db: Db | Tx,
  planId: string,
  nodeId: string,
  characters: { own: number; above: number; instructions: number },
): Promise<PathNode[]> {
  const { own, above, instructions } = characters
  const path = sql<PathNode>`
    with recursive path(id, parent_id, depth) as (
      select id, parent_id, 0 from (
        select id, parent_id, deleted_at from nodes where plan_id = ${planId} and id = ${nodeId} limit 1
      ) as node where deleted_at is null
      union all
      select nodes.id, nodes.parent_id, path.depth + 1
        from ${nodeBeside(db, planId, { beside: 'path', id: 'path.parent_id' })}
    )
    select nodes.id, nodes.parent_id, nodes.title, nodes.node_type, nodes.status, nodes.due_date, nodes.order_index,
      nodes.version, nodes.artifact_count, nodes.instructions_by, path.depth, collaborators.role as author_role,
      case when path.depth = 0 then ${beginning('nodes.description', own)}
        when path.depth <= ${TEXTS_ABOVE} then ${beginning('nodes.description', above)} end as description,
      case when path.depth = 0 then ${beginning('nodes.acceptance_criteria', own)} end as acceptance_criteria,
      case when path.depth = 0 then ${beginning('nodes.context', own)}
        when path.depth <= ${TEXTS_ABOVE} then ${beginning('nodes.context', above)} end as context,
      case when path.depth = 0 then ${beginning('nodes.agent_instructions', own)}
        else ${beginning('nodes.agent_instructions', instructions)} end as agent_instructions
    from ${nodeBeside(db, planId, { beside: 'path', id: 'path.id' })}
      left join collaborators
        on collaborators.plan_id = nodes.plan_id and collaborators.user_id = nodes.instructions_by
    order by path.depth`
  return runNamed(db, path.compile(db))
}

export interface LinkedNode extends Pick<NodeRow, 'id' | 'title' | 'node_type' | 'status'> {
  kind: EdgeRow['kind']
  /** The node of the path that it is linked to. */
  linked_id: string
}

/** At most this many links are read, the oldest first, before unfinished nodes are put first. */
const LINKS_READ = 2_000

/** Nodes that an edge leads to from these nodes, or from which one leads to them, unfinished ones first. */
export async function listLinked(
  db: Db | Tx,
  planId: string,
  nodeIds: readonly string[],
  { from, kinds, limit }: { from: 'source' | 'target'; kinds: readonly EdgeRow['kind'][]; limit: number },
): Promise<LinkedNode[]> {
  const [here, there] =
    from === 'source' ? (['source_id', 'target_id'] as const) : (['target_id', 'source_id'] as const)
  const links = db
    .selectFrom((eb) =>
      eb
        .selectFrom('edges')
        .select(['id', 'kind', `${here} as here`, `${there} as there`])
        .where('plan_id', '=', planId)
        .where(isOneOf(db, sql.ref(here), nodeIds))
        .where('kind', 'in', kinds)
        .orderBy('id')
        .limit(LINKS_READ)
        .as('link'),
    )
    .innerJoin('nodes', (join) => join.on('nodes.plan_id', '=', planId).onRef('nodes.id', '=', 'link.there'))
    .select(['nodes.id', 'nodes.title', 'nodes.node_type', 'nodes.status', 'link.kind', 'link.here as linked_id'])
    .where('nodes.deleted_at', 'is', null)
    .orderBy(sql`case when nodes.status = 'completed' then 1 else 0 end`)
    .orderBy('link.id')
    .limit(limit)
  return runNamed(db, links.compile())
}

export interface PackLog
  extends Pick<LogRow, 'id' | 'node_id' | 'parent_id' | 'user_id' | 'via' | 'log_type' | 'created_at'> {
  content: string
  tags: string
  name: string
  author_role: CollaboratorRole | null
}

/** The newest entries that a condition selects. Their ids are sorted before any text is read. */
function selectLogs(
  db: Db | Tx,
  planId: string,
  which: (logs: ExpressionBuilder<Tables, 'logs'>) => Expression<SqlBool>,
  { limit, characters }: { limit: number; characters: number },
): Promise<PackLog[]> {
  const logs = db
    .selectFrom((eb) =>
      eb
        .selectFrom('logs')
        .select(['node_id', 'id'])
        .where('plan_id', '=', planId)
        .where('deleted_at', 'is', null)
        .where(which)
        .orderBy('id', 'desc')
        .limit(limit)
        .as('newest'),
    )
    .innerJoin('logs', (join) =>
      join
        .on('logs.plan_id', '=', planId)
        .onRef('logs.node_id', '=', 'newest.node_id')
        .onRef('logs.id', '=', 'newest.id'),
    )
    .innerJoin('users', 'users.id', 'logs.user_id')
    .leftJoin('collaborators', (join) =>
      join.onRef('collaborators.plan_id', '=', 'logs.plan_id').onRef('collaborators.user_id', '=', 'logs.user_id'),
    )
    .select([
      'logs.id',
      'logs.node_id',
      'logs.parent_id',
      'logs.user_id',
      'logs.via',
      'logs.log_type',
      'logs.created_at',
      'logs.tags',
      'users.name',
      'collaborators.role as author_role',
      sql<string>`${beginning('logs.content', characters)}`.as('content'),
    ])
    .orderBy('logs.id', 'desc')
  return runNamed(db, logs.compile())
}

/** Entries outside the trash, newest first. Decisions have their own list. */
export const listRecentLogs = (
  db: Db | Tx,
  planId: string,
  nodeId: string,
  page: { limit: number; characters: number },
): Promise<PackLog[]> =>
  selectLogs(
    db,
    planId,
    (logs) => logs.and([logs('node_id', '=', nodeId), logs('log_type', '<>', sql.lit(DECISION))]),
    page,
  )

const DECISION = 'decision' satisfies LogRow['log_type']

/** The decisions of these nodes, newest first. */
export const listDecisions = (
  db: Db | Tx,
  planId: string,
  nodeIds: readonly string[],
  page: { limit: number; characters: number },
): Promise<PackLog[]> =>
  selectLogs(
    db,
    planId,
    (logs) =>
      logs.and([
        isOneOf(db, sql.ref('node_id'), nodeIds),
        // A literal, because a bound value prevents use of the index of decisions.
        logs('log_type', '=', sql.lit(DECISION)),
      ]),
    page,
  )

/** The names of the people whom these entries mention, by id. */
export async function listMentionedNames(
  db: Db | Tx,
  planId: string,
  logs: readonly Pick<PackLog, 'id' | 'node_id'>[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('log_mentions')
    .innerJoin('users', 'users.id', 'log_mentions.user_id')
    .select(['users.id', 'users.name'])
    .distinct()
    .where('log_mentions.plan_id', '=', planId)
    .where(isOneOf(db, sql.ref('log_mentions.node_id'), [...new Set(logs.map(({ node_id }) => node_id))]))
    .where(
      isOneOf(
        db,
        sql.ref('log_mentions.log_id'),
        logs.map(({ id }) => id),
      ),
    )
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export type Sibling = Pick<NodeRow, 'id' | 'title' | 'node_type' | 'status'>

const childrenOf = (db: Db | Tx, planId: string, parentId: string | null) => {
  const query = db.selectFrom('nodes').where('plan_id', '=', planId).where('deleted_at', 'is', null)
  return parentId === null ? query.where('parent_id', 'is', null) : query.where('parent_id', '=', parentId)
}

/** The siblings nearest to a node, in their order. */
export function listNearestSiblings(
  db: Db | Tx,
  planId: string,
  { id, parent_id, order_index }: Pick<NodeRow, 'id' | 'parent_id' | 'order_index'>,
  each: number,
): Promise<Sibling[]> {
  const siblings = childrenOf(db, planId, parent_id)
    .select(['id', 'title', 'node_type', 'status'])
    .where('order_index', '>=', order_index - each)
    .where('order_index', '<=', order_index + each)
    .where('id', '<>', id)
    .orderBy('order_index')
  return runNamed(db, siblings.compile())
}

/** Children are numbered from 0 without gaps, so the last one says how many there are. */
export async function countChildren(db: Db | Tx, planId: string, parentId: string | null): Promise<number> {
  const children = childrenOf(db, planId, parentId).select('order_index').orderBy('order_index', 'desc').limit(1)
  const [last] = await runNamed(db, children.compile())
  return last ? last.order_index + 1 : 0
}

export type PackFile = Pick<ArtifactRow, 'id' | 'name' | 'content_type' | 'size' | 'url'>

/** Files and links of a node, newest first. */
export function listFiles(db: Db | Tx, planId: string, nodeId: string, limit: number): Promise<PackFile[]> {
  const files = db
    .selectFrom('artifacts')
    .select(['id', 'name', 'content_type', 'size', 'url'])
    .where('plan_id', '=', planId)
    .where('node_id', '=', nodeId)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
  return runNamed(db, files.compile())
}
