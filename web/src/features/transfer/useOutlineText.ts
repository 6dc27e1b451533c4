// The text of an edited outline: loaded from the plan, kept while it differs.
import { useEffect, useRef, useState } from 'react'
import { loadOutline } from '../../data/planOutline.ts'
import { messageOf } from '../../lib/api.ts'
import { keepDraft, readDraft } from '../../lib/drafts.ts'

/** Typing must not wait for the storage of a long text. */
const KEEP_MS = 400

/** `text` is null while it loads. The field itself holds what is typed since. */
export function useOutlineText(planId: string) {
  const place = `edited outline ${planId}`
  const [start, setStart] = useState<{ text: string; isDraft: boolean } | null>(() => {
    const text = readDraft<string>(place)
    return text === undefined ? null : { text, isDraft: true }
  })
  const [error, setError] = useState<string>()
  const unsaved = useRef<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
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

  const flush = () => {
    clearTimeout(timer.current)
    if (unsaved.current !== null) keepDraft(place, unsaved.current)
    unsaved.current = null
  }
  const latestFlush = useRef(flush)
  latestFlush.current = flush
  useEffect(() => {
    const keep = () => latestFlush.current()
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [])

  return {
    start,
    error,
    retry: () => setError(undefined),
    /** Keeps what was typed. */
    keep: (text: string) => {
      unsaved.current = text
      clearTimeout(timer.current)
      timer.current = setTimeout(flush, KEEP_MS)
    },
    /** Forgets the edits, after they were applied or discarded. */
    forget: () => {
      clearTimeout(timer.current)
      unsaved.current = null
      keepDraft(place, null)
    },
    /** Loads the outline anew. */
    reload: () => setStart(null),
    /** Puts back edits that were discarded. */
    restore: (text: string) => {
      keepDraft(place, text)
      setStart({ text, isDraft: true })
    },
  }
}
