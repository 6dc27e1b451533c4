import { LIMITS } from '@cairn/contract/api/common'
import { type FormEvent, useState } from 'react'
import { Button } from './Button.tsx'
import { Dialog, DialogFooter } from './Dialog.tsx'
import { Field } from './Field.tsx'
import { TextInput } from './TextInput.tsx'
import { useTitleDraft } from './useTitleDraft.ts'

interface Props {
  /** The title of the dialog. */
  heading: string
  /** The current title. */
  title: string
  /** Where the title is stored while it is typed. What `onRename` gets stays there until it is saved. */
  place: string
  isBusy?: boolean
  error?: string | undefined
  /** Receives the new title, trimmed and not empty. */
  onRename: (title: string) => void
  onClose: () => void
}

/** Asks for a new title of a plan or a node. */
export function RenameDialog({ heading, title: before, place, isBusy = false, error, onRename, onClose }: Props) {
  const [title, setTitle] = useState(before)
  const draft = useTitleDraft(place, before)
  const cancel = () => {
    draft.drop()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (title.trim() !== '' && !isBusy) onRename(title.trim())
  }
  return (
    <Dialog open onOpenChange={(open) => !open && cancel()} isBusy={isBusy} title={heading} width="sm">
      <form onSubmit={submit}>
        <Field label="Title" error={error}>
          <TextInput
            autoFocus
            autoComplete="off"
            maxLength={LIMITS.title}
            value={title}
            readOnly={isBusy}
            onFocus={(event) => event.target.select()}
            onChange={({ target: { value } }) => {
              setTitle(value)
              draft.keep(value)
            }}
          />
        </Field>
        <DialogFooter>
          <Button onClick={cancel} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={isBusy} disabled={title.trim() === ''}>
            Rename
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
