import { WEBHOOK_FAILING_DAYS, type Webhook, type WebhookDelivery } from '@cairn/contract/api/webhooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deliveriesQuery, useWebhookActions } from '../../data/webhooks.ts'
import { messageOf } from '../../lib/api.ts'
import { shortDateTime } from '../../lib/relativeTime.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { toast } from '../../ui/Toast.tsx'
import { RotateSecret } from './RotateSecret.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { WebhookStatus } from './WebhookStatus.tsx'

/** One webhook: test, pause and delete it, and see and replay its deliveries. */
export function WebhookDetail({ webhook, onBack }: { webhook: Webhook; onBack: () => void }) {
  const { change, remove, test, replay } = useWebhookActions(webhook)
  const { data: deliveries, error, refetch } = useQuery(deliveriesQuery(webhook))
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
        onSubmit={(input) => change.mutate(input, { onSuccess: () => setEditing('done') })}
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
      <section aria-label="Deliveries" className="flex flex-col gap-2">
        <h3 className="font-medium text-13">Latest deliveries</h3>
        {error && <ErrorNotice title="Failed to load deliveries" error={error} onRetry={() => refetch()} />}
        {deliveries?.length === 0 && <p className="text-13 text-muted">No deliveries</p>}
        {deliveries && deliveries.length > 0 && (
          <ul className="max-h-80 divide-y divide-line overflow-y-auto rounded-10 border border-line">
            {deliveries.map((delivery) => (
              <Delivery
                key={delivery.id}
                delivery={delivery}
                onReplay={
                  isActive
                    ? () => void replay.mutateAsync(delivery.id).catch(failed('Failed to replay delivery'))
                    : undefined
                }
              />
            ))}
          </ul>
        )}
      </section>
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

const STATUS = {
  waiting: { label: 'Waiting', tone: 'progress' },
  delivered: { label: 'Delivered', tone: 'done' },
  failed: { label: 'Failed', tone: 'blocked' },
} as const

function Delivery({ delivery, onReplay }: { delivery: WebhookDelivery; onReplay: (() => void) | undefined }) {
  const { kind, status, code, duration_ms, answer, attempts, created_at } = delivery
  const { label, tone } = STATUS[status]
  return (
    <li className="flex flex-wrap items-start gap-2 px-3 py-2">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex flex-wrap items-center gap-2">
          <code className="text-13">{kind}</code>
          <Badge tone={tone}>{label}</Badge>
        </span>
        <span className="flex flex-wrap gap-x-1.5 text-12 text-muted tabular-nums">
          <RelativeTime at={created_at} />
          {code !== null && <span>· Status {code}</span>}
          {duration_ms !== null && <span>· {duration_ms} ms</span>}
          <span>· {attempts === 1 ? '1 attempt' : `${attempts} attempts`}</span>
        </span>
        {answer && <code className="line-clamp-2 break-all text-12 text-muted">{answer}</code>}
      </div>
      {onReplay && (
        <Button size="sm" variant="ghost" aria-label={`Replay ${kind}`} onClick={onReplay}>
          Replay
        </Button>
      )}
    </li>
  )
}
