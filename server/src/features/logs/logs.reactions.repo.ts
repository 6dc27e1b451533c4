import { EMOJI, type Reaction } from '@cairn/contract/api/logs'
import { sql } from 'kysely'
import { isOneOf } from '../../db/dialect.ts'
import type { Db, ReactionRow, Tx } from '../../db/schema.ts'

/** False if the person has already reacted with it. */
export async function insertReaction(tx: Tx, reaction: ReactionRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('reactions')
    .values(reaction)
    .onConflict((on) => on.columns(['plan_id', 'node_id', 'log_id', 'user_id', 'emoji']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** False if there is none. */
export async function deleteReaction(
  tx: Tx,
  { plan_id, node_id, log_id, user_id, emoji }: Omit<ReactionRow, 'created_at'>,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('reactions')
    .where('plan_id', '=', plan_id)
    .where('node_id', '=', node_id)
    .where('log_id', '=', log_id)
    .where('user_id', '=', user_id)
    .where('emoji', '=', emoji)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The reactions to entries of a node, by entry, in the order of the picker. */
export async function listReactions(
  db: Db | Tx,
  planId: string,
  nodeId: string,
  logIds: readonly string[],
): Promise<Map<string, Reaction[]>> {
  const rows = await db
    .selectFrom('reactions')
    .select(['log_id', 'emoji', 'user_id'])
    .where('plan_id', '=', planId)
    .where('node_id', '=', nodeId)
    .where(isOneOf(db, sql.ref('log_id'), logIds))
    .orderBy('created_at')
    .execute()
  const found = new Map<string, Reaction[]>()
  for (const { log_id, emoji, user_id } of rows) {
    const reactions = found.get(log_id) ?? []
    const same = reactions.find((reaction) => reaction.emoji === emoji)
    if (same) same.user_ids.push(user_id)
    else reactions.push({ emoji, user_ids: [user_id] })
    found.set(log_id, reactions)
  }
  for (const reactions of found.values()) reactions.sort((a, b) => EMOJI.indexOf(a.emoji) - EMOJI.indexOf(b.emoji))
  return found
}
