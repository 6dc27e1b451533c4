import type { Profile } from '@cairn/contract/api/users'
import type { WriteCtx } from '../../core/ctx.ts'
import { refuseDemo } from '../../core/demo-account.ts'
import type { AccountServices } from '../../core/services.ts'
import { requireProfile, showProfile } from './users.queries.ts'
import { updateProfileRow } from './users.repo.ts'

/** Changes the given fields; the new name applies everywhere. */
export async function updateProfile(
  ctx: WriteCtx,
  app: AccountServices,
  { name, organization }: { name?: string; organization?: string | null },
): Promise<Profile> {
  await refuseDemo(ctx)
  const user = await requireProfile(ctx)
  const wanted = {
    name: name ?? user.name,
    organization: organization === undefined ? user.organization : organization,
  }
  if (wanted.name === user.name && wanted.organization === user.organization) return showProfile(ctx, user)
  const patch = { ...wanted, updated_at: ctx.now }
  await updateProfileRow(ctx.db, user.id, patch)
  ctx.afterCommit(() => app.forget(user.id))
  return showProfile(ctx, { ...user, ...patch })
}
