import type { FormEvent, KeyboardEvent, ReactNode, Ref } from 'react'
import { currentEntryOf } from '../../data/logs.ts'
import { messageOf } from '../../lib/api.ts'
import { isSend, SEND_KEYS } from '../../lib/shortcuts.ts'
import { shorten } from '../../lib/shorten.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/Notice.tsx'
import { toEdited } from './comments/mentionText.ts'

interface Props {
  label: string
  isSaving: boolean
  error: unknown
  /** The message if the error has none. */
  failure: string
  isReady: boolean
  onSave: () => void
  onCancel: () => void
  /** Called by Escape. */
  onClose: () => void
  className: string
  ref: Ref<HTMLFormElement>
  children: ReactNode
}

/** Someone has changed the entry in another tab or on another device. */
const changedTo = (content: string): string =>
  `This entry was changed since to “${shorten(content, 200)}”. Save again to replace it, or cancel to keep it.`

/** The form in which an entry is edited. Ctrl+Enter saves it. */
export function EditForm({
  label,
  isSaving,
  error,
  failure,
  isReady,
  onSave,
  onCancel,
  onClose,
  className,
  ref,
  children,
}: Props) {
  const current = currentEntryOf(error)
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (isReady && !isSaving) onSave()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (isSend(event)) submit()
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return (
    <form
      ref={ref}
      aria-label={label}
      onSubmit={submit}
      onKeyDown={handleKey}
      className={cx('flex flex-col gap-2', className)}
    >
      {children}
      {error ? (
        <Notice look="error">
          {current ? changedTo(toEdited(current.content, current.mentions)) : messageOf(error, failure)}
        </Notice>
      ) : null}
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={onCancel} disabled={isSaving}>
          Cancel
        </Button>
        <Button type="submit" size="sm" variant="primary" busy={isSaving} disabled={!isReady} title={SEND_KEYS}>
          {isSaving ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  )
}
