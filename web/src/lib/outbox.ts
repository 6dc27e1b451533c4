// What is on its way to the server. What fails stays, with the reason, until it is sent again or discarded; it survives
// a reload as a draft of the user who wrote it.
import { useMemo, useSyncExternalStore } from 'react'
import { keepDraft, readDraft } from './drafts.ts'
import { getSession, useSession } from './session.ts'
import { setUnsaved } from './unsaved.ts'

export interface Outgoing {
  id: string
  /** Null while it is being sent. */
  error: string | null
}

const NONE: readonly never[] = []
const UNKNOWN = 'The page was closed before the server answered.'
const known = new Map<string, readonly Outgoing[]>()
/** The components that show an outbox. */
const watchers = new Map<string, Set<() => void>>()

/** The outbox of a place. It stays that of the user who is signed in now, because the session may end before the reply. */
export function outboxOf<T extends Outgoing>(place: string) {
  const userId = getSession()?.user.id
  const key = `${userId} ${place}`

  /** Oldest first; the same array until it changes. */
  const list = (): readonly T[] => {
    const loaded = known.get(key) as readonly T[] | undefined
    if (loaded) return loaded
    const kept = readDraft<T[]>(place, userId)
    return kept ? show(kept.map((item) => ({ ...item, error: item.error ?? UNKNOWN }))) : NONE
  }
  const show = (items: readonly T[]): readonly T[] => {
    if (items.length === 0) known.delete(key)
    else known.set(key, items)
    setUnsaved(key, items.length > 0, userId)
    return items
  }
  const write = (items: readonly T[]): void => {
    keepDraft(place, items.length === 0 ? null : items, userId)
    show(items)
    for (const onChange of watchers.get(key) ?? []) onChange()
  }
  return {
    list,
    watch: (onChange: () => void) => {
      const others = watchers.get(key) ?? new Set()
      watchers.set(key, others.add(onChange))
      return () => {
        others.delete(onChange)
        if (others.size === 0 && watchers.get(key) === others) watchers.delete(key)
      }
    },
    /** Whether the errors are shown. */
    isShown: () => (watchers.get(key)?.size ?? 0) > 0,
    add: (item: T) => write([...list(), item]),
    setError: (id: string, error: string | null) =>
      write(list().map((item) => (item.id === id ? { ...item, error } : item))),
    drop: (id: string) => write(list().filter((item) => item.id !== id)),
  }
}

/** What is in the user's outbox of a place. */
export function useOutbox<T extends Outgoing>(place: string): readonly T[] {
  const userId = useSession()?.user.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: every user has another outbox.
  const { watch, list } = useMemo(() => outboxOf<T>(place), [place, userId])
  return useSyncExternalStore(watch, list)
}
