import { usersApi } from '@cairn/contract/api/users'
import { useMutation } from '@tanstack/react-query'
import { ApiError, call } from '../lib/api.ts'
import { clearSession, rememberEmail } from '../lib/session.ts'

/** Deletes the user's account and goes to /login, which confirms it. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: async (password: string) => {
      await call(usersApi.deleteProfile, { body: { password } })
      rememberEmail(null)
      clearSession({ byChoice: true, saying: 'Your account has been deleted.' })
    },
  })
}

/** The shared plans that prevented an account deletion, if that was the error. */
export function sharedPlansOf(error: unknown): readonly { id: string; title: string }[] {
  const isShared = error instanceof ApiError && error.code === 'owns_shared_plans' && Array.isArray(error.details)
  return isShared ? (error.details as { id: string; title: string }[]) : []
}
