import { WEBHOOK_FAILING_DAYS, type Webhook } from '@cairn/contract/api/webhooks'
import { useState } from 'react'
import { useWebhookActions } from '../../data/webhooks.ts'
import { messageOf } from '../../lib/api.ts'
import { shortDateTime } from '../../lib/relativeTime.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/Toast.tsx'
import { Deliveries } from './Deliveries.tsx'
import { RotateSecret } from './RotateSecret.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { WebhookStatus } from './WebhookStatus.tsx'

/** One webhook: test, pause and delete it, and see and replay its deliveries. */
export function WebhookDetail({ webhook, onBack }: { webhook: Webhook; onBack: () => void }) {
  const { change, remove, test, replay } = useWebhookActions(webhook)
  const [isDeleting, setDeleting] = useState(false)
  const [isRotating, setRotating] = useState(false)
  const [editing, setEditing] = useState<'never' | 'now' | 'done'>('never')
  const isActive = webhook.status === 'active'
  const failed = (text: string) => (reason: Error) => toast.error(messageOf(reason, text))
  if (editing === 'now')
    return (
      <WebhookForm
        initial={webhook}
        label={change.isPending ? 'Saving...' : 'Save webhook'}
        busy={change.isPending}
        error={change.error}
        failure="Failed to change webhook"
        onCancel={() => setEditing('done')}
        onSubmit={(_, changes) => change.mutate(changes, { onSuccess: () => setEditing('done') })}
      />
    )
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <p className="break-all font-mono text-13">{webhook.url}</p>
        <p className="flex flex-wrap items-center gap-2 text-12 text-muted">
          <WebhookStatus webhook={webhook} />
          <span>{webhook.kinds === null ? 'All events' : webhook.kinds.join(', ')}</span>
          <span>Created by {webhook.created_by.name}</span>
        </p>
      </div>
      {webhook.status === 'disabled' && (
        <Notice look="error">
          Disabled because it failed for {WEBHOOK_FAILING_DAYS} days. Resume it when the receiver works again.
        </Notice>
      )}
      {webhook.old_secret_until !== null && (
        <Notice look="info">
          Messages are signed with the old and the new secret. The old one ends at{' '}
          {shortDateTime(webhook.old_secret_until)}.
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          autoFocus={isActive && editing === 'never'}
          disabled={!isActive}
          busy={test.isPending}
          onClick={() => void test.mutateAsync().catch(failed('Failed to send test event'))}
        >
          Send test event
        </Button>
        <Button
          size="sm"
          autoFocus={!isActive && editing === 'never'}
          busy={change.isPending}
          onClick={() => void change.mutateAsync({ is_active: !isActive }).catch(failed('Failed to change webhook'))}
        >
          {isActive ? 'Pause' : 'Resume'}
        </Button>
        <Button
          size="sm"
          autoFocus={editing === 'done'}
          onClick={() => {
            change.reset()
            setEditing('now')
          }}
        >
          Edit
        </Button>
        <Button size="sm" onClick={() => setRotating(true)}>
          Rotate secret…
        </Button>
        <Button size="sm" variant="danger" onClick={() => setDeleting(true)}>
          Delete…
        </Button>
      </div>
      <Deliveries
        webhook={webhook}
        onReplay={isActive ? (id) => void replay.mutateAsync(id).catch(failed('Failed to replay delivery')) : undefined}
      />
      <DialogFooter>
        <Button onClick={onBack}>Back</Button>
      </DialogFooter>
      {isRotating && <RotateSecret webhook={webhook} onClose={() => setRotating(false)} />}
      {isDeleting && (
        <Dialog
          open
          onOpenChange={(open) => !open && setDeleting(false)}
          isBusy={remove.isPending}
          title="Delete this webhook?"
          description="Its events and deliveries are no longer sent. This can’t be undone."
          width="sm"
        >
          <DialogFooter>
            <Button autoFocus disabled={remove.isPending} onClick={() => setDeleting(false)}>
              Cancel
            </Button>
            <Button
              variant="danger"
              busy={remove.isPending}
              onClick={() =>
                remove.mutate(undefined, { onSuccess: onBack, onError: failed('Failed to delete webhook') })
              }
            >
              {remove.isPending ? 'Deleting...' : 'Delete webhook'}
            </Button>
          </DialogFooter>
        </Dialog>
      )}
    </div>
  )
}
