import { useState } from 'react'
import { useRenewRecoveryCodes } from '../../data/security.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/Toast.tsx'
import { FactorsStep } from './FactorsStep.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** Replaces the recovery codes and shows the new ones once. */
export function RecoveryCodesDialog({ onClose }: { onClose: () => void }) {
  const renew = useRenewRecoveryCodes()
  const [isWarned, setWarned] = useState(false)
  if (renew.data) {
    const finish = () => {
      toast.success('Recovery codes replaced')
      onClose()
    }
    return (
      <Dialog
        open
        onOpenChange={() => setWarned(true)}
        hasClose={false}
        title="Save your recovery codes"
        description="Each code signs you in once if you lose your authenticator app. You won’t be able to see them again."
      >
        <RecoveryCodes
          codes={renew.data.recovery_codes}
          isWarned={isWarned}
          onLeave={() => setWarned(true)}
          onDone={finish}
        />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
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
