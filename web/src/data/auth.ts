import { authApi, type LoginReply } from '@cairn/contract/api/auth'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { ApiError, call } from '../lib/api.ts'
import { deviceFields, saveDeviceToken } from '../lib/device.ts'
import { prolongSession, saveSession } from '../lib/session.ts'

/** The built-in demo account. */
const DEMO = { email: 'demo@example.com', password: 'Demo123456!' } as const

/** What the server offers: demo account, AI, email. Does not change while the app is open. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => call(authApi.config, { signal }),
  meta: { isPublic: true },
  staleTime: Number.POSITIVE_INFINITY,
})

function keepSignIn({ session, device_token }: LoginReply): void {
  saveDeviceToken(device_token)
  saveSession(session)
}

/** Signs in. The session is stored before `onSuccess` callbacks run. */
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

/** The second sign-in step: the challenge from the first one, and a code. */
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

/** Registers and signs in. Returns the plan of the accepted invitation, if there was one. */
export function useRegister() {
  return useMutation({
    mutationFn: async (input: Registration) => {
      const reply = await call(authApi.register, { body: { ...input, ...deviceFields() } })
      keepSignIn(reply)
      return reply.plan_id
    },
  })
}

/** Asks the server whether a session is still valid. A 401 clears it. */
export const sessionCheckQuery = (token: string) =>
  queryOptions({
    queryKey: ['session', token],
    // Any call that requires a session works. This one is already in the first screen's bundle.
    queryFn: async ({ signal }) => {
      await call(authApi.sessions, { signal })
      prolongSession()
      return true
    },
    retry: false,
  })

/** Whether sign-in has to start again, because the second step timed out or had too many attempts. */
export const isChallengeOver = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'invalid_challenge'

/** The challenge of a sign-in that requires a second step, otherwise null. */
export function challengeOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'two_factor_required') return null
  const challenge = (error.details as { challenge?: unknown } | undefined)?.challenge
  return typeof challenge === 'string' ? challenge : null
}
