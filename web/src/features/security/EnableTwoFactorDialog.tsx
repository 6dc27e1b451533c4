import { useEnableTwoFactor, useSetUpTwoFactor } from '../../data/security.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/Toast.tsx'
import { AuthenticatorStep } from './AuthenticatorStep.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** Sets up two-factor authentication: confirm the password, enter a first code, save the recovery codes. */
export function EnableTwoFactorDialog({ onClose }: { onClose: () => void }) {
  const setUp = useSetUpTwoFactor()
  const enable = useEnableTwoFactor()
  const codes = enable.data?.recovery_codes

  if (codes) {
    const finish = () => {
      toast.success('Two-factor authentication enabled')
      onClose()
    }
    return <RecoveryCodes codes={codes} onDone={finish} />
  }
  if (setUp.data) {
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        isBusy={enable.isPending}
        title="Add Cairn to your authenticator app"
        description="Scan the QR code with an app such as 1Password or Google Authenticator, then enter the six-digit code it shows."
      >
        <AuthenticatorStep setUp={setUp.data} enable={enable} onCancel={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isBusy={setUp.isPending}
      title="Enable two-factor authentication"
      description="You’ll need an authenticator app on your phone. First, confirm your password."
      width="sm"
    >
      <PasswordStep
        action="Continue"
        busyAction="Checking..."
        variant="primary"
        mutation={setUp}
        failure="Failed to set up two-factor authentication. Please try again."
        onCancel={onClose}
      />
    </Dialog>
  )
}
