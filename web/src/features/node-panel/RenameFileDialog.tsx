import type { Artifact } from '@cairn/contract/api/artifacts'
import { LIMITS } from '@cairn/contract/api/common'
import { type FormEvent, useState } from 'react'
import { useArtifacts } from '../../data/artifacts.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

interface Props {
  planId: string
  artifact: Artifact
  onClose: () => void
}

export function RenameFileDialog({ planId, artifact, onClose }: Props) {
  const [before] = useState(artifact.name)
  const [name, setName] = useState(before)
  const { rename } = useArtifacts(planId, artifact.node_id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === before) return onClose()
    if (name.trim() !== '') rename.mutate({ id: artifact.id, name: name.trim() }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isBusy={rename.isPending}
      title={artifact.size === null ? 'Rename link' : 'Rename file'}
      width="sm"
    >
      <form onSubmit={submit}>
        <Field label="Name" error={rename.isError ? messageOf(rename.error, 'Failed to rename file') : undefined}>
          <TextInput
            autoFocus
            maxLength={LIMITS.file_name}
            value={name}
            onFocus={({ target }) => target.setSelectionRange(0, stemLength(target.value))}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <DialogFooter>
          <Button onClick={onClose} disabled={rename.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={rename.isPending} disabled={name.trim() === ''}>
            Rename
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

/** Length of the name without its extension. */
const stemLength = (name: string): number => (name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length)
