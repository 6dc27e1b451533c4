import { LIMITS } from '@cairn/contract/api/common'
import type { Plan } from '@cairn/contract/api/plans'
import { type FormEvent, useState } from 'react'
import { useUpdatePlan } from '../../data/plans.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

export function RenameDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const [title, setTitle] = useState(plan.title)
  const update = useUpdatePlan()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (title.trim()) update.mutate({ planId: plan.id, title: title.trim() }, { onSuccess: onClose })
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Rename plan" width="sm">
      <form onSubmit={submit}>
        <Field label="Title" error={update.isError ? messageOf(update.error, 'Failed to update plan') : undefined}>
          <TextInput
            autoFocus
            maxLength={LIMITS.title}
            value={title}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setTitle(event.target.value)}
          />
        </Field>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={update.isPending} disabled={!title.trim()}>
            Rename
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
