import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { getOffline, watchConnection } from '../lib/connection.ts'
import { LiveClient } from './liveClient.ts'
import { transport } from './liveConnection.ts'
import { markGone } from './plan.ts'
import { runsKey } from './runs.ts'

/** Minimum interval between two reads, because an agent may write many events per second. */
const READ_AGAIN_MS = 500

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
    let timer: ReturnType<typeof setTimeout> | undefined
    const readLater = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void cache.invalidateQueries({ queryKey: runsKey(planId) })
      }, READ_AGAIN_MS)
    }
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
      onWithdrawn: () => void markGone(cache, planId),
    })
    live.start()
    const stopWatching = watchConnection(() => !getOffline() && live.hurry())
    return () => {
      stopWatching()
      clearTimeout(timer)
      live.stop()
    }
  }, [planId, isReady, cache])
}
