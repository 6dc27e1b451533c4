import { authApi } from '@cairn/contract/api/auth'
import { usersApi } from '@cairn/contract/api/users'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../lib/api.ts'
import { profileQuery } from './profile.ts'
import { sessionsQuery } from './sessions.ts'

/** The password, and a code of the authenticator app or a recovery code. */
export interface BothFactors {
  password: string
  code: string
}

/** Changes the password; the other sessions end with the old one. */
export function useChangePassword() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) => call(usersApi.changePassword, { body }),
    onSuccess: () => void cache.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

/** Begins two-factor set-up; nothing is asked at sign-in until a first code has proved the authenticator app. */
export const useSetUpTwoFactor = () =>
  useMutation({ mutationFn: (password: string) => call(authApi.twoFactorSetup, { body: { password } }) })

/** Turns two-factor on with a first code; the answer has the recovery codes, this once. */
export function useEnableTwoFactor() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => call(authApi.twoFactorEnable, { body: { code } }),
    onSuccess: () => setTwoFactor(cache, true),
  })
}

export function useDisableTwoFactor() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: BothFactors) => call(authApi.twoFactorDisable, { body }),
    onSuccess: () => setTwoFactor(cache, false),
  })
}

/** Replaces the recovery codes; the answer has the new ones, this once. */
export function useRenewRecoveryCodes() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: BothFactors) => call(authApi.recoveryCodes, { body }),
    onSuccess: () => setTwoFactor(cache, true),
  })
}

/** The rest (recovery codes that are left, sessions that have ended) is read again. */
const setTwoFactor = (cache: QueryClient, two_factor: boolean) => {
  cache.setQueryData(profileQuery.queryKey, (profile) => profile && { ...profile, two_factor })
  void cache.invalidateQueries({ queryKey: profileQuery.queryKey })
  void cache.invalidateQueries({ queryKey: sessionsQuery.queryKey })
}

/** Whether the password that was to be proven is not the current one. */
export const isWrongPassword = (error: unknown): boolean => error instanceof ApiError && error.code === 'wrong_password'

/** Whether the code of the authenticator app was refused. */
export const isWrongCode = (error: unknown): boolean => error instanceof ApiError && error.code === 'invalid_code'
