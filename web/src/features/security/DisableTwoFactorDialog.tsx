import { useDisableTwoFactor } from '../../data/security.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/Toast.tsx'
import { PasswordStep } from './PasswordStep.tsx'

/** Turns two-factor off, with the password. */
export function DisableTwoFactorDialog({ onClose }: { onClose: () => void }) {
  const disable = useDisableTwoFactor()
  const confirm = (password: string) =>
    disable.mutate(password, {
      onSuccess: () => {
        toast.success('Two-factor authentication is off')
        onClose()
      },
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Disable two-factor authentication?"
      description="The password alone will sign you in again, and your recovery codes are worth nothing any more."
      width="sm"
    >
      <PasswordStep
        action="Disable"
        busyAction="Disabling..."
        look="danger"
        mutation={{ ...disable, mutate: confirm }}
        failure="Failed to disable two-factor authentication. Please try again."
        onCancel={onClose}
      />
    </Dialog>
  )
}
