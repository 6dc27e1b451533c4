import type { ActivityItem } from '@cairn/contract/api/activity'
import type { Plan } from '@cairn/contract/api/plans'
import type { AccessEntry } from '@cairn/contract/api/security'
import { can } from '@cairn/contract/rules/permissions'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useRestoreNode } from '../../actions/restoreNode.ts'
import { planAccessQuery, planHistoryQuery } from '../../data/activity.ts'
import { useRestorable } from '../../data/nodeTrash.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { PersonAvatar } from '../../display/PersonAvatar.tsx'
import { Via } from '../../display/Via.tsx'
import { messageOf } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'access', label: 'Access' },
] as const
type Filter = (typeof FILTERS)[number]['value']

interface Props {
  plan: Plan
  /** Opens a restored node. */
  onShow: (id: string) => void
  onUndoRun: (run: Run) => void
  onClose: () => void
}

/** The activity of a plan. The owner can filter it by access events. */
export function PlanActivityDialog({ plan, onShow, onUndoRun, onClose }: Props) {
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
      {filter === 'all' ? (
        <AllActivity plan={plan} onShow={onShow} onUndoRun={onUndoRun} />
      ) : (
        <AccessActivity planId={plan.id} />
      )}
    </Dialog>
  )
}

function AllActivity({ plan, onShow, onUndoRun }: Pick<Props, 'plan' | 'onShow' | 'onUndoRun'>) {
  const query = useInfiniteQuery(planHistoryQuery(plan.id))
  const entries = query.data?.pages.flatMap(({ data }) => data)
  const myId = useSession()?.user.id
  const runs = runsIn(entries ?? [])
  const restorable = useRestorable(plan.id, can(plan.role, 'plan.edit') ? (entries ?? []) : [])
  return (
    <Entries
      query={query}
      entries={entries}
      empty="No activity yet"
      renderAction={({ id, node_id, node_title, user }) => {
        const run = runs.get(id)
        if (run)
          return (
            <span className="flex shrink-0 items-center gap-3">
              <TextLink to={`/plans/${plan.id}/runs/${encodeURIComponent(run.id)}`} className="text-12">
                View run
              </TextLink>
              {can(plan.role, user.id === myId ? 'plan.edit' : 'run.undo') && (
                <Button size="sm" onClick={() => onUndoRun(run)}>
                  Undo run
                </Button>
              )}
            </span>
          )
        return (
          node_id !== null &&
          restorable.has(id) && (
            <RestoreButton
              planId={plan.id}
              nodeId={node_id}
              title={titleOf({ title: node_title ?? '' })}
              onShow={onShow}
            />
          )
        )
      }}
    />
  )
}

/** A run of an agent: its id, and the name of the token or app. */
interface Run {
  id: string
  agent: string
}

/** The runs of agents, by the newest entry of each. */
function runsIn(items: readonly ActivityItem[]): Map<string, Run> {
  const runs = new Map<string, Run>()
  const seen = new Set<string>()
  for (const item of items) {
    if (item.run_id === null || item.via.kind === 'session' || seen.has(item.run_id)) continue
    seen.add(item.run_id)
    runs.set(item.id, { id: item.run_id, agent: item.via.name ?? item.user.name })
  }
  return runs
}

interface RestoreProps extends Pick<Props, 'onShow'> {
  planId: string
  nodeId: string
  title: string
}

function RestoreButton({ planId, nodeId, title, onShow }: RestoreProps) {
  const { restore, restoringId } = useRestoreNode(planId)
  return (
    <Button
      size="sm"
      busy={restoringId !== null}
      aria-label={`Restore ${title}`}
      onClick={() => void restore({ id: nodeId, title }, onShow)}
    >
      Restore
    </Button>
  )
}

function AccessActivity({ planId }: { planId: string }) {
  const query = useInfiniteQuery(planAccessQuery(planId))
  return <Entries query={query} entries={query.data?.pages.flatMap(({ data }) => data)} empty="No access events yet" />
}

interface EntriesProps<Entry> {
  query: {
    error: unknown
    refetch: () => unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
  entries: readonly Entry[] | undefined
  empty: string
  /** Shown at the right of an entry. */
  renderAction?: (entry: Entry) => ReactNode
}

function Entries<
  Entry extends Pick<ActivityItem | AccessEntry, 'id' | 'content' | 'user' | 'created_at'> &
    Partial<Pick<ActivityItem, 'via'>>,
>({ query, entries, empty, renderAction }: EntriesProps<Entry>) {
  return (
    <>
      {!entries && !query.error && <EntriesSkeleton />}
      {entries?.length === 0 && <p className="py-10 text-center text-13 text-muted">{empty}</p>}
      {entries && entries.length > 0 && (
        <ul aria-label="Activity" className="flex flex-col gap-4">
          {entries.map((entry) => (
            <li key={entry.id} className="flex gap-2.5">
              <PersonAvatar
                person={{ ...entry.user, agent: entry.via?.name, icon_url: entry.via?.icon_url }}
                size="sm"
                className="mt-0.5"
              />
              <div className="min-w-0 flex-1 text-13">
                <p className="line-clamp-6 whitespace-pre-wrap break-words">{entry.content}</p>
                <p className="text-12 text-muted">
                  <RelativeTime at={entry.created_at} />
                  {entry.via && <Via via={entry.via} />}
                </p>
              </div>
              {renderAction?.(entry)}
            </li>
          ))}
        </ul>
      )}
      {query.error && !query.isFetchNextPageError ? (
        <Notice look="error">
          <p>{messageOf(query.error, 'Failed to load activity')}</p>
          <Button size="sm" className="mt-2" onClick={() => query.refetch()}>
            Try again
          </Button>
        </Notice>
      ) : (
        <LoadMore query={query} failure="Failed to load activity" className="mt-4 shrink-0" />
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
