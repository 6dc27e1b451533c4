import type { ListedPlan } from '@cairn/contract/api/plans'
import { useQuery } from '@tanstack/react-query'
import { Inbox, X } from 'lucide-react'
import { useEffect } from 'react'
import { sharedQuery, useMarkSeen } from '../../data/plans.ts'
import { messageOf } from '../../lib/api.ts'
import { counted } from '../../lib/numbers.ts'
import { useLatest } from '../../lib/useLatest.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { toast } from '../../ui/Toast.tsx'

/** Maximum number of plans named. Others are only counted. */
const NAMED = 3

interface Props {
  plans: readonly ListedPlan[]
  /** Whether these are all plans. Otherwise those that were shared last are loaded beside them. */
  areAll: boolean
}

/** Plans shared with the user since the last visit to My Plans. Plans shared while the page is open are added. */
export function SharedWithMe({ plans, areAll }: Props) {
  const { mutate: markSeen, isPending } = useMarkSeen()
  const { data: latest = [] } = useQuery({ ...sharedQuery, enabled: !areAll })
  const fresh = (areAll ? plans : latest).filter(({ is_new }) => is_new)
  // Uses the server's clock, so that no plan is missed between two visits.
  const newest = fresh.reduce((latest, { shared_at }) => ((shared_at ?? '') > latest ? (shared_at ?? '') : latest), '')
  const shown = useLatest(newest)
  // Leaving the page ends the visit. If the request fails, the plans are shown as new again.
  useEffect(
    () => () => {
      if (shown.current !== '') markSeen(shown.current)
    },
    [markSeen],
  )
  if (fresh.length === 0) return null
  return (
    <section
      aria-label="Shared with you"
      className="flex items-start gap-3 rounded-10 border border-line bg-surface py-2 pr-2 pl-4 text-13"
    >
      <Inbox size={16} aria-hidden className="mt-1.5 shrink-0 text-accent-ink" />
      <p role="status" className="sr-only">
        {counted(fresh.length, 'plan')} shared with you
      </p>
      <ul className="flex min-w-0 flex-1 flex-col gap-1 py-1">
        {fresh.slice(0, NAMED).map(({ id, title, owner }) => (
          <li key={id} className="wrap-anywhere">
            {owner.name} shared <TextLink to={`/plans/${id}`}>{title}</TextLink> with you
          </li>
        ))}
        {fresh.length > NAMED && <li className="text-muted">and {fresh.length - NAMED} more</li>}
      </ul>
      <IconButton
        size="sm"
        label="Dismiss"
        busy={isPending}
        icon={<X size={15} aria-hidden />}
        onClick={() =>
          markSeen(newest, {
            onError: (error) => void toast.error(messageOf(error, 'Failed to dismiss notice. Please try again.')),
          })
        }
      />
    </section>
  )
}
