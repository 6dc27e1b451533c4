import { authApi, type LoginReply } from '@cairn/contract/api/auth'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { ApiError, call } from '../lib/api.ts'
import { deviceFields, saveDeviceToken } from '../lib/device.ts'
import { prolongSession, saveSession } from '../lib/session.ts'

/** The built-in demo account. */
const DEMO = { email: 'demo@example.com', password: 'Demo123456!' } as const

/** What this server offers: the demo account, AI, mail. It does not change while the app is open. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => call(authApi.config, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

function keepSignIn({ session, device_token }: LoginReply): void {
  saveDeviceToken(device_token)
  saveSession(session)
}

/** Signs in; the session is stored before anybody hears of the success. */
export function useLogin() {
  return useMutation({
    mutationFn: async (input: { email: string; password: string; remember: boolean }) => {
      keepSignIn(await call(authApi.login, { body: { ...input, ...deviceFields() } }))
    },
  })
}

export function useDemoLogin() {
  return useMutation({
    mutationFn: async () => {
      keepSignIn(await call(authApi.login, { body: { ...DEMO, remember: false, ...deviceFields() } }))
    },
  })
}

/** The second step of a sign-in: the challenge of the first, and a code. */
export function useTwoFactor() {
  return useMutation({
    mutationFn: async (input: { challenge: string; code: string }) => {
      keepSignIn(await call(authApi.twoFactor, { body: { ...input, ...deviceFields() } }))
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

/** Makes an account and signs in; answers the plan of the invitation that was accepted with it, if there was one. */
export function useRegister() {
  return useMutation({
    mutationFn: async (input: Registration) => {
      const reply = await call(authApi.register, { body: { ...input, ...deviceFields() } })
      keepSignIn(reply)
      return reply.plan_id
    },
  })
}

/** Asks the server whether a session that seems to have run out still holds. A 401 forgets it. */
export const sessionCheckQuery = (token: string) =>
  queryOptions({
    queryKey: ['session', token],
    // Any call that needs a session would do; this one is part of the first screen's code already.
    queryFn: async ({ signal }) => {
      await call(authApi.sessions, { signal })
      prolongSession()
      return true
    },
    retry: false,
  })

/** Whether the first step of the sign-in has to be repeated: the second took too long, or too many tries. */
export const isChallengeOver = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'invalid_challenge'

/** The challenge of a sign-in that needs a second step, else null. */
export function challengeOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'two_factor_required') return null
  const challenge = (error.details as { challenge?: unknown } | undefined)?.challenge
  return typeof challenge === 'string' ? challenge : null
}
