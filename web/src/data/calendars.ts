import { calendarApi } from '@cairn/contract/api/calendar'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../lib/api.ts'

/** The user's calendar feeds, without their URLs. */
export const calendarsQuery = queryOptions({
  queryKey: ['calendars'],
  queryFn: ({ signal }) => call(calendarApi.list, { signal }),
})

/** Creates or replaces the URL of a feed. It is only in the reply, which is dropped with the component. */
export function useRenewCalendar() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (plan_id: string | null) => call(calendarApi.renew, { body: { plan_id } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: calendarsQuery.queryKey }),
    gcTime: 0,
  })
}

/** Turns a feed off and removes it from the list. Refetches the list after an error. */
export function useRevokeCalendar() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (calendarId: string) => call(calendarApi.revoke, { params: { calendarId } }),
    onSuccess: async (_, calendarId) => {
      // A running request may still contain the feed.
      await cache.cancelQueries({ queryKey: calendarsQuery.queryKey })
      cache.setQueryData(calendarsQuery.queryKey, (feeds) => feeds?.filter(({ id }) => id !== calendarId))
    },
    onError: () => cache.invalidateQueries({ queryKey: calendarsQuery.queryKey }),
  })
}
