import type { WatchLevel } from '@cairn/contract/api/watches'
import { useSetWatch } from '../data/watches.ts'
import { messageOf } from '../lib/api.ts'
import { toast } from '../ui/Toast.tsx'

/** Watches or mutes a node for the user, or neither. */
export function useWatchAction(planId: string): (nodeId: string, level: WatchLevel | null) => void {
  const { mutate } = useSetWatch(planId)
  return (nodeId, level) =>
    mutate(
      { nodeId, level },
      { onError: (error) => void toast.error(messageOf(error, 'Failed to change watching'), { id: 'watch-failed' }) },
    )
}
