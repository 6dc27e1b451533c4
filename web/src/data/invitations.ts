import { invitationsApi } from '@cairn/contract/api/invitations'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../lib/api.ts'

/** The plan, inviter and invited email of an invitation link. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call(invitationsApi.read, { params: { token }, signal }),
    meta: { isPublic: true },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Accepts an invitation as the signed-in user. Returns the plan. */
export function useAcceptInvitation() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (token: string) => (await call(invitationsApi.accept, { params: { token } })).plan_id,
    onSuccess: () => cache.invalidateQueries({ queryKey: ['plans'] }),
  })
}
