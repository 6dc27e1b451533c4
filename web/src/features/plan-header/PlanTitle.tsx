import { LIMITS } from '@cairn/contract/api/common'
import { useState } from 'react'

const LOOK = 'h-8 min-w-0 truncate rounded-6 px-1.5 font-semibold text-16'

/** The plan's name, renamed in place: Enter or leaving the field saves, Escape takes it back. */
export function PlanTitle({ title, onRename }: { title: string; onRename?: (title: string) => void }) {
  /** With the title as it was before: who has changed nothing takes nobody's new title back. */
  const [edit, setEdit] = useState<{ before: string; text: string } | null>(null)
  if (!onRename) return <h1 className={`${LOOK} leading-8`}>{title}</h1>
  if (edit === null)
    return (
      <h1 className="flex min-w-0">
        <button
          type="button"
          title="Rename"
          onClick={() => setEdit({ before: title, text: title })}
          className={`${LOOK} hover:bg-hover`}
        >
          {title}
        </button>
      </h1>
    )
  const save = () => {
    const next = edit.text.trim()
    setEdit(null)
    if (next !== '' && next !== edit.before) onRename(next)
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: it stands where the title was clicked.
      autoFocus
      aria-label="Plan title"
      value={edit.text}
      maxLength={LIMITS.title}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setEdit({ ...edit, text: event.target.value })}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') save()
        if (event.key === 'Escape') {
          event.preventDefault()
          setEdit(null)
        }
      }}
      className={`${LOOK} w-full max-w-130 border border-accent bg-surface outline-2 outline-accent/30`}
    />
  )
}
