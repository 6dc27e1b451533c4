import type { Plan } from '@cairn/contract/api/plans'
import { useQuery } from '@tanstack/react-query'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { useCreateWebhook, webhooksQuery } from '../../data/webhooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { WebhookDetail } from './WebhookDetail.tsx'
import { NewWebhook } from './WebhookForm.tsx'
import { WebhookStatus } from './WebhookStatus.tsx'

/** `seen` is the webhook from which the list was reached. */
type View = { kind: 'list'; seen?: string } | { kind: 'new' } | { kind: 'detail'; id: string }

/** The webhooks of a plan: list, creation, and one with its deliveries. */
export function WebhooksDialog({ plan, onClose }: { plan: Pick<Plan, 'id'>; onClose: () => void }) {
  const { data: webhooks, error, refetch } = useQuery(webhooksQuery(plan.id))
  const create = useCreateWebhook(plan.id)
  const [view, setView] = useState<View>({ kind: 'list' })
  const showList = () => setView({ kind: 'list', ...(view.kind === 'detail' ? { seen: view.id } : {}) })
  const [isWarned, setWarned] = useState(false)
  const leaveNew = () => {
    // Its secret is shown once.
    create.reset()
    setWarned(false)
    showList()
  }
  const isSeen = ({ id }: { id: string }) => view.kind === 'list' && id === view.seen
  const shown = view.kind === 'detail' ? webhooks?.find(({ id }) => id === view.id) : undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && (create.data ? setWarned(true) : onClose())}
      hasClose={!create.data}
      isBusy={create.isPending}
      title="Webhooks"
      description="Send the events of this plan to a URL as signed JSON. The receiver can read every event that you send."
      width="lg"
    >
      {view.kind === 'new' && (
        <NewWebhook
          create={create}
          onCancel={leaveNew}
          onDone={leaveNew}
          isWarned={isWarned}
          onLeave={() => setWarned(true)}
        />
      )}
      {shown && <WebhookDetail key={shown.id} webhook={shown} onBack={showList} />}
      {view.kind !== 'new' && !shown && (
        <>
          {error && <ErrorNotice title="Failed to load webhooks" error={error} onRetry={() => refetch()} />}
          {!webhooks && !error && (
            <div role="status" aria-label="Loading">
              <Skeleton className="h-10 w-full" />
            </div>
          )}
          {webhooks?.length === 0 && (
            <EmptyState
              icon={<WebhookIcon size={20} />}
              title="No webhooks"
              text="Create one to notify another service when this plan changes."
            />
          )}
          {webhooks && webhooks.length > 0 && (
            <ul aria-label="Webhooks" className="lines-between overflow-hidden rounded-10 border border-line">
              {webhooks.map((webhook) => (
                <li key={webhook.id} className="flex items-center gap-3 py-2 pr-2 pl-4">
                  <div className="min-w-0 flex-1">
                    <p className="truncate font-mono text-13" title={webhook.url}>
                      {webhook.url}
                    </p>
                    <p className="mt-0.5 flex flex-wrap items-center gap-2 text-12 text-muted">
                      <WebhookStatus webhook={webhook} />
                      {webhook.kinds === null ? 'All events' : webhook.kinds.join(', ')}
                    </p>
                  </div>
                  <Button
                    size="sm"
                    variant="ghost"
                    autoFocus={isSeen(webhook)}
                    aria-label={`Open ${webhook.url}`}
                    onClick={() => setView({ kind: 'detail', id: webhook.id })}
                  >
                    Open
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <DialogFooter>
            <Button
              autoFocus={!webhooks?.some(isSeen)}
              variant="primary"
              icon={<Plus size={16} aria-hidden />}
              onClick={() => setView({ kind: 'new' })}
            >
              Create webhook
            </Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  )
}
