import type { Person } from '@cairn/contract/api/common'
import { notFound } from '../base/errors.ts'
import type { UserRow } from '../db/schema.ts'
import type { Ctx } from './ctx.ts'
import { findPerson } from './person.repo.ts'

/** On the API's own origin; null without an avatar. */
export const avatarUrl = (key: string | null): string | null => (key === null ? null : `/api/avatars/${key}`)

/** A user as others see them. */
export const toPerson = ({
  id,
  name,
  email,
  avatar_key,
}: Pick<UserRow, 'id' | 'name' | 'email' | 'avatar_key'>): Person => ({
  id,
  name,
  email,
  avatar_url: avatarUrl(avatar_key),
})

/** 404 `user_not_found` for an unknown id. */
export async function requirePerson(ctx: Ctx, userId: string): Promise<Person> {
  const user = await findPerson(ctx.db, userId)
  if (!user) throw notFound('User')
  return toPerson(user)
}
