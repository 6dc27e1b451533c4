import type { ClaimEnd } from '@cairn/contract/api/claims'
import { sql } from 'kysely'
import { isInList, isOneOf, listOf } from '../db/dialect.ts'
import { prepared } from '../db/prepared.ts'
import type { ClaimRow, Db, Tx } from '../db/schema.ts'

export type FoundClaim = ClaimRow & { user_name: string }

const claims = (db: Db | Tx, planId: string) =>
  db
    .selectFrom('claims')
    .innerJoin('users', 'users.id', 'claims.user_id')
    .selectAll('claims')
    .select('users.name as user_name')
    .where('claims.plan_id', '=', planId)

const listOfNode = prepared<{ plan_id: string; node_id: string; limit: number }>()((db, p) =>
  claims(db, p('plan_id')).where('claims.node_id', '=', p('node_id')).orderBy('claims.fence', 'desc').limit(p('limit')),
)

/** The latest claims of a node, latest first. */
export const listClaimsOfNode = (db: Db | Tx, planId: string, nodeId: string, limit: number): Promise<FoundClaim[]> =>
  listOfNode(db, { plan_id: planId, node_id: nodeId, limit })

const find = prepared<{ plan_id: string; id: string }>()((db, p) =>
  claims(db, p('plan_id')).where('claims.id', '=', p('id')),
)

export async function findClaim(db: Db | Tx, planId: string, claimId: string): Promise<FoundClaim | undefined> {
  const [claim] = await find(db, { plan_id: planId, id: claimId })
  return claim
}

/** Claims of undeleted nodes that have not ended, oldest first; those that have expired too. */
export const listOpenClaims = (db: Db | Tx, planId: string): Promise<FoundClaim[]> =>
  claims(db, planId)
    .innerJoin('nodes', (join) =>
      join.onRef('nodes.plan_id', '=', 'claims.plan_id').onRef('nodes.id', '=', 'claims.node_id'),
    )
    .where('claims.ended_at', 'is', null)
    .where('nodes.deleted_at', 'is', null)
    .orderBy('claims.created_at')
    .orderBy('claims.id')
    .execute()

/** A claim that has not ended, with what its end says. */
export type OpenClaim = Pick<
  ClaimRow,
  'id' | 'plan_id' | 'node_id' | 'user_id' | 'credential_id' | 'agent' | 'expires_at'
> & {
  node_title: string
}

/** Also of nodes in the trash, and those that have expired. */
const open = (db: Db | Tx) =>
  db
    .selectFrom('claims')
    .innerJoin('nodes', (join) =>
      join.onRef('nodes.plan_id', '=', 'claims.plan_id').onRef('nodes.id', '=', 'claims.node_id'),
    )
    .select(['claims.id', 'claims.plan_id', 'claims.node_id', 'claims.user_id', 'claims.credential_id', 'claims.agent'])
    .select(['claims.expires_at', 'nodes.title as node_title'])
    .where('claims.ended_at', 'is', null)

/** The claims of a plan that have not ended: of a person, or of nodes that were put in the trash with others. */
export async function listOpenClaimsIn(
  db: Db | Tx,
  planId: string,
  { user_id, deleted_with }: { user_id?: string; deleted_with?: readonly string[] } = {},
): Promise<OpenClaim[]> {
  let query = open(db).where('claims.plan_id', '=', planId)
  if (user_id !== undefined) query = query.where('claims.user_id', '=', user_id)
  if (deleted_with !== undefined) query = query.where(isOneOf(db, sql.ref('nodes.deleted_with'), deleted_with))
  return query.orderBy('claims.id').execute()
}

const listOpenAt = prepared<{ plan_id: string; ids: unknown }>()((db, p) =>
  open(db)
    .where('claims.plan_id', '=', p('plan_id'))
    .where(isInList(db, sql.ref('claims.node_id'), p('ids')))
    .orderBy('claims.id'),
)

/** The claims of these nodes that have not ended. */
export const listOpenClaimsAt = (db: Db | Tx, planId: string, nodeIds: readonly string[]): Promise<OpenClaim[]> =>
  listOpenAt(db, { plan_id: planId, ids: listOf(db, nodeIds) })

/** The claims of a person in all plans that have not ended, in the order of the plans. */
export const listOpenClaimsOf = (db: Db | Tx, userId: string): Promise<OpenClaim[]> =>
  open(db).where('claims.user_id', '=', userId).orderBy('claims.plan_id').orderBy('claims.id').execute()

type End = Pick<ClaimRow, 'ended_at' | 'outcome' | 'ended_by'>

const endRow = prepared<{ id: string } & End>()((db, p) =>
  db
    .updateTable('claims')
    .set({ ended_at: p('ended_at'), outcome: p('outcome'), ended_by: p('ended_by') })
    .where('id', '=', p('id'))
    .where('ended_at', 'is', null)
    .returning('id'),
)

/** Returns whether it had not ended. */
export const endClaimRow = async (tx: Tx, id: string, end: End): Promise<boolean> =>
  (await endRow(tx, { id, ...end })).length > 0

