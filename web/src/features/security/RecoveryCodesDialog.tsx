import { useRenewRecoveryCodes } from '../../data/security.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/Toast.tsx'
import { FactorsStep } from './FactorsStep.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** Replaces the recovery codes and shows the new ones once. */
export function RecoveryCodesDialog({ onClose }: { onClose: () => void }) {
  const renew = useRenewRecoveryCodes()
  if (renew.data) {
    const finish = () => {
      toast.success('Recovery codes replaced')
      onClose()
    }
    return <RecoveryCodes codes={renew.data.recovery_codes} onDone={finish} />
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isBusy={renew.isPending}
      title="Replace recovery codes?"
      description="Your current recovery codes will stop working."
      width="sm"
    >
      <FactorsStep
        action="Replace"
        busyAction="Replacing..."
        variant="primary"
        mutation={renew}
        failure="Failed to replace recovery codes. Please try again."
        onCancel={onClose}
      />
    </Dialog>
  )
}
