import type { ActivityItem } from '@cairn/contract/api/activity'
import type { Plan } from '@cairn/contract/api/plans'
import type { AccessEntry } from '@cairn/contract/api/security'
import { can } from '@cairn/contract/rules/permissions'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { planAccessQuery, planHistoryQuery } from '../../data/activity.ts'
import { messageOf } from '../../lib/api.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { When } from '../../ui/When.tsx'

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'access', label: 'Access' },
] as const
type Filter = (typeof FILTERS)[number]['value']

/** Everything that happened in a plan; its owner can filter it by what changed or was refused access. */
export function PlanActivityDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const [filter, setFilter] = useState<Filter>('all')
  return (
    <Dialog
      open
      width="lg"
      title="Plan activity"
      description={`“${plan.title}”`}
      onOpenChange={(open) => !open && onClose()}
    >
      {can(plan.role, 'plan.own') && (
        <Segmented label="Filter" value={filter} options={FILTERS} onChange={setFilter} className="mb-4 self-start" />
      )}
      {filter === 'all' ? <AllActivity planId={plan.id} /> : <AccessActivity planId={plan.id} />}
    </Dialog>
  )
}

function AllActivity({ planId }: { planId: string }) {
  const query = useInfiniteQuery(planHistoryQuery(planId))
  return <Entries query={query} entries={query.data?.pages.flatMap(({ data }) => data)} empty="No activity yet" />
}

function AccessActivity({ planId }: { planId: string }) {
  const query = useInfiniteQuery(planAccessQuery(planId))
  return <Entries query={query} entries={query.data?.pages.flatMap(({ data }) => data)} empty="No access events yet" />
}

interface EntriesProps {
  query: {
    error: unknown
    refetch: () => unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  entries: readonly Pick<ActivityItem | AccessEntry, 'id' | 'content' | 'user' | 'created_at'>[] | undefined
  empty: string
}

function Entries({ query, entries, empty }: EntriesProps) {
  return (
    <>
      {!entries && !query.error && <EntriesSkeleton />}
      {entries?.length === 0 && <p className="py-10 text-center text-13 text-muted">{empty}</p>}
      {entries && entries.length > 0 && (
        <ul aria-label="Activity" className="flex flex-col gap-4">
          {entries.map(({ id, user, content, created_at }) => (
            <li key={id} className="flex gap-2.5">
              <Avatar name={user.name} src={user.avatar_url} size="sm" className="mt-0.5" />
              <div className="min-w-0 flex-1 text-13">
                <p className="line-clamp-6 whitespace-pre-wrap break-words">{content}</p>
                <p className="text-12 text-muted">
                  <When at={created_at} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {query.error ? (
        <Notice look="error">
          <p>{messageOf(query.error, 'Failed to load activity')}</p>
          <Button size="sm" className="mt-2" onClick={() => query.refetch()}>
            Try again
          </Button>
        </Notice>
      ) : (
        query.hasNextPage && (
          <Button
            size="sm"
            className="mt-4 shrink-0"
            busy={query.isFetchingNextPage}
            onClick={() => query.fetchNextPage()}
          >
            Load more
          </Button>
        )
      )}
    </>
  )
}

function EntriesSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-4">
      {[1, 2, 3].map((key) => (
        <div key={key} className="flex items-center gap-2.5">
          <Skeleton className="size-6 rounded-full" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      ))}
    </div>
  )
}
