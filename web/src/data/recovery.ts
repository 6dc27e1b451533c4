// Password reset and email verification, with emailed links.
import { authApi } from '@cairn/contract/api/auth'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../lib/api.ts'
import { getSession } from '../lib/session.ts'
import { profileQuery } from './profile.ts'

/** Requests a password reset link. The response is the same for every email address. */
export const useForgotPassword = () =>
  useMutation({ mutationFn: (email: string) => call(authApi.forgotPassword, { body: { email } }) })

/** Requests a new verification link. */
export const useResendVerification = () =>
  useMutation({ mutationFn: (email: string) => call(authApi.resendVerification, { body: { email } }) })

/** Whether a reset link is still valid, checked before the user types. */
export const resetLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['reset-link', token],
    queryFn: async ({ signal }) => {
      await call(authApi.checkReset, { body: { token }, signal })
      return true
    },
    retry: false,
    // Not cached, because the link may have been used since.
    gcTime: 0,
  })

/** Sets a new password with an emailed token. Ends all sessions of the account. */
export function useResetPassword() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: { token: string; password: string }) => call(authApi.resetPassword, { body }),
    // If this browser had one of those sessions, the 401 clears it before /login opens.
    onSuccess: () => getSession() && cache.prefetchQuery({ ...profileQuery, staleTime: 0 }),
  })
}

/**
 * Redeems a verification link as the signed-in user. A link of another account is rejected and stays valid.
 * A query, so that the page sends it once on arrival, however often it renders.
 */
export const verificationQuery = (token: string) =>
  queryOptions({
    queryKey: ['verification', token],
    // Not aborted with the page: the link would be used without showing the result.
    queryFn: async ({ client }) => {
      const reply = await call(authApi.verifyEmail, { body: { token, require_proof: true } })
      void client.invalidateQueries({ queryKey: profileQuery.queryKey })
      return reply
    },
    retry: false,
    retryOnMount: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Verifies with the account's password. Without it (null), existing sessions, tokens and password become invalid. */
export function useVerifyEmail(token: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (password: string | null) => call(authApi.verifyEmail, { body: { token, password } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: profileQuery.queryKey }),
  })
}

/** The email of a link that requires its account's password, otherwise null. */
export function proofAskedFor(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'proof_required') return null
  const email = (error.details as { email?: unknown } | undefined)?.email
  return typeof email === 'string' ? email : null
}

/** Whether the link was already used to verify its email, or to change it. */
export const isVerifiedBefore = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'already_verified'

/** Whether the server rejected the link as used, expired or unknown. */
export const isInvalidLink = (error: unknown): boolean => error instanceof ApiError && error.code === 'invalid_token'
