// Converts rows to collaborators of the API.
import type { Collaborator } from '@cairn/contract/api/collaborators'
import { toPerson } from '../../core/person.ts'
import type { FoundInvitation, FoundMember } from './collaborators.repo.ts'

export function toCollaborator({ user_id, name, email, avatar_key, ...row }: FoundMember): Collaborator {
  const { avatar_url } = toPerson({ id: user_id, name, email, avatar_key })
  return {
    ...row,
    user_id,
    name,
    email,
    avatar_url,
    status: 'active',
    expires_at: null,
    user: { id: user_id, name, email },
  }
}

/** `inviteUrl` is null for people who may not know it. */
export const toPending = (
  { id, email, role, version, created_at, expires_at }: Omit<FoundInvitation, 'plan_id'>,
  inviteUrl: string | null,
): Collaborator => ({
  id,
  user_id: null,
  name: email,
  email,
  avatar_url: null,
  role,
  status: 'pending',
  user: null,
  ...(inviteUrl !== null && { invite_url: inviteUrl }),
  version,
  expires_at,
  created_at,
})
