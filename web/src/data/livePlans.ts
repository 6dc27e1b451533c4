// Keeps the open plan list current: refetches it when the state on the live channel differs from the cached one.
import { plansApi } from '@cairn/contract/api/plans'
import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../lib/api.ts'
import { getOffline, watchConnection } from '../lib/connection.ts'
import { LiveConnection, transport } from './liveConnection.ts'
import { planQuery } from './plan.ts'
import { plansQuery, trashQuery } from './plans.ts'

const TRASH = hashKey(trashQuery.queryKey)

/** Calls `hear` with the state of the user's plan list on the live channel, at once and when it changes. Returns how to stop. */
function watchPlanList(hear: (state: string) => void): () => void {
  const connection = new LiveConnection({
    ...transport,
    subscribe: () => ({ type: 'subscribe_plans' }),
    ping: () => ({ type: 'ping' }),
    hear: (message) => {
      if (message.type !== 'plans') return
      connection.confirm()
      hear(message.state)
    },
    onState: () => {},
  })
  const unwatch = watchConnection(() => !getOffline() && connection.hurry())
  connection.start()
  return () => {
    unwatch()
    connection.stop()
  }
}

/** Subscribes to the user's plan list while it is open. */
export function useLivePlans(): void {
  const cache = useQueryClient()
  useEffect(() => {
    const { queryKey } = plansQuery
    /** The latest state from the server that has not been compared yet. */
    let told: string | null = null
    const compare = () => {
      // A running request ends with a state of its own and calls this again.
      if (told === null || cache.isMutating() > 0 || cache.isFetching({ queryKey, exact: true }) > 0) return
      const isKnown = cache.getQueryData(queryKey)?.pages[0]?.state === told
      told = null
      if (!isKnown) void refreshList()
    }
    /** The trash can only have changed with the number of plans. */
    const refreshList = async () => {
      const countOf = () => cache.getQueryData(queryKey)?.pages[0]?.total
      const before = countOf()
      await cache.invalidateQueries({
        predicate: (query) => hashKey(query.queryKey) !== TRASH && query.queryKey[0] === queryKey[0],
      })
      if (countOf() !== before) await cache.invalidateQueries({ queryKey: trashQuery.queryKey })
    }
    const stops = [
      cache.getQueryCache().subscribe(compare),
      cache.getMutationCache().subscribe(compare),
      watchPlanList((state) => {
        told = state
        compare()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [cache])
}

/**
 * Opens a plan that was not found as soon as it is restored or shared. A plan that was open until now may be back before
 * the list is watched.
 */
export function useReturnOfPlan(planId: string, wasOpen: boolean): void {
  const cache = useQueryClient()
  useEffect(() => {
    let known: string | null = null
    return watchPlanList((state) => {
      const isChanged = known === null ? wasOpen : known !== state
      known = state
      if (isChanged)
        call(plansApi.get, { params: { planId } }).then(
          () => cache.resetQueries({ queryKey: planQuery(planId).queryKey }),
          // Still away. The next change of the list asks again.
          () => {},
        )
    })
  }, [cache, planId, wasOpen])
}
