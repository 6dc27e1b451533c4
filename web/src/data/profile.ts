import { type Profile, usersApi } from '@cairn/contract/api/users'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '../lib/api.ts'

/** Who is signed in, as the server knows this person. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => requireProfile(await call(usersApi.profile, { signal })),
})

/** Something in between may answer with a page of its own, and a success. */
export function requireProfile(reply: Profile | undefined): Profile {
  if (typeof reply?.id === 'string' && typeof reply.email === 'string') return reply
  throw new ApiError(200, 'invalid_reply', 'Invalid response from server')
}

/** Whether something answered that is not the server's profile. */
export const isInvalidReply = (error: unknown): boolean => error instanceof ApiError && error.code === 'invalid_reply'
