// The text of an edited outline: loaded from the plan, kept while it differs.
import { useEffect, useState } from 'react'
import { loadOutline } from '../../data/planOutline.ts'
import { messageOf } from '../../lib/api.ts'
import { readDraft, useLongDraft } from '../../lib/drafts.ts'

/** `text` is null while it loads. The field itself holds what is typed since. */
export function useOutlineText(planId: string) {
  const place = `edited outline ${planId}`
  const [start, setStart] = useState<{ text: string; isDraft: boolean } | null>(() => {
    const text = readDraft<string>(place)
    return text === undefined ? null : { text, isDraft: true }
  })
  const stored = useLongDraft<string>(place)
  const [error, setError] = useState<string>()
  const isLoading = start === null && error === undefined

  useEffect(() => {
    if (!isLoading) return
    const controller = new AbortController()
    loadOutline(planId, controller.signal).then(
      (text) => setStart({ text, isDraft: false }),
      (failure: unknown) => {
        if (!controller.signal.aborted) setError(messageOf(failure, 'Failed to load outline'))
      },
    )
    return () => controller.abort()
  }, [planId, isLoading])

  return {
    start,
    error,
    retry: () => setError(undefined),
    /** Keeps what was typed. */
    keep: stored.keep,
    /** Forgets the edits, after they were applied or discarded. */
    forget: () => stored.put(null),
    /** Loads the outline again. */
    reload: () => setStart(null),
    /** Puts back edits that were discarded. */
    restore: (text: string) => {
      stored.put(text)
      setStart({ text, isDraft: true })
    },
  }
}
