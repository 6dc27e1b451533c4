import { LIMITS } from '@cairn/contract/api/common'
import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react'

interface Options {
  title: string
  /** Gets the new title, and the one that stood there when the editing began. Not called when nothing has changed. */
  onSave: (title: string, before: string) => void
  onClose: (by: 'enter' | 'escape' | 'blur') => void
}

/** The properties of a field in which a title is edited: Enter or leaving the field saves, Escape reverts. */
export function useTitleEdit({ title, onSave, onClose }: Options) {
  const [text, setText] = useState(title)
  // The title may change meanwhile: an edit that changes nothing must not revert what somebody else wrote.
  const [before] = useState(title)
  const isOver = useRef(false)

  const save = () => {
    const next = text.replace(/\s*\n\s*/g, ' ').trim()
    if (next !== '' && next !== before) onSave(next, before)
  }
  const close = (by: 'enter' | 'escape' | 'blur') => {
    // Whoever closes the field may move the focus, which is a blur as well.
    isOver.current = true
    onClose(by)
  }
  return {
    value: text,
    maxLength: LIMITS.title,
    autoComplete: 'off',
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => setText(target.value),
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
      close(event.key === 'Enter' ? 'enter' : 'escape')
    },
  }
}
