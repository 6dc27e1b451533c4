import { LIMITS } from '@cairn/contract/api/common'
import { type FormEvent, useState } from 'react'
import { Button } from './Button.tsx'
import { Dialog, DialogFooter } from './Dialog.tsx'
import { Field } from './Field.tsx'
import { TextInput } from './TextInput.tsx'

interface Props {
  /** The title of the dialog. */
  heading: string
  /** The current title. */
  title: string
  isBusy?: boolean
  error?: string | undefined
  /** Receives the new title, trimmed and not empty. */
  onRename: (title: string) => void
  onClose: () => void
}

/** Asks for a new title of a plan or a node. */
export function RenameDialog({ heading, title: before, isBusy = false, error, onRename, onClose }: Props) {
  const [title, setTitle] = useState(before)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (title.trim() !== '') onRename(title.trim())
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={heading} width="sm">
      <form onSubmit={submit}>
        <Field label="Title" error={error}>
          <TextInput
            autoFocus
            autoComplete="off"
            maxLength={LIMITS.title}
            value={title}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setTitle(event.target.value)}
          />
        </Field>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isBusy} disabled={title.trim() === ''}>
            Rename
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
