// Unsaved text, stored per user and tab. Survives reloads and the end of a session.
import { useEffect, useEffectEvent, useState } from 'react'
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

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Fires an event named as the draft, because another field may show it by then. */
const replacements = new EventTarget()

function useReplacements(key: string, onReplaced: () => void): void {
  const handleReplaced = useEffectEvent(onReplaced)
  useEffect(() => {
    const handle = () => handleReplaced()
    replacements.addEventListener(key, handle)
    return () => replacements.removeEventListener(key, handle)
  }, [key])
}

/**
 * A state that is stored as a draft until it is cleared or equals `empty`. `onSettled` is called when the draft was
 * saved, by this or another field, but only while this one is mounted.
 */
export function useDraft<T>(place: string, empty: T, onSettled: () => void = () => {}) {
  // The session may end before the component does.
  const [userId] = useState(() => getSession()?.user.id)
  const [value, setValue] = useState<T>(() => readDraft<T>(place, userId) ?? empty)
  const key = keyOf(place, userId)
  const keep = (next: T) => keepDraft(place, isSame(next, empty) ? null : next, userId)
  useReplacements(key, () => {
    const left = readDraft<T>(place, userId)
    setValue(left ?? empty)
    if (left === undefined) onSettled()
  })
  const replace = (next: T) => {
    keep(next)
    replacements.dispatchEvent(new Event(key))
  }
  /** With `evenIfEmpty`, a value that equals `empty` is a draft too: the old text is one while another is being saved. */
  const set = (next: T, evenIfEmpty = false) => {
    if (evenIfEmpty) keepDraft(place, next, userId)
    else keep(next)
    setValue(next)
  }
  const clear = () => {
    keepDraft(place, null, userId)
    setValue(empty)
  }
  /** Replaces the draft that was saved. Returns false, and does nothing, if it has changed since. */
  const settle = (saved: T, next = empty): boolean => {
    if (!isSame(readDraft<T>(place, userId), saved)) return false
    replace(next)
    return true
  }
  /** Changes the stored draft, whichever field shows it. */
  const amend = (change: Partial<T>): void => {
    const now = readDraft<T>(place, userId)
    if (now !== undefined) replace({ ...now, ...change })
  }
  return { value, set, clear, settle, amend }
}

/** Stores what the mounted fields of long texts have not stored yet. */
const flushes = new Set<() => void>()

/**
 * For a long text whose state is elsewhere: `keep` stores it after a pause, or when the component or the page goes.
 * `onReplaced` gets the draft that is left after it was saved.
 */
export function useLongDraft<T>(place: string, onReplaced: (left: T | undefined) => void = () => {}) {
  // The session may end before the component does.
  const [userId] = useState(() => getSession()?.user.id)
  const [draft] = useState(() => {
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
      /** Returns the draft with what was typed in any field until now. Undefined if that is `saved`. */
      changedSince: (saved: T): T | undefined => {
        for (const flushField of flushes) flushField()
        const now = readDraft<T>(place, userId)
        return isSame(now, saved) ? undefined : now
      },
      /** Removes the draft that was saved. If it has changed since, stores and returns what `rest` makes of it. */
      settle: (saved: T, rest: (changed: T) => T): T | null => {
        const changed = draft.changedSince(saved)
        const left = changed === undefined ? null : rest(changed)
        keepDraft(place, left, userId)
        replacements.dispatchEvent(new Event(keyOf(place, userId)))
        return left
      },
    }
  })
  useReplacements(keyOf(place, userId), () => onReplaced(readDraft<T>(place, userId)))
  useEffect(() => {
    flushes.add(draft.flush)
    window.addEventListener('pagehide', draft.flush)
    return () => {
      flushes.delete(draft.flush)
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
