import type { RunDetail } from '@cairn/contract/api/runs'
import type { ReactNode } from 'react'
import { actorName, PersonAvatar } from '../../display/PersonAvatar.tsx'
import { duration } from '../../lib/duration.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { shortDateTime } from '../../lib/relativeTime.ts'
import { Badge } from '../../ui/Badge.tsx'

/** Who ran, when, how long and how much. `actions` are beside the name. */
export function RunSummary({ run, actions }: { run: RunDetail; actions: ReactNode }) {
  const who = { ...run.user, agent: run.via.name, icon_url: run.via.icon_url }
  const isUndone = run.undone > 0 && run.undone >= run.undoable
  return (
    <header className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <PersonAvatar person={who} />
        <h1 className="min-w-0 flex-1 basis-60 break-words font-semibold text-20">{actorName(who)}</h1>
        {run.undone > 0 && <Badge>{isUndone ? 'Undone' : 'Partly undone'}</Badge>}
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 rounded-10 border border-line bg-surface p-4 sm:grid-cols-5">
        <Figure label="Started" value={shortDateTime(run.started_at)} />
        <Figure label="Duration" value={duration(Date.parse(run.ended_at) - Date.parse(run.started_at))} />
        <Figure label="Changes" value={formatNumber(run.events)} />
        <Figure label="Nodes changed" value={formatNumber(run.nodes)} />
        <Figure label="API calls" value={formatNumber(run.calls)} />
      </dl>
    </header>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-muted">{label}</dt>
      <dd className="break-words font-medium text-14 tabular-nums">{value}</dd>
    </div>
  )
}
