import { useQuery } from '@tanstack/react-query'
import { calendarsQuery } from '../../data/calendars.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { PageSection } from '../../ui/PageSection.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { CalendarFeed } from './CalendarFeed.tsx'

/** The user's feed of assigned nodes, and the feeds of plans that they have created. */
export function CalendarSection() {
  const { data: feeds, error, refetch } = useQuery(calendarsQuery)
  return (
    <PageSection
      title="Calendar"
      anchor="calendar"
      text="See due dates in your calendar app. Anyone who has a calendar URL can read the due dates in it."
    >
      {error && <ErrorNotice title="Failed to load calendars" error={error} onRetry={() => refetch()} />}
      {!feeds && !error && (
        <div role="status" aria-label="Loading" className="rounded-10 border border-line bg-surface p-4">
          <Skeleton className="h-3 w-48" />
        </div>
      )}
      {feeds && (
        <ul aria-label="Calendars" className="lines-between overflow-hidden rounded-10 border border-line bg-surface">
          <li className="flex flex-col gap-3 px-4 py-3">
            <div>
              <p className="font-medium">My due dates</p>
              <p className="text-13 text-muted">Open nodes that are assigned to you, in all your plans.</p>
            </div>
            <CalendarFeed name="my due dates" planId={null} feed={feeds.find(({ plan }) => plan === null)} />
          </li>
          {feeds.map(
            (feed) =>
              feed.plan && (
                <li key={feed.id} className="flex flex-col gap-3 px-4 py-3">
                  <p className="break-words">
                    <TextLink to={`/plans/${feed.plan.id}`}>{feed.plan.title}</TextLink>
                  </p>
                  <CalendarFeed name={feed.plan.title} planId={feed.plan.id} feed={feed} />
                </li>
              ),
          )}
        </ul>
      )}
    </PageSection>
  )
}
