import { LIMITS } from '@cairn/contract/api/common'
import { useState } from 'react'

const LOOK = '-mx-1.5 rounded-6 px-1.5 py-0.5 font-semibold text-20'

interface Props {
  title: string
  /** What stands there for a node without a title. */
  shown: string
  onRename?: (title: string, before: string) => void
}

/** The node's title, edited in place: Enter or leaving the field saves, Escape takes it back. */
export function NodeTitle({ title, shown, onRename }: Props) {
  /** With the title as it was before: who has changed nothing takes nobody's new title back. */
  const [edit, setEdit] = useState<{ before: string; text: string } | null>(null)
  if (!onRename)
    return (
      <h2 dir="auto" className={`${LOOK} break-words text-left`}>
        {shown}
      </h2>
    )
  if (edit === null)
    return (
      <h2 className="flex">
        <button
          type="button"
          dir="auto"
          title="Rename"
          onClick={() => setEdit({ before: title, text: title })}
          className={`${LOOK} min-w-0 cursor-text! break-words text-left hover:bg-hover`}
        >
          {shown}
        </button>
      </h2>
    )
  const save = () => {
    const next = edit.text.replace(/\s*\n\s*/g, ' ').trim()
    setEdit(null)
    if (next !== '' && next !== edit.before) onRename(next, edit.before)
  }
  return (
    <textarea
      // biome-ignore lint/a11y/noAutofocus: it stands where the title was clicked.
      autoFocus
      dir="auto"
      rows={1}
      aria-label="Title"
      value={edit.text}
      maxLength={LIMITS.title}
      onFocus={(event) => event.target.setSelectionRange(0, event.target.value.length)}
      onChange={(event) => setEdit({ ...edit, text: event.target.value })}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') {
          event.preventDefault()
          save()
        }
        if (event.key === 'Escape') {
          event.preventDefault()
          setEdit(null)
        }
      }}
      className={`${LOOK} field-sizing-content resize-none bg-surface outline-2 outline-accent`}
    />
  )
}
