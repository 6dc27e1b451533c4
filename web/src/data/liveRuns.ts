import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { getOffline, watchConnection } from '../lib/connection.ts'
import { LiveClient } from './liveClient.ts'
import { transport } from './liveConnection.ts'
import { markGone } from './plan.ts'
import { makeRefresh } from './refresh.ts'
import { runsKey } from './runs.ts'

/** Reads the runs of a plan again when something in it changes. `revision` is the one that the plan was read at. */
export function useLiveRuns(planId: string, revision: number | undefined): void {
  const cache = useQueryClient()
  const known = useRef<{ revision: number; epoch: string | null }>({ revision: 0, epoch: null })
  const isReady = revision !== undefined
  useEffect(() => {
    if (revision !== undefined) known.current.revision = Math.max(known.current.revision, revision)
  }, [revision])

  useEffect(() => {
    if (!isReady) return
    const refresh = makeRefresh(cache, { intervalMs: 500, isExact: () => false })
    const readLater = () => refresh.queries([runsKey(planId)])
    const live = new LiveClient({
      planId,
      revision: () => known.current.revision,
      epoch: () => known.current.epoch,
      onEpoch: (epoch) => {
        known.current.epoch = epoch
      },
      ...transport,
      onEvent: (event) => {
        known.current.revision = Math.max(known.current.revision, event.revision)
        readLater()
      },
      onReload: readLater,
      onPeople: () => {},
      onState: () => {},
      onRevoked: () => {
        refresh.stop()
        void markGone(cache, planId)
      },
    })
    live.start()
    const stopWatching = watchConnection(() => !getOffline() && live.hurry())
    return () => {
      stopWatching()
      live.stop()
    }
  }, [planId, isReady, cache])
}
