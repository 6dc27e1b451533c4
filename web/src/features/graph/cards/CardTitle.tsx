import { LIMITS } from '@cairn/contract/api/common'
import { type KeyboardEvent, useState } from 'react'

interface Props {
  title: string
  onSave: (title: string, before: string) => void
  onClose: (end: { byKey: boolean }) => void
}

/** The title of a card while it is written: Enter or leaving saves, Escape takes back. */
export function CardTitle({ title, onSave, onClose }: Props) {
  const [text, setText] = useState(title)
  /** As it was when the editing began: who has changed nothing takes nobody's new title back. */
  const [before] = useState(title)
  const save = (end: { byKey: boolean }) => {
    if (text.trim() !== '' && text.trim() !== before) onSave(text.trim(), before)
    onClose(end)
  }
  const handleKey = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') save({ byKey: true })
    if (event.key === 'Escape') onClose({ byKey: true })
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: it was opened to be written in.
      autoFocus
      aria-label="Title"
      maxLength={LIMITS.title}
      value={text}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => save({ byKey: false })}
      onKeyDown={handleKey}
      className="nodrag nopan min-w-0 flex-1 rounded-[4px] bg-surface text-13 outline-2 outline-accent"
    />
  )
}
