// What is on its way to the server. What fails stays, with the reason, until it is sent again or discarded; it survives
// a reload as a draft of the user who wrote it.
import { useSyncExternalStore } from 'react'
import { keepDraft, readDraft } from './drafts.ts'
import { getSession } from './session.ts'
import { setUnsaved } from './unsaved.ts'

export interface Outgoing {
  id: string
  /** Null while it is being sent. */
  error: string | null
}

const NONE: readonly never[] = []
const UNKNOWN = 'The page was closed before the server answered.'
const known = new Map<string, readonly Outgoing[]>()
const listeners = new Set<() => void>()

/** The outbox of a place. It stays that of the user who is signed in now, because the session may end before the reply. */
export function outboxOf<T extends Outgoing>(place: string) {
  const userId = getSession()?.user.id
  const key = `${userId} ${place}`

  /** Oldest first; the same array until it changes. */
  const list = (): readonly T[] => {
    const loaded = known.get(key) as readonly T[] | undefined
    if (loaded) return loaded
    const kept = readDraft<T[]>(place, userId)
    return show(kept?.map((item) => ({ ...item, error: item.error ?? UNKNOWN })) ?? NONE)
  }
  const show = (items: readonly T[]): readonly T[] => {
    known.set(key, items)
    setUnsaved(key, items.length > 0, userId)
    return items
  }
  const write = (items: readonly T[]): void => {
    keepDraft(place, items.length === 0 ? null : items, userId)
    show(items)
    for (const listener of listeners) listener()
  }
  return {
    list,
    add: (item: T) => write([...list(), item]),
    setError: (id: string, error: string | null) =>
      write(list().map((item) => (item.id === id ? { ...item, error } : item))),
    drop: (id: string) => write(list().filter((item) => item.id !== id)),
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What is in the user's outbox of a place. */
export const useOutbox = <T extends Outgoing>(place: string): readonly T[] =>
  useSyncExternalStore(subscribe, () => outboxOf<T>(place).list())
