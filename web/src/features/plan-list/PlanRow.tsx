import type { Plan } from '@cairn/contract/api/plans'
import { FolderKanban } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import { nodeCountLabel, PlanProgress, PlanStatusBadge, SharedBy, UpdatedAt } from './PlanFacts.tsx'
import { PlanMenu } from './PlanMenu.tsx'

/** A plan as one line; on a phone as a few. The whole row is the link. */
export const PlanRow = memo(function PlanRow({ plan }: { plan: Plan }) {
  return (
    <li className="group relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 px-4 py-3 transition-colors hover:bg-hover lg:grid-cols-[auto_minmax(0,1fr)_6rem_10rem_7rem_8.5rem_auto] lg:gap-x-4">
      <span
        aria-hidden
        className="inline-flex size-9 items-center justify-center self-start rounded-6 bg-accent-soft text-accent-ink lg:self-center"
      >
        <FolderKanban size={18} />
      </span>
      <div className="flex min-w-0 flex-col">
        <Link
          to={`/plans/${plan.id}`}
          className="truncate font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
        >
          {plan.title}
        </Link>
        {plan.description && <p className="truncate text-13 text-muted">{plan.description}</p>}
        <SharedBy plan={plan} />
      </div>
      <div className="relative z-10 self-start lg:order-last lg:self-center">
        <PlanMenu plan={plan} />
      </div>
      <div className="col-span-full flex flex-wrap items-center gap-x-3 gap-y-1 pl-12 lg:hidden">
        <PlanStatusBadge status={plan.status} />
        <span className="text-12 text-muted tabular-nums">{nodeCountLabel(plan.node_count)}</span>
        <UpdatedAt at={plan.updated_at} className="ml-auto" />
      </div>
      <PlanProgress plan={plan} className="col-span-full pl-12 lg:hidden" />
      <span className="text-12 text-muted tabular-nums max-lg:hidden">{nodeCountLabel(plan.node_count)}</span>
      <PlanProgress plan={plan} className="max-lg:hidden" />
      <span className="justify-self-start max-lg:hidden">
        <PlanStatusBadge status={plan.status} />
      </span>
      <UpdatedAt at={plan.updated_at} className="max-lg:hidden" />
    </li>
  )
})
