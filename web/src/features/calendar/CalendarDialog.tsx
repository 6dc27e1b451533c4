import type { Plan } from '@cairn/contract/api/plans'
import { useQuery } from '@tanstack/react-query'
import { calendarsQuery } from '../../data/calendars.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { CalendarFeed } from './CalendarFeed.tsx'

/** The user's own feed of the due dates of one plan. */
export function CalendarDialog({ plan, onClose }: { plan: Pick<Plan, 'id' | 'title'>; onClose: () => void }) {
  const { data: feeds, error, refetch } = useQuery(calendarsQuery)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Plan calendar"
      description="Subscribe to the due dates of this plan in your calendar app. Anyone who has the URL can read them."
    >
      {error && <ErrorNotice title="Failed to load calendars" error={error} onRetry={() => refetch()} />}
      {!feeds && !error && (
        <div role="status" aria-label="Loading">
          <Skeleton className="h-8 w-48" />
        </div>
      )}
      {feeds && (
        <CalendarFeed
          autoFocus
          name={plan.title}
          planId={plan.id}
          feed={feeds.find((feed) => feed.plan?.id === plan.id)}
        />
      )}
    </Dialog>
  )
}
