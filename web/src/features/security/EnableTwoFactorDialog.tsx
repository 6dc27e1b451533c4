import { useState } from 'react'
import { useEnableTwoFactor, useSetUpTwoFactor } from '../../data/security.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/Toast.tsx'
import { AuthenticatorStep } from './AuthenticatorStep.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** Sets two-factor up: the password, the authenticator app with its first code, the recovery codes. */
export function EnableTwoFactorDialog({ onClose }: { onClose: () => void }) {
  const setUp = useSetUpTwoFactor()
  const enable = useEnableTwoFactor()
  const [isWarned, setWarned] = useState(false)
  const codes = enable.data?.recovery_codes

  if (codes) {
    const finish = () => {
      toast.success('Two-factor authentication enabled')
      onClose()
    }
    return (
      <Dialog
        open
        onOpenChange={() => setWarned(true)}
        hasClose={false}
        title="Save your recovery codes"
        description="Each of them signs you in once when your authenticator app is not at hand. They are shown only now."
      >
        <RecoveryCodes codes={codes} isWarned={isWarned} onLeave={() => setWarned(true)} onDone={finish} />
      </Dialog>
    )
  }
  if (setUp.data) {
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title="Add Cairn to your authenticator app"
        description="Scan the code with an app like Aegis, 1Password or Google Authenticator. Then enter the six digits that it shows."
      >
        <AuthenticatorStep setUp={setUp.data} enable={enable} onCancel={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Enable two-factor authentication"
      description="You will need an authenticator app on your phone. First, please prove that it is you."
      width="sm"
    >
      <PasswordStep
        action="Continue"
        busyAction="Checking..."
        look="primary"
        mutation={setUp}
        failure="Failed to set up two-factor authentication. Please try again."
        onCancel={onClose}
      />
    </Dialog>
  )
}
