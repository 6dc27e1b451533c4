import type { Mention } from '@cairn/contract/api/logs'
import { sql } from 'kysely'
import { addTo } from '../../base/lists.ts'
import { isOneOf } from '../../db/dialect.ts'
import type { Db, LogMentionRow, Tx } from '../../db/schema.ts'

type OfLog = Omit<LogMentionRow, 'user_id'>

/** The people with these ids who own or share the plan. */
export async function listMembersAmong(
  db: Db | Tx,
  plan: { id: string; owner_id: string },
  ids: readonly string[],
): Promise<Mention[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name'])
    .where(isOneOf(db, sql.ref('id'), ids))
    .where((eb) =>
      eb.or([
        eb('id', '=', plan.owner_id),
        eb.exists(
          eb
            .selectFrom('collaborators')
            .select('collaborators.id')
            .where('collaborators.plan_id', '=', plan.id)
            .whereRef('collaborators.user_id', '=', 'users.id'),
        ),
      ]),
    )
    .execute()
}

export async function insertMentions(tx: Tx, log: OfLog, people: readonly Mention[]): Promise<void> {
  await tx
    .insertInto('log_mentions')
    .values(people.map(({ id }) => ({ ...log, user_id: id })))
    .execute()
}

export async function deleteMentions(tx: Tx, { plan_id, node_id, log_id }: OfLog): Promise<void> {
  await tx
    .deleteFrom('log_mentions')
    .where('plan_id', '=', plan_id)
    .where('node_id', '=', node_id)
    .where('log_id', '=', log_id)
    .execute()
}

/** The people mentioned in entries of a node, by entry. */
export async function listMentions(
  db: Db | Tx,
  planId: string,
  nodeId: string,
  logIds: readonly string[],
): Promise<Map<string, Mention[]>> {
  const rows = await db
    .selectFrom('log_mentions')
    .innerJoin('users', 'users.id', 'log_mentions.user_id')
    .select(['log_mentions.log_id', 'users.id', 'users.name'])
    .where('log_mentions.plan_id', '=', planId)
    .where('log_mentions.node_id', '=', nodeId)
    .where(isOneOf(db, sql.ref('log_mentions.log_id'), logIds))
    .execute()
  const found = new Map<string, Mention[]>()
  for (const { log_id, ...person } of rows) addTo(found, log_id, person)
  return found
}
