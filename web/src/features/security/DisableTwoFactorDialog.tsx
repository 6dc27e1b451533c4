import { type BothFactors, useDisableTwoFactor } from '../../data/security.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/Toast.tsx'
import { FactorsStep } from './FactorsStep.tsx'

/** Disables two-factor authentication. Requires the password and a code. */
export function DisableTwoFactorDialog({ onClose }: { onClose: () => void }) {
  const disable = useDisableTwoFactor()
  const confirm = (factors: BothFactors) =>
    disable.mutate(factors, {
      onSuccess: () => {
        toast.success('Two-factor authentication disabled')
        onClose()
      },
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isBusy={disable.isPending}
      title="Disable two-factor authentication?"
      description="You’ll sign in with your password only, and your recovery codes will stop working. You’ll be logged out on all other devices."
      width="sm"
    >
      <FactorsStep
        action="Disable"
        busyAction="Disabling..."
        variant="danger"
        mutation={{ ...disable, mutate: confirm }}
        failure="Failed to disable two-factor authentication. Please try again."
        onCancel={onClose}
      />
    </Dialog>
  )
}