interface Relevant {
  plan_id: string
  user_id: string
  credential_id: string
}

/** What decides whether an agent may change nodes: claims that have not ended, and the agent's own, latest first. */
const relevant = (db: Db, p: <K extends keyof Relevant>(name: K) => Relevant[K]) =>
  db
    .selectFrom('claims')
    .innerJoin('users', 'users.id', 'claims.user_id')
    .innerJoin('nodes', (join) =>
      join.onRef('nodes.plan_id', '=', 'claims.plan_id').onRef('nodes.id', '=', 'claims.node_id'),
    )
    .selectAll('claims')
    .select(['users.name as user_name', 'nodes.deleted_with'])
    .where('claims.plan_id', '=', p('plan_id'))
    .where((eb) =>
      eb.or([
        eb('claims.ended_at', 'is', null),
        eb.and([eb('claims.user_id', '=', p('user_id')), eb('claims.credential_id', '=', p('credential_id'))]),
      ]),
    )
    .orderBy('claims.fence', 'desc')

const listAtNodes = prepared<Relevant & { ids: unknown }>()((db, p) =>
  relevant(db, p).where(isInList(db, sql.ref('claims.node_id'), p('ids'))),
)
const listInTrash = prepared<Relevant & { tops: unknown }>()((db, p) =>
  relevant(db, p).where(isInList(db, sql.ref('nodes.deleted_with'), p('tops'))),
)
export type RelevantClaim = Awaited<ReturnType<typeof listAtNodes>>[number]

/** Of these nodes. */
export const listRelevantClaims = (
  db: Db | Tx,
  agent: Relevant,
  nodeIds: readonly string[],
): Promise<RelevantClaim[]> => listAtNodes(db, { ...agent, ids: listOf(db, nodeIds) })

/** Of the nodes that are in the trash with these ones. */
export const listRelevantClaimsInTrash = (
  db: Db | Tx,
  agent: Relevant,
  tops: readonly string[],
): Promise<RelevantClaim[]> => listInTrash(db, { ...agent, tops: listOf(db, tops) })

/** A claim lasts longer from now on. Returns whether it had not ended or expired. */
export async function updateClaimEnd(
  tx: Tx,
  id: string,
  { now, until }: { now: string; until: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('claims')
    .set({ expires_at: until })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** How claims end without their holder ending them. Their tasks can be claimed again although they are in progress. */
export const ABANDONED = [
  'expired',
  'node_completed',
  'node_blocked',
  'node_deleted',
  'plan_deleted',
  'access_lost',
  'credential_ended',
  'account_deleted',
] as const satisfies ClaimEnd[]

/**
 * Abandoned claims: the latest one of a task in progress, which has expired or ended without its holder ending it, and
 * since which no one has set the task in progress. Of one node if it is given. An undo brings back only what was.
 */
const abandoned = (db: Db | Tx, planId: string, now: string, nodeId?: string) =>
  db
    .selectFrom('claims')
    .innerJoin('nodes', (join) =>
      join.onRef('nodes.plan_id', '=', 'claims.plan_id').onRef('nodes.id', '=', 'claims.node_id'),
    )
    .where('claims.plan_id', '=', planId)
    .$if(nodeId !== undefined, (query) => query.where('claims.node_id', '=', nodeId ?? ''))
    .where('nodes.status', '=', 'in_progress')
    .where('nodes.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('claims.outcome', 'in', ABANDONED),
        eb.and([eb('claims.ended_at', 'is', null), eb('claims.expires_at', '<=', now)]),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('claims as later')
            .select('later.id')
            .whereRef('later.plan_id', '=', 'claims.plan_id')
            .whereRef('later.node_id', '=', 'claims.node_id')
            .whereRef('later.fence', '>', 'claims.fence'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('events')
            .select('events.id')
            .whereRef('events.plan_id', '=', 'claims.plan_id')
            .whereRef('events.node_id', '=', 'claims.node_id')
            .where('events.kind', '=', 'node.status_changed')
            .where('events.undoes', 'is', null)
            .where('events.data', 'like', '%"after":{"status":"in_progress"%')
            // A claim is over when it expires, and its end is written up to a minute later.
            .where('events.created_at', '>', over),
        ),
      ),
    )

const over = sql<string>`case when claims.ended_at < claims.expires_at then claims.ended_at else claims.expires_at end`

/** The tasks of abandoned claims, or whether this node is one. */
export async function listAbandonedNodes(db: Db | Tx, planId: string, now: string, nodeId?: string): Promise<string[]> {
  const rows = await abandoned(db, planId, now, nodeId).select('claims.node_id').execute()
  return rows.map(({ node_id }) => node_id)
}

/** Oldest first. */
export const listAbandonedClaims = (db: Db, planId: string, now: string): Promise<FoundClaim[]> =>
  abandoned(db, planId, now)
    .innerJoin('users', 'users.id', 'claims.user_id')
    .selectAll('claims')
    .select('users.name as user_name')
    .orderBy('claims.created_at')
    .orderBy('claims.id')
    .execute()
