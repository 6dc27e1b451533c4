import { usersApi } from '@cairn/contract/api/users'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../lib/api.ts'
import { updateSessionEmail } from '../lib/session.ts'
import { profileQuery } from './profile.ts'

/** Requests an email change. A link sent to the new address confirms it. */
export function useChangeEmail() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: { email: string; password: string }) => call(usersApi.changeEmail, { body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: profileQuery.queryKey }),
  })
}

export function useCancelEmailChange() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(usersApi.cancelEmailChange),
    onSuccess: () => cache.invalidateQueries({ queryKey: profileQuery.queryKey }),
  })
}

/**
 * Redeems the link that confirms a new email. A query, so that the page sends it once on arrival, however often it
 * renders.
 */
export const emailConfirmationQuery = (token: string) =>
  queryOptions({
    queryKey: ['email-confirmation', token],
    queryFn: async ({ client }) => {
      const profile = await call(usersApi.confirmEmail, { body: { token } })
      client.setQueryData(profileQuery.queryKey, profile)
      updateSessionEmail(profile.email)
      return profile
    },
    retry: false,
    retryOnMount: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Whether the link belongs to a different account than the signed-in one. */
export const isOtherAccount = (error: unknown): boolean => error instanceof ApiError && error.code === 'other_account'
