import type { WatchLevel } from '@cairn/contract/api/watches'
import { useSetWatch } from '../data/watches.ts'
import { messageOf } from '../lib/api.ts'
import { toast } from '../ui/Toast.tsx'

/** Watches or mutes a node for the user, or neither. */
export function useWatchAction(planId: string): (nodeId: string, level: WatchLevel | null) => void {
  const { mutateAsync } = useSetWatch(planId)
  return (nodeId, level) =>
    // Another node may be open by the time of the reply: callbacks of `mutate` are for mounted components.
    void mutateAsync({ nodeId, level }).catch((error: unknown) =>
      toast.error(messageOf(error, 'Failed to change watching'), { id: 'watch-failed' }),
    )
}
