import type { DeliveryStatus, Webhook, WebhookDelivery } from '@cairn/contract/api/webhooks'
import { useRef, useState } from 'react'
import { useDeliveries } from '../../data/deliveries.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

const STATUS = {
  waiting: { label: 'Waiting', tone: 'progress' },
  delivered: { label: 'Delivered', tone: 'done' },
  failed: { label: 'Failed', tone: 'blocked' },
} as const

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'waiting', label: STATUS.waiting.label },
  { value: 'delivered', label: STATUS.delivered.label },
  { value: 'failed', label: STATUS.failed.label },
] as const

interface Props {
  webhook: Webhook
  /** Undefined while the webhook sends nothing. */
  onReplay: ((deliveryId: string) => void) | undefined
}

/** What was sent to a webhook, newest first. */
export function Deliveries({ webhook: { plan_id, id }, onReplay }: Props) {
  const [filter, setFilter] = useState<DeliveryStatus | 'all'>('all')
  const list = useDeliveries({ plan_id, id, status: filter === 'all' ? undefined : filter })
  const { deliveries } = list
  const section = useRef<HTMLElement>(null)
  const replay =
    onReplay &&
    ((delivery: WebhookDelivery) => {
      // The row and its button leave the list of its old status.
      if (filter !== 'all') section.current?.focus()
      onReplay(delivery.id)
    })
  return (
    <section ref={section} tabIndex={-1} aria-label="Deliveries" className="flex flex-col gap-2 outline-none">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium text-13">Deliveries</h3>
        <Segmented label="Status" value={filter} options={FILTERS} onChange={setFilter} />
      </div>
      <p role="status" className="sr-only">
        {deliveries && shownText(deliveries.length)}
      </p>
      {list.error && <ErrorNotice title="Failed to load deliveries" error={list.error} onRetry={list.retry} />}
      {!deliveries && !list.error && (
        <div role="status" aria-label="Loading">
          <Skeleton className="h-14 w-full" />
        </div>
      )}
      {deliveries?.length === 0 && (
        <p className="text-13 text-muted">{filter === 'all' ? 'No deliveries' : 'No deliveries with this status'}</p>
      )}
      {deliveries && deliveries.length > 0 && (
        <ul className="max-h-80 lines-between overflow-y-auto rounded-10 border border-line">
          {deliveries.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} onReplay={replay && (() => replay(delivery))} />
          ))}
        </ul>
      )}
      {list.hasMore && (
        <Button size="sm" className="self-center" busy={list.isLoadingMore} onClick={list.loadMore}>
          Load more
        </Button>
      )}
    </section>
  )
}

const shownText = (count: number): string =>
  count === 1 ? '1 delivery shown' : `${formatNumber(count)} deliveries shown`

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
