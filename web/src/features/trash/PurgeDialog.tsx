import type { PurgeRequest } from '@cairn/contract/api/trash'
import { usePurge } from '../../data/planTrash.ts'
import { messageOf } from '../../lib/api.ts'
import { counted } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/Toast.tsx'

export interface Purge {
  /** What the dialog asks about. */
  title: string
  text: string
  wanted: PurgeRequest
}

/** Confirms first, because what is deleted permanently never comes back. */
export function PurgeDialog({ planId, purge, onClose }: { planId: string; purge: Purge; onClose: () => void }) {
  const { mutate, isPending } = usePurge(planId)
  const confirm = () =>
    mutate(purge.wanted, {
      onSuccess: (count) => {
        toast.success(`${counted(count, 'item')} deleted permanently`)
        onClose()
      },
      onError: (error) => toast.error(messageOf(error, 'Failed to delete permanently')),
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isBusy={isPending}
      title={purge.title}
      description={purge.text}
      width="sm"
    >
      <DialogFooter>
        <Button autoFocus disabled={isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" busy={isPending} onClick={confirm}>
          Delete permanently
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
