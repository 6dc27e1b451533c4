import { LIMITS } from '@cairn/contract/api/common'
import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { getSession } from '../lib/session.ts'
import { useLatest } from '../lib/useLatest.ts'
import { useTitleDraft } from './useTitleDraft.ts'

interface Options {
  title: string
  /** Where the title is stored while it is typed. What `onSave` gets stays there until it is saved. */
  place: string
  /** Receives the new title and the one from when editing began. Not called if nothing has changed. */
  onSave: (title: string, before: string) => void
  onClose: (by: 'enter' | 'escape' | 'blur') => void
}

/** Returns the props of a title field. Enter, blur and leaving the page save, Escape reverts. */
export function useTitleEdit({ title, place, onSave, onClose }: Options) {
  const [text, setText] = useState(title)
  // The title may change while editing. An untouched field must not overwrite someone else's rename.
  const [before] = useState(title)
  const isOver = useRef(false)
  const draft = useTitleDraft(place, before)

  const save = () => {
    const next = text.replace(/\s*\n\s*/g, ' ').trim()
    if (next !== '' && next !== before) onSave(next, before)
    else draft.drop()
  }
  const latest = useLatest(save)
  const [userId] = useState(() => getSession()?.user.id)
  // A field that is removed, by the browser's Back button for example, fires no blur.
  useEffect(
    () => () => {
      if (!isOver.current && getSession()?.user.id === userId) latest.current()
    },
    [userId],
  )
  const close = (by: 'enter' | 'escape' | 'blur') => {
    // Closing may move the focus, which also fires blur.
    isOver.current = true
    onClose(by)
  }
  return {
    value: text,
    maxLength: LIMITS.title,
    autoComplete: 'off',
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setText(target.value)
      draft.keep(target.value)
    },
    onBlur: () => {
      if (isOver.current) return
      save()
      close('blur')
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing) return
      if (event.key !== 'Enter' && event.key !== 'Escape') return
      event.preventDefault()
      if (event.key === 'Enter') save()
      else draft.drop()
      close(event.key === 'Enter' ? 'enter' : 'escape')
    },
  }
}
