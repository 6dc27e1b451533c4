import type { Plan } from '@cairn/contract/api/plans'
import { useRemovePlan } from '../../data/plans.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/Toast.tsx'

/** Asks for confirmation, because only a new invitation restores access. */
export function LeaveDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const leave = useRemovePlan('leave')
  const confirm = () => {
    leave.mutateAsync(plan.id).then(
      () => toast(`You left “${plan.title}”`),
      (error: unknown) => toast.error(messageOf(error, 'Failed to leave plan')),
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Leave “${plan.title}”?`}
      description={`You’ll lose access until ${plan.owner.name} shares the plan with you again.`}
      width="sm"
    >
      <DialogFooter>
        <Button autoFocus onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" busy={leave.isPending} onClick={confirm}>
          Leave plan
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
