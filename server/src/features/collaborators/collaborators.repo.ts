import { sql } from 'kysely'
import { isOneOf } from '../../db/dialect.ts'
import type { CollaboratorRow, Db, InvitationRow, Tx } from '../../db/schema.ts'

const members = (db: Db | Tx, planId: string) =>
  db
    .selectFrom('collaborators')
    .innerJoin('users', 'users.id', 'collaborators.user_id')
    .select([
      'collaborators.id',
      'collaborators.user_id',
      'collaborators.role',
      'collaborators.version',
      'collaborators.created_at',
      'users.name',
      'users.email',
      'users.avatar_key',
    ])
    .where('collaborators.plan_id', '=', planId)
export type FoundMember = Awaited<ReturnType<typeof listMembers>>[number]

/** Everyone the plan is shared with, in the order they joined. */
export const listMembers = (db: Db | Tx, planId: string) => members(db, planId).orderBy('collaborators.id').execute()

export const findMember = (db: Db | Tx, planId: string, userId: string) =>
  members(db, planId).where('collaborators.user_id', '=', userId).executeTakeFirst()

export async function insertMember(tx: Tx, member: CollaboratorRow): Promise<void> {
  await tx.insertInto('collaborators').values(member).execute()
}

export async function updateMemberRole(
  tx: Tx,
  planId: string,
  userId: string,
  role: CollaboratorRow['role'],
): Promise<void> {
  await tx
    .updateTable('collaborators')
    .set((eb) => ({ role, version: eb('version', '+', 1) }))
    .where('plan_id', '=', planId)
    .where('user_id', '=', userId)
    .execute()
}

export async function deleteMember(tx: Tx, planId: string, userId: string): Promise<void> {
  await tx.deleteFrom('collaborators').where('plan_id', '=', planId).where('user_id', '=', userId).execute()
}

const invitations = (db: Db | Tx) =>
  db
    .selectFrom('invitations')
    .select(['id', 'plan_id', 'email', 'role', 'invited_by', 'version', 'created_at', 'expires_at'])
export type FoundInvitation = Awaited<ReturnType<typeof listInvitations>>[number]

/** The plan's pending invitations, oldest first. */
export const listInvitations = (db: Db | Tx, planId: string) =>
  invitations(db).where('plan_id', '=', planId).orderBy('id').execute()

export const findInvitation = (db: Db | Tx, planId: string, id: string) =>
  invitations(db).where('plan_id', '=', planId).where('id', '=', id).executeTakeFirst()

export const findInvitationOf = (db: Db | Tx, planId: string, email: string) =>
  invitations(db).where('plan_id', '=', planId).where('email', '=', email).executeTakeFirst()

/** Ordered by plan, so that two people who accept lock the plans in the same order. */
export const listInvitationsTo = (db: Db | Tx, email: string) =>
  invitations(db).where('email', '=', email).orderBy('plan_id').execute()

export const listInvitationsFrom = (db: Db | Tx, planId: string, userId: string) =>
  invitations(db).where('plan_id', '=', planId).where('invited_by', '=', userId).orderBy('id').execute()

/** With the fields that its link shows; undefined if it has expired or its plan is in the trash. */
export const findOpenedInvitation = (db: Db | Tx, id: string, now: string) =>
  db
    .selectFrom('invitations')
    .innerJoin('plans', 'plans.id', 'invitations.plan_id')
    .innerJoin('users', 'users.id', 'invitations.invited_by')
    .select(['invitations.id', 'invitations.plan_id', 'invitations.email', 'invitations.role'])
    .select(['plans.title as plan_title', 'users.name as inviter_name'])
    .where('invitations.id', '=', id)
    .where('invitations.expires_at', '>', now)
    .where('plans.deleted_at', 'is', null)
    .executeTakeFirst()

export async function updateInvitationEnd(tx: Tx, id: string, expires_at: string): Promise<void> {
  await tx.updateTable('invitations').set({ expires_at }).where('id', '=', id).execute()
}

/** False if it no longer exists: accepted or canceled. */
export async function updateInvitationId(
  tx: Tx,
  formerId: string,
  { id, expires_at, invited_by }: Pick<InvitationRow, 'id' | 'expires_at' | 'invited_by'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invitations')
    .set({ id, expires_at, invited_by })
    .where('id', '=', formerId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function insertInvitation(tx: Tx, invitation: InvitationRow): Promise<void> {
  await tx.insertInto('invitations').values(invitation).execute()
}

export async function updateInvitationRole(tx: Tx, id: string, role: InvitationRow['role']): Promise<void> {
  await tx
    .updateTable('invitations')
    .set((eb) => ({ role, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Returns the ids of those that existed. */
export async function deleteInvitations(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const deleted = await tx
    .deleteFrom('invitations')
    .where(isOneOf(tx, sql.ref('id'), ids))
    .returning('id')
    .execute()
  return deleted.map(({ id }) => id)
}

/** An account to share with, by id or by address. */
export const findAccount = (db: Db | Tx, by: { id: string } | { email: string }) => {
  const accounts = db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'avatar_key', 'email_verified_at'])
    .where('deleted_at', 'is', null)
  return ('id' in by ? accounts.where('id', '=', by.id) : accounts.where('email', '=', by.email)).executeTakeFirst()
}
export type FoundAccount = NonNullable<Awaited<ReturnType<typeof findAccount>>>
