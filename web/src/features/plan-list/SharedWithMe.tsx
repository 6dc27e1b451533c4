import type { ListedPlan } from '@cairn/contract/api/plans'
import { Inbox, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { readStored, writeStored } from '../../lib/storage.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

/** A browser that has not been here shows what was shared within a week. */
const FIRST_VISIT_MS = 7 * 86_400_000
/** More than these are only counted. */
const NAMED = 3

const keyOf = (userId: string) => `plans_visited.${userId}`

/** What others have shared since this person's last visit to My Plans; new ones join while the page is open. */
export function SharedWithMe({ userId, plans }: { userId: string; plans: readonly ListedPlan[] }) {
  const [since, setSince] = useState(
    () => readStored(keyOf(userId)) ?? new Date(Date.now() - FIRST_VISIT_MS).toISOString(),
  )
  const fresh = plans.filter(({ shared_at }) => shared_at !== null && shared_at > since)
  // The server's clock, so that no plan falls between two visits.
  const newest = useRef(since)
  newest.current = plans.reduce(
    (latest, { shared_at }) => ((shared_at ?? '') > latest ? (shared_at ?? '') : latest),
    since,
  )
  useEffect(() => () => void writeStored(keyOf(userId), newest.current), [userId])
  if (fresh.length === 0) return null
  return (
    <section
      aria-label="Shared with you"
      className="flex items-start gap-3 rounded-10 border border-line bg-surface py-2 pr-2 pl-4 text-13"
    >
      <Inbox size={16} aria-hidden className="mt-1.5 shrink-0 text-accent-ink" />
      <ul role="status" className="flex min-w-0 flex-1 flex-col gap-1 py-1">
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
        icon={<X size={15} aria-hidden />}
        onClick={() => {
          writeStored(keyOf(userId), newest.current)
          setSince(newest.current)
        }}
      />
    </section>
  )
}
