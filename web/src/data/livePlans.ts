// Keeps the open plan list current: refetches it when the state on the live channel differs from the cached one.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getOffline, watchConnection } from '../lib/connection.ts'
import { LiveConnection, transport } from './liveConnection.ts'
import { plansQuery, refreshPlans } from './plans.ts'

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
      if (!isKnown) void refreshPlans(cache)
    }
    const connection = new LiveConnection({
      ...transport,
      subscribe: () => ({ type: 'subscribe_plans' }),
      ping: () => ({ type: 'ping' }),
      hear: (message) => {
        if (message.type !== 'plans') return
        connection.confirm()
        told = message.state
        compare()
      },
      onState: () => {},
    })
    const stops = [
      cache.getQueryCache().subscribe(compare),
      cache.getMutationCache().subscribe(compare),
      watchConnection(() => !getOffline() && connection.hurry()),
      () => connection.stop(),
    ]
    connection.start()
    return () => {
      for (const stop of stops) stop()
    }
  }, [cache])
}
