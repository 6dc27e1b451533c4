// Following a person: the open node is the one that they have open.
import type { LivePerson } from '@cairn/contract/api/live'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { LiveStatus } from '../../data/liveStatus.ts'
import { actorName, presenceKey } from '../../display/PersonAvatar.tsx'
import { isCovered } from '../../lib/shortcuts.ts'
import { useLatest } from '../../lib/useLatest.ts'
import { useTrueFor } from '../../lib/useTrueFor.ts'
import { toast } from '../../ui/Toast.tsx'

/** A reconnecting person is not gone. */
const GONE_MS = 4_000
/** Keys that change nothing by themselves. */
const IDLE_KEYS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'Tab'])

export interface Follow {
  /** The name of the followed person or agent. */
  name: string | null
  isFollowed: (person: Pick<LivePerson, 'id' | 'agent'>) => boolean
  start: (person: Pick<LivePerson, 'id' | 'name' | 'agent'>) => void
  stop: () => void
}

/** Opens what a person has open, until the user clicks, types or presses Escape. Re-renders only when they move. */
export function useFollow(live: LiveStatus, onShow: (nodeId: string) => void): Follow {
  const [person, setPerson] = useState<{ key: string; name: string } | null>(null)
  const stop = useCallback(() => setPerson(null), [])
  const at = useSyncExternalStore(live.watch, () =>
    person ? live.others.find((other) => presenceKey(other) === person.key)?.node_id : null,
  )
  const show = useLatest(onShow)
  useEffect(() => {
    if (person && at) show.current(at)
  }, [person, at])

  const isGone = useTrueFor(person !== null && at === undefined, GONE_MS)
  const name = person?.name ?? null
  useEffect(() => {
    if (!isGone || name === null) return
    stop()
    toast(`${name} left the plan`)
  }, [isGone, name, stop])

  const isOn = person !== null
  useEffect(() => {
    if (!isOn) return
    const handleKey = (event: KeyboardEvent) => {
      if (isCovered() || IDLE_KEYS.has(event.key) || event.ctrlKey || event.metaKey || event.altKey) return
      // Escape would close the open node as well.
      if (event.key === 'Escape') {
        event.preventDefault()
        event.stopPropagation()
      }
      stop()
    }
    const handlePointer = () => !isCovered() && stop()
    window.addEventListener('keydown', handleKey, { capture: true })
    window.addEventListener('pointerdown', handlePointer, { capture: true })
    return () => {
      window.removeEventListener('keydown', handleKey, { capture: true })
      window.removeEventListener('pointerdown', handlePointer, { capture: true })
    }
  }, [isOn, stop])

  return {
    name,
    isFollowed: (other) => person?.key === presenceKey(other),
    start: (other) => setPerson({ key: presenceKey(other), name: actorName(other) }),
    stop,
  }
}
