import type { CredentialLimitsInput, ShownLimits } from '@cairn/contract/api/credentialLimits'
import type { FormEvent } from 'react'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { LimitsFields } from './LimitsFields.tsx'
import { UsedThisHour } from './LimitsSummary.tsx'
import { draftOf } from './limitsDraft.ts'
import { useLimits } from './useLimits.ts'

interface Props {
  name: string
  limits: ShownLimits
  canWrite: boolean
  save: {
    mutate: (limits: Required<CredentialLimitsInput>) => void
    isPending: boolean
    error: Error | null
  }
  onClose: () => void
}

/** Changes the limits of a token or an app. */
export function LimitsDialog({ name, limits, canWrite, save, onClose }: Props) {
  const { fields, check } = useLimits(canWrite, draftOf(limits))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const sent = check()
    if (sent && !save.isPending) save.mutate(sent)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isBusy={save.isPending}
      title={`Limits of “${name}”`}
      description="Limits apply immediately. Changes already made in this hour still count."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <LimitsFields {...fields} planTitle={limits.plan?.title ?? null} />
        <UsedThisHour limits={limits} />
        {save.error && <Notice look="error">{messageOf(save.error, 'Failed to save limits')}</Notice>}
        <DialogFooter>
          <Button onClick={onClose} disabled={save.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save limits'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
