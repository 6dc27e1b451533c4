import type { ConnectedApp } from '@cairn/contract/api/apps'
import { useDisconnectApp } from '../../data/apps.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/Toast.tsx'

const FAILURE = 'Failed to disconnect app'

export function DisconnectDialog({ app, onClose }: { app: ConnectedApp; onClose: () => void }) {
  const disconnect = useDisconnectApp()
  const confirm = () =>
    disconnect.mutate(app.id, {
      onSuccess: () => {
        toast.success('App disconnected')
        onClose()
      },
      onError: (error) => toast.error(messageOf(error, FAILURE)),
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isBusy={disconnect.isPending}
      title={`Disconnect “${app.name}”?`}
      description="It loses access immediately. Its changes stay. You can connect it again from the app."
      width="sm"
    >
      <DialogFooter>
        <Button autoFocus disabled={disconnect.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" busy={disconnect.isPending} onClick={confirm}>
          {disconnect.isPending ? 'Disconnecting...' : 'Disconnect'}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
