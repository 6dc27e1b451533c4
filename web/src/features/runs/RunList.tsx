import type { Run } from '@cairn/contract/api/runs'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Bot } from 'lucide-react'
import { Link } from 'react-router'
import { runsQuery } from '../../data/runs.ts'
import { actorName, PersonAvatar } from '../../display/PersonAvatar.tsx'
import { duration } from '../../lib/duration.ts'
import { counted } from '../../lib/numbers.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** The runs of agents in a plan, the one with the latest change first. */
export function RunList({ planId }: { planId: string }) {
  const query = useInfiniteQuery(runsQuery(planId))
  const runs = query.data?.pages.flatMap((page) => page.runs)
  if (query.error && !runs)
    return <ErrorNotice title="Failed to load runs" error={query.error} onRetry={() => void query.refetch()} />
  if (!runs)
    return (
      <div role="status" aria-label="Loading" className="flex flex-col gap-3">
        {[1, 2, 3].map((key) => (
          <Skeleton key={key} className="h-14 w-full" />
        ))}
      </div>
    )
  if (runs.length === 0)
    return (
      <EmptyState
        icon={<Bot size={20} />}
        title="No runs yet"
        text="Each run of a connected assistant appears here. A script names its runs with the header X-Run-Id."
      />
    )
  return (
    <>
      <ul aria-label="Runs" className="flex flex-col lines-between rounded-10 border border-line bg-surface">
        {runs.map((run) => (
          <RunRow key={run.run_id} run={run} />
        ))}
      </ul>
      <LoadMore query={query} failure="Failed to load runs" size="md" className="items-center" />
    </>
  )
}

function RunRow({ run }: { run: Run }) {
  const who = { ...run.user, agent: run.via.name, icon_url: run.via.icon_url }
  return (
    <li>
      <Link
        to={`/plans/${run.plan_id}/runs/${encodeURIComponent(run.run_id)}`}
        className="flex items-center gap-3 px-4 py-3 hover:bg-sand-3"
      >
        <PersonAvatar person={who} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium text-14">{actorName(who)}</span>
          <span className="block truncate text-12 text-muted">
            {counted(run.events, 'change')} in {duration(Date.parse(run.ended_at) - Date.parse(run.started_at))}
          </span>
        </span>
        <span className="text-12 text-muted">
          <RelativeTime at={run.ended_at} />
        </span>
      </Link>
    </li>
  )
}
