import type { Profile } from '@cairn/contract/api/users'
import { notFound } from '../../base/errors.ts'
import type { Ctx } from '../../core/ctx.ts'
import { avatarUrl } from '../../core/person.ts'
import type { UserRow } from '../../db/schema.ts'
import { getSecurityState } from '../auth/accounts/accounts.queries.ts'
import { findProfile } from './users.repo.ts'

export async function getProfile(ctx: Ctx): Promise<Profile> {
  return showProfile(ctx, await requireProfile(ctx))
}

/** 404 `user_not_found` for an account that was deleted during the call. */
export async function requireProfile(ctx: Ctx): Promise<UserRow> {
  const user = await findProfile(ctx.db, ctx.actor.id)
  if (!user) throw notFound('User')
  return user
}

/** Converts the caller's own row for the API. */
export async function showProfile(ctx: Ctx, user: UserRow): Promise<Profile> {
  const { id, email, name, organization, avatar_key, created_at, updated_at } = user
  const security = await getSecurityState(ctx, user)
  return { id, email, name, organization, avatar_url: avatarUrl(avatar_key), ...security, created_at, updated_at }
}
