// Unsaved text, stored per user and tab. Survives reloads and the end of a session.
import { useEffect, useState } from 'react'
import { getSession } from './session.ts'

const PREFIX = 'draft'
/** Typing must not wait for the storage of a long text. */
const KEEP_MS = 400

const keyOf = (place: string, userId: string | undefined) => `${PREFIX} ${userId} ${place}`

// Used if storage is blocked or full. Drafts then last as long as the page.
const memory = new Map<string, string>()

/** Returns the user's draft, or undefined. */
export function readDraft<T>(place: string, userId = getSession()?.user.id): T | undefined {
  const key = keyOf(place, userId)
  const text = memory.get(key) ?? stored(key)
  try {
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

/** Stores a draft. `null` removes it. */
export function keepDraft<T>(place: string, draft: T | null, userId = getSession()?.user.id): void {
  const key = keyOf(place, userId)
  memory.delete(key)
  try {
    if (draft === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    if (draft !== null) memory.set(key, JSON.stringify(draft))
  }
}

/** Returns all drafts whose place starts with `prefix`. */
export function listDrafts<T>(prefix: string): { place: string; draft: T }[] {
  const start = keyOf(prefix, getSession()?.user.id)
  const keys = [...memory.keys()]
  try {
    for (let index = 0; index < sessionStorage.length; index++) keys.push(sessionStorage.key(index) ?? '')
  } catch {
    // Storage is blocked: only `memory` has drafts.
  }
  return keys
    .filter((key) => key.startsWith(start))
    .flatMap((key) => {
      const place = `${prefix}${key.slice(start.length)}`
      const draft = readDraft<T>(place)
      return draft === undefined ? [] : [{ place, draft }]
    })
}

/** Whether the user has drafts in this tab. */
export const hasDrafts = (): boolean => listDrafts('').length > 0

/** Removes the drafts of all users in this tab. */
export function forgetDrafts(): void {
  memory.clear()
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(`${PREFIX} `)) sessionStorage.removeItem(key)
  } catch {
    // Storage is blocked: nothing is stored.
  }
}

/** A state that is stored as a draft until it is cleared or equals `empty`. */
export function useDraft<T>(place: string, empty: T) {
  // The session may end before the component does.
  const [userId] = useState(() => getSession()?.user.id)
  const [value, setValue] = useState<T>(() => readDraft<T>(place, userId) ?? empty)
  const set = (next: T) => {
    keepDraft(place, JSON.stringify(next) === JSON.stringify(empty) ? null : next, userId)
    setValue(next)
  }
  const clear = () => {
    keepDraft(place, null, userId)
    setValue(empty)
  }
  return [value, set, clear] as const
}

/** For a long text whose state is elsewhere: `keep` stores it after a pause, or when the component or the page goes. */
export function useLongDraft<T>(place: string) {
  const [draft] = useState(() => {
    // The session may end before the component does.
    const userId = getSession()?.user.id
    let unsaved: T | null | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      clearTimeout(timer)
      if (unsaved !== undefined) keepDraft(place, unsaved, userId)
      unsaved = undefined
    }
    return {
      flush,
      /** `null` removes the draft. */
      keep: (next: T | null) => {
        unsaved = next
        clearTimeout(timer)
        timer = setTimeout(flush, KEEP_MS)
      },
      /** Stores immediately. */
      put: (next: T | null) => {
        unsaved = next
        flush()
      },
    }
  })
  useEffect(() => {
    window.addEventListener('pagehide', draft.flush)
    return () => {
      window.removeEventListener('pagehide', draft.flush)
      draft.flush()
    }
  }, [draft])
  return draft
}

function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
