import { type Profile, usersApi } from '@cairn/contract/api/users'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '../lib/api.ts'

/** The profile of the signed-in user. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => requireProfile(await call(usersApi.profile, { signal })),
})

/** A proxy may respond with its own page and a success status. */
export function requireProfile(reply: Profile | undefined): Profile {
  if (typeof reply?.id === 'string' && typeof reply.email === 'string') return reply
  throw new ApiError(200, 'invalid_reply', 'Invalid response from server')
}

/** Whether the response did not come from the server. */
export const isInvalidReply = (error: unknown): boolean => error instanceof ApiError && error.code === 'invalid_reply'
