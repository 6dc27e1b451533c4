import { FILLING, FOR_GOOD } from '../../core/trash.ts'
import type { Db, FavoriteRow, PlanRow, Tx } from '../../db/schema.ts'

export async function insertPlan(tx: Tx, plan: PlanRow): Promise<void> {
  await tx.insertInto('plans').values(plan).execute()
}

export async function updatePlan(tx: Tx, planId: string, patch: Partial<PlanRow>): Promise<void> {
  await tx.updateTable('plans').set(patch).where('id', '=', planId).execute()
}

export async function insertFavorite(tx: Tx, mark: FavoriteRow): Promise<void> {
  await tx
    .insertInto('favorites')
    .values(mark)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteFavorite(tx: Tx, { plan_id, user_id }: FavoriteRow): Promise<void> {
  await tx.deleteFrom('favorites').where('plan_id', '=', plan_id).where('user_id', '=', user_id).execute()
}

export async function deleteFavoritesOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('favorites').where('user_id', '=', userId).execute()
}

export async function findUserName(db: Db | Tx, userId: string): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst()
  return row?.name
}

/** Shows a plan that was being filled and was created after `since`. False if there is none. */
export async function showFilled(tx: Tx, planId: string, since: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plans')
    .set({ deleted_at: null })
    .where('id', '=', planId)
    .where('deleted_at', '=', FILLING)
    .where('created_at', '>', since)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Has a plan that is still being filled purged. */
export async function deleteFilling(tx: Tx, planId: string): Promise<void> {
  await tx
    .updateTable('plans')
    .set({ deleted_at: FOR_GOOD })
    .where('id', '=', planId)
    .where('deleted_at', '=', FILLING)
    .execute()
}

/** Every plan the person owns or shares, also in the trash, in the order in which all account deletions lock them. */
export async function listPlansOfPerson(db: Db | Tx, userId: string) {
  return db
    .selectFrom('plans')
    .leftJoin('collaborators', (join) =>
      join.onRef('collaborators.plan_id', '=', 'plans.id').on('collaborators.user_id', '=', userId),
    )
    .select(['plans.id', 'plans.deleted_at'])
    .where((eb) => eb.or([eb('plans.owner_id', '=', userId), eb('collaborators.user_id', '=', userId)]))
    .where((eb) => eb.or([eb('plans.deleted_at', 'is', null), eb('plans.deleted_at', '>', FOR_GOOD)]))
    .orderBy('plans.id')
    .execute()
}

export async function deletePlanForGood(tx: Tx, planId: string): Promise<void> {
  await tx.updateTable('plans').set({ deleted_at: FOR_GOOD }).where('id', '=', planId).execute()
}

/** Never back to an earlier time. */
export async function updateSharesSeen(tx: Tx, userId: string, until: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ shares_seen_at: until })
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('shares_seen_at', 'is', null), eb('shares_seen_at', '<', until)]))
    .execute()
}
