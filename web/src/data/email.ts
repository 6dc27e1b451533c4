import { usersApi } from '@cairn/contract/api/users'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../lib/api.ts'
import { updateSessionEmail } from '../lib/session.ts'
import { profileQuery } from './profile.ts'

/** Begins to change the email: a link to the new address confirms it. */
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

/** Uses up the link that confirms a new email. A query, because arriving at the page asks it, once however often that is drawn. */
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

/** Whether the link belongs to another account than the one that is signed in. */
export const isOtherAccount = (error: unknown): boolean => error instanceof ApiError && error.code === 'other_account'
