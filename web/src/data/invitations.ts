import { invitationsApi } from '@cairn/contract/api/invitations'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../lib/api.ts'

/** What an invitation link is for: plan, inviter and invited address. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call(invitationsApi.read, { params: { token }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Accepts as whoever is signed in; answers the plan. */
export function useAcceptInvitation() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (token: string) => (await call(invitationsApi.accept, { params: { token } })).plan_id,
    onSuccess: () => cache.invalidateQueries({ queryKey: ['plans'] }),
  })
}
