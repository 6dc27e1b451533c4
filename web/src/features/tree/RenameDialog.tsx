import { LIMITS } from '@cairn/contract/api/common'
import { type FormEvent, useState } from 'react'
import type { NodeActions } from '../../data/nodeActions.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

interface Props {
  nodes: PlanNodes
  actions: NodeActions
  id: string
  onClose: () => void
}

/** Renames a node where its title may not be on the screen to be edited in place. */
export function RenameDialog({ nodes, actions, id, onClose }: Props) {
  const [title, setTitle] = useState(() => nodes.get(id)?.title ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const next = title.trim()
    if (next === '') return
    if (next !== nodes.get(id)?.title) actions.edit(id, { title: next })
    onClose()
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Rename node" width="sm">
      <form onSubmit={submit}>
        <Field label="Title">
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
          <Button type="submit" look="primary" disabled={title.trim() === ''}>
            Rename
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
