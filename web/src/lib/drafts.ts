// What somebody typed and neither saved nor discarded. It outlives the component it was typed in, and a sign-in in between.
import { useState } from 'react'
import { getSession, useSession } from './session.ts'

/** By person and by what the text is for. */
const drafts = new Map<string, unknown>()

const keyOf = (userId: string | undefined, what: string): string => `${userId} ${what}`

/** What this person typed there before. */
export const readDraft = <Draft>(what: string): Draft | undefined =>
  drafts.get(keyOf(getSession()?.user.id, what)) as Draft | undefined

/** Keeps a draft; `null` forgets it. */
export function keepDraft<Draft>(what: string, draft: Draft | null, userId = getSession()?.user.id): void {
  if (draft === null) drafts.delete(keyOf(userId, what))
  else drafts.set(keyOf(userId, what), draft)
}

/** Forgets what everybody typed in this browser. */
export const forgetDrafts = (): void => drafts.clear()

/** A state that is kept as a draft until it is cleared. */
export function useDraft<Draft>(what: string, empty: Draft) {
  const userId = useSession()?.user.id
  const [value, setValue] = useState<Draft>(() => readDraft<Draft>(what) ?? empty)
  const set = (next: Draft) => {
    keepDraft(what, next, userId)
    setValue(next)
  }
  const clear = () => {
    keepDraft(what, null, userId)
    setValue(empty)
  }
  return [value, set, clear] as const
}
