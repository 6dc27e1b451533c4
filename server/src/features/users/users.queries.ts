import type { Profile } from '@cairn/contract/api/users'
import type { Ctx } from '../../core/ctx.ts'
import { notFound } from '../../core/errors.ts'
import type { UserRow } from '../../db/schema.ts'
import { avatarUrl } from '../auth/auth.sessions.ts'
import { findProfile } from './users.repo.ts'

export async function getProfile(ctx: Ctx): Promise<Profile> {
  return toProfile(await requireProfile(ctx))
}

/** 404 `user_not_found` for an account that was deleted while the call was under way. */
export async function requireProfile(ctx: Ctx): Promise<UserRow> {
  const user = await findProfile(ctx.db, ctx.actor.id)
  if (!user) throw notFound('User')
  return user
}

export const toProfile = (user: UserRow): Profile => ({
  id: user.id,
  email: user.email,
  name: user.name,
  organization: user.organization,
  avatar_url: avatarUrl(user.avatar_key),
  email_verified: user.email_verified_at !== null,
  two_factor: user.totp_enabled_at !== null,
  is_demo: user.is_demo === 1,
  created_at: user.created_at,
  updated_at: user.updated_at,
})
