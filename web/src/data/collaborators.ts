import { type Collaborator, type CollaboratorRole, collaboratorsApi } from '@cairn/contract/api/collaborators'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { retry } from '../lib/retry.ts'
import { membersQuery } from './members.ts'

const FRESH_MS = 5 * 60_000

/** The collaborators and invitations of a plan. */
export const collaboratorsQuery = (planId: string) =>
  queryOptions({
    queryKey: ['plan', planId, 'collaborators'],
    queryFn: ({ signal }) => call(collaboratorsApi.list, { params: { planId }, signal }),
    staleTime: FRESH_MS,
    retry: retry(2),
  })

/** A pending invitation is addressed by its own id. */
const isPerson = (person: Collaborator, id: string): boolean => (person.user_id ?? person.id) === id

/** Adds, updates and removes collaborators. Each change refetches the list and the members. */
export function useCollaborators(planId: string) {
  const cache = useQueryClient()
  const { queryKey } = collaboratorsQuery(planId)
  const showRole = (id: string, role: CollaboratorRole) =>
    cache.setQueryData(
      queryKey,
      (list) =>
        list && {
          ...list,
          collaborators: list.collaborators.map((person) => (isPerson(person, id) ? { ...person, role } : person)),
        },
    )
  const onSettled = () =>
    Promise.all([
      cache.invalidateQueries({ queryKey }),
      cache.invalidateQueries({ queryKey: membersQuery(planId).queryKey }),
    ])
  const add = useMutation({
    mutationFn: (body: { email: string; role: CollaboratorRole }) =>
      call(collaboratorsApi.add, { params: { planId }, body }),
    onSettled,
  })
  const setRole = useMutation({
    // One after the other, so that the last choice counts.
    scope: { id: `roles ${planId}` },
    mutationFn: ({ id, role }: { id: string; role: CollaboratorRole }) =>
      call(collaboratorsApi.setRole, { params: { planId, userId: id }, body: { role } }),
    onMutate: ({ id, role }) => {
      const before = cache.getQueryData(queryKey)?.collaborators.find((person) => isPerson(person, id))?.role
      showRole(id, role)
      return before
    },
    onError: (_error, { id }, before) => before && showRole(id, before),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(collaboratorsApi.remove, { params: { planId, userId: id } }),
    onSettled,
  })
  const renew = useMutation({
    mutationFn: (id: string) => call(collaboratorsApi.renew, { params: { planId, userId: id } }),
    onSettled,
  })
  return { add, setRole, remove, renew }
}
