import { authApi } from '@cairn/contract/api/auth'
import { usersApi } from '@cairn/contract/api/users'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../lib/api.ts'
import { profileQuery } from './profile.ts'
import { sessionsQuery } from './sessions.ts'

/** The password and an authenticator or recovery code. */
export interface BothFactors {
  password: string
  code: string
}

/** Changes the password and signs out the other sessions. */
export function useChangePassword() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) => call(usersApi.changePassword, { body }),
    onSuccess: () => void cache.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

/** Starts two-factor setup. Sign-in requires a code only after a first code has confirmed the app. */
export const useSetUpTwoFactor = () =>
  useMutation({ mutationFn: (password: string) => call(authApi.twoFactorSetup, { body: { password } }) })

/** Enables two-factor authentication with a first code. Returns the recovery codes, only this once. */
export function useEnableTwoFactor() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => call(authApi.twoFactorEnable, { body: { code } }),
    onSuccess: () => setTwoFactor(cache, true),
    // Without a reply it may be on nevertheless.
    onError: () => void cache.invalidateQueries({ queryKey: profileQuery.queryKey }),
  })
}

export function useDisableTwoFactor() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: BothFactors) => call(authApi.twoFactorDisable, { body }),
    onSuccess: () => setTwoFactor(cache, false),
  })
}

/** Replaces the recovery codes. Returns the new ones, only this once. */
export function useRenewRecoveryCodes() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: BothFactors) => call(authApi.recoveryCodes, { body }),
    onSuccess: () => setTwoFactor(cache, true),
  })
}

/** Refetches the rest: remaining recovery codes and ended sessions. */
const setTwoFactor = (cache: QueryClient, two_factor: boolean) => {
  cache.setQueryData(profileQuery.queryKey, (profile) => profile && { ...profile, two_factor })
  void cache.invalidateQueries({ queryKey: profileQuery.queryKey })
  void cache.invalidateQueries({ queryKey: sessionsQuery.queryKey })
}

/** Whether the current password was wrong. */
export const isWrongPassword = (error: unknown): boolean => error instanceof ApiError && error.code === 'wrong_password'

/** Whether it is on already, because a reply was lost or by another tab. */
export const isAlreadyOn = (error: unknown): boolean => error instanceof ApiError && error.code === 'two_factor_on'

/** Whether the code was wrong. */
export const isWrongCode = (error: unknown): boolean => error instanceof ApiError && error.code === 'invalid_code'
