import { authApi } from '@cairn/contract/api/auth'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../lib/api.ts'
import { getSession, prolongSession, saveSession } from '../lib/session.ts'
import { profileQuery } from './profile.ts'

/** The built-in demo account. */
const DEMO = { email: 'demo@example.com', password: 'Demo123456!' } as const

/** What this server offers: the demo account, AI, mail. It does not change while the app is open. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => call(authApi.config, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Signs in; the session is stored before anybody hears of the success. */
export function useLogin() {
  return useMutation({
    mutationFn: async (input: { email: string; password: string; remember: boolean }) => {
      const { session } = await call(authApi.login, { body: input })
      saveSession(session)
    },
  })
}

export function useDemoLogin() {
  return useMutation({
    mutationFn: async () => {
      const { session } = await call(authApi.login, { body: { ...DEMO, remember: false } })
      saveSession(session)
    },
  })
}

/** The second step of a sign-in: the challenge of the first, and a code. */
export function useTwoFactor() {
  return useMutation({
    mutationFn: async (input: { challenge: string; code: string }) => {
      const { session } = await call(authApi.twoFactor, { body: input })
      saveSession(session)
    },
  })
}

export interface Registration {
  email: string
  password: string
  name: string
  organization: string
  invitation: string | null
}

/** Makes an account and signs in. */
export function useRegister() {
  return useMutation({
    mutationFn: async (input: Registration) => {
      const { session } = await call(authApi.register, { body: input })
      saveSession(session)
    },
  })
}

/** Asks the server whether a session that seems to have run out still holds. A 401 forgets it. */
export const sessionCheckQuery = (token: string) =>
  queryOptions({
    queryKey: ['session', token],
    queryFn: async ({ client }) => {
      const { id } = await client.fetchQuery({ ...profileQuery, staleTime: 0 })
      prolongSession()
      return id
    },
    retry: false,
  })

/** Has the link for a new password mailed; the answer is the same for every address. */
export const useForgotPassword = () =>
  useMutation({ mutationFn: (email: string) => call(authApi.forgotPassword, { body: { email } }) })

/** Has the link that verifies an address mailed again. */
export const useResendVerification = () =>
  useMutation({ mutationFn: (email: string) => call(authApi.resendVerification, { body: { email } }) })

/** Sets a new password with the secret of a mailed link. All sessions of the account end with it. */
export function useResetPassword() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: { token: string; password: string }) => call(authApi.resetPassword, { body }),
    // If this browser was signed in with one of them, the 401 that answers this forgets it before /login opens.
    onSuccess: () => getSession() && cache.prefetchQuery({ ...profileQuery, staleTime: 0 }),
  })
}

/** Uses up the link that verifies an address. A query, because arriving at the page asks it, once however often that is drawn. */
export const verificationQuery = (token: string) =>
  queryOptions({
    queryKey: ['verification', token],
    // Not ended with the page that asked: the link would be used up, and nobody told.
    queryFn: async ({ client }) => {
      const reply = await call(authApi.verifyEmail, { body: { token } })
      void client.invalidateQueries({ queryKey: profileQuery.queryKey })
      return reply
    },
    retry: false,
    retryOnMount: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Whether the server has refused a mailed link: used, too old, or never given out. */
export const isInvalidLink = (error: unknown): boolean => error instanceof ApiError && error.code === 'invalid_token'

/** Whether the first step of the sign-in has to be repeated: the second took too long, or too many tries. */
export const isChallengeOver = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'invalid_challenge'

/** The challenge of a sign-in that needs a second step, else null. */
export function challengeOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'two_factor_required') return null
  const challenge = (error.details as { challenge?: unknown } | undefined)?.challenge
  return typeof challenge === 'string' ? challenge : null
}
