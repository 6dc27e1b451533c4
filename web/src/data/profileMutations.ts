// Separate from the query, which is part of every page's bundle.
import { type Profile, usersApi } from '@cairn/contract/api/users'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../lib/api.ts'
import { updateSessionUser } from '../lib/session.ts'
import { upload } from '../lib/upload.ts'
import { profileQuery, requireProfile } from './profile.ts'

/** Shows changes immediately, stores them in the session, and refetches other places that show the user. */
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
    mutationFn: async (body: { name?: string; organization?: string }) =>
      requireProfile(await call(usersApi.updateProfile, { body })),
    onSuccess: (profile) => patchProfile(cache, profile),
  })
}

/** Uploads an avatar; `onProgress` gets 0 to 1. */
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
