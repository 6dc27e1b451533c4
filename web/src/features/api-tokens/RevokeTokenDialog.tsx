import type { ApiToken } from '@cairn/contract/api/tokens'
import { useRevokeToken } from '../../data/tokens.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/Toast.tsx'

const FAILURE = 'Failed to revoke API token'

/** Confirms first, because a revoked token never works again. */
export function RevokeTokenDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const revoke = useRevokeToken()
  const confirm = () =>
    revoke.mutate(token.id, {
      onSuccess: () => {
        toast.success('Token revoked successfully')
        onClose()
      },
      onError: (error) => toast.error(`Failed to revoke token: ${messageOf(error, FAILURE)}`),
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isBusy={revoke.isPending}
      title={`Revoke “${token.name}”?`}
      description="Anything using this token stops working immediately. This can’t be undone."
      width="sm"
    >
      <DialogFooter>
        <Button autoFocus disabled={revoke.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" busy={revoke.isPending} onClick={confirm}>
          {revoke.isPending ? 'Revoking...' : 'Revoke token'}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
