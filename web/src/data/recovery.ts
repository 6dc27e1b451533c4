// What is proved by a mailed link: a forgotten password, an address.
import { authApi } from '@cairn/contract/api/auth'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../lib/api.ts'
import { getSession } from '../lib/session.ts'
import { profileQuery } from './profile.ts'

/** Has the link for a new password mailed; the answer is the same for every address. */
export const useForgotPassword = () =>
  useMutation({ mutationFn: (email: string) => call(authApi.forgotPassword, { body: { email } }) })

/** Has the link that verifies an address mailed again. */
export const useResendVerification = () =>
  useMutation({ mutationFn: (email: string) => call(authApi.resendVerification, { body: { email } }) })

/** Whether a reset link still works, asked before anything is typed. */
export const resetLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['reset-link', token],
    queryFn: async ({ signal }) => {
      await call(authApi.checkReset, { body: { token }, signal })
      return true
    },
    retry: false,
    // A link that worked a minute ago may have been used since.
    gcTime: 0,
  })

/** Sets a new password with the secret of a mailed link. All sessions of the account end with it. */
export function useResetPassword() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: { token: string; password: string }) => call(authApi.resetPassword, { body }),
    // If this browser was signed in with one of them, the 401 that answers this forgets it before /login opens.
    onSuccess: () => getSession() && cache.prefetchQuery({ ...profileQuery, staleTime: 0 }),
  })
}

/**
 * Uses up the link that verifies an address, as whoever is signed in; a link of another account is refused and stays. A query, because
 * arriving at the page asks it, once however often that is drawn.
 */
export const verificationQuery = (token: string) =>
  queryOptions({
    queryKey: ['verification', token],
    // Not ended with the page that asked: the link would be used up, and nobody told.
    queryFn: async ({ client }) => {
      const reply = await call(authApi.verifyEmail, { body: { token, require_proof: true } })
      void client.invalidateQueries({ queryKey: profileQuery.queryKey })
      return reply
    },
    retry: false,
    retryOnMount: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Verifies with the password of the account; without it (null) everything that was set up before ends. */
export function useVerifyEmail(token: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (password: string | null) => call(authApi.verifyEmail, { body: { token, password } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: profileQuery.queryKey }),
  })
}

/** The address of a link that needs the password of its account, else null. */
export function proofAskedFor(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'proof_required') return null
  const email = (error.details as { email?: unknown } | undefined)?.email
  return typeof email === 'string' ? email : null
}

/** Whether the link has verified its address before. */
export const isVerifiedBefore = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'already_verified'

/** Whether the server has refused a mailed link: used, too old, or never given out. */
export const isInvalidLink = (error: unknown): boolean => error instanceof ApiError && error.code === 'invalid_token'
