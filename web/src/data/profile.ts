import { type Profile, usersApi } from '@cairn/contract/api/users'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../lib/api.ts'
import { updateSessionUser } from '../lib/session.ts'
import { upload } from '../lib/upload.ts'

/** Who is signed in, as the server knows this person. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => requireProfile(await call(usersApi.profile, { signal })),
})

/** Something in between may answer with a page of its own, and a success. */
function requireProfile(reply: Profile | undefined): Profile {
  if (typeof reply?.id === 'string' && typeof reply.email === 'string') return reply
  throw new ApiError(200, 'invalid_reply', 'Invalid response from server')
}

/** Whether something answered that is not the server's profile. */
export const isInvalidReply = (error: unknown): boolean => error instanceof ApiError && error.code === 'invalid_reply'

/** What changed is shown here at once, kept in the session, and read again wherever else this person is named. */
function patchProfile(cache: QueryClient, patch: Partial<Profile>) {
  cache.setQueryData(profileQuery.queryKey, (profile) => profile && { ...profile, ...patch })
  const { name, organization, avatar_url } = patch
  updateSessionUser({
    ...(name === undefined ? {} : { name }),
    ...(organization === undefined ? {} : { organization }),
    ...(avatar_url === undefined ? {} : { avatar_url }),
  })
  return cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'plan' || queryKey[0] === 'plans' })
}

export function useUpdateProfile() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (body: { name: string; organization: string }) =>
      requireProfile(await call(usersApi.updateProfile, { body })),
    onSuccess: (profile) => patchProfile(cache, profile),
  })
}

/** Sends a picture; `onProgress` hears how far it is, 0 to 1. */
export function useUploadAvatar() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ file, onProgress }: { file: File; onProgress: (share: number) => void }) => {
      const reply = await upload(usersApi.uploadAvatar, { field: 'avatar', file, onProgress })
      if (typeof reply?.avatar_url !== 'string') throw new ApiError(200, 'invalid_reply', 'Failed to update avatar')
      return reply
    },
    onSuccess: ({ avatar_url }) => patchProfile(cache, { avatar_url }),
  })
}

export function useRemoveAvatar() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(usersApi.removeAvatar),
    onSuccess: () => patchProfile(cache, { avatar_url: null }),
  })
}
