import { useRef, useState } from 'react'
import { keepDraft } from '../lib/drafts.ts'
import { getSession } from '../lib/session.ts'

/**
 * Stores the title of a field while it is typed and differs from the title `before`. A field in which nothing is typed
 * leaves the draft alone, which may be an earlier title that could not be saved.
 */
export function useTitleDraft(place: string, before: string) {
  // The session may end before the field closes.
  const [userId] = useState(() => getSession()?.user.id)
  const isOwn = useRef(false)
  const drop = () => {
    if (isOwn.current) keepDraft(place, null, userId)
  }
  const keep = (typed: string) => {
    if (['', before].includes(typed.trim())) return drop()
    isOwn.current = true
    keepDraft(place, typed, userId)
  }
  return { keep, drop }
}
