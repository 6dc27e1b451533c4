import { CircleCheck, CirclePlay } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '../../lib/numbers.ts'
import { cx } from '../../ui/cx.ts'
import { FavoriteButton } from './FavoriteButton.tsx'
import { Members, NextDue, nodeCountLabel, PlanProgress, PlanStatusBadge, SharedBy, UpdatedAt } from './PlanFacts.tsx'
import { PlanMenu } from './PlanMenu.tsx'
import type { PlanItemProps } from './planItem.ts'
import { SelectPlan } from './SelectPlan.tsx'

/** A plan as a card. The whole card is a link. */
export const PlanCard = memo(function PlanCard({ plan, isSelected, isSelecting, onSelect }: PlanItemProps) {
  return (
    <li
      className={cx(
        'group relative flex min-w-0 flex-col gap-3 rounded-10 border bg-surface p-4 transition-colors',
        isSelected ? 'border-accent' : 'border-line hover:border-line-strong',
      )}
    >
      <div className="flex items-center justify-between gap-2">
        <div className="flex items-center gap-2.5">
          <SelectPlan plan={plan} isSelected={isSelected} isSelecting={isSelecting} onSelect={onSelect} />
          <PlanStatusBadge status={plan.status} />
        </div>
        <div className="relative z-10 -mr-1.5 flex">
          <FavoriteButton plan={plan} />
          <PlanMenu plan={plan} />
        </div>
      </div>
      <div className="flex min-h-20 flex-1 flex-col gap-1">
        <Link
          to={`/plans/${plan.id}`}
          dir="auto"
          className="line-clamp-2 wrap-anywhere text-left font-medium outline-none after:absolute after:inset-0 after:rounded-10 focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:outline-offset-2"
        >
          {plan.title}
        </Link>
        {plan.description && (
          <p dir="auto" className="line-clamp-2 wrap-anywhere text-left text-13 text-muted">
            {plan.description}
          </p>
        )}
        <SharedBy plan={plan} />
        {(plan.member_count > 1 || plan.next_due) && (
          <div className="mt-1 flex items-center gap-3">
            <Members plan={plan} />
            <NextDue plan={plan} label />
          </div>
        )}
      </div>
      <PlanProgress plan={plan} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 whitespace-nowrap border-line border-t pt-3 text-12 text-muted tabular-nums">
        <span>{nodeCountLabel(plan.node_count)}</span>
        {plan.node_count > 0 && (
          <>
            <Count
              icon={<CircleCheck size={13} className="text-done-ink" />}
              count={plan.completed_count}
              word="done"
            />
            <Count
              icon={<CirclePlay size={13} className="text-progress-ink" />}
              count={plan.in_progress_count}
              word="active"
            />
          </>
        )}
        <UpdatedAt at={plan.updated_at} className="ml-auto text-right" />
      </div>
    </li>
  )
})

function Count({ icon, count, word }: { icon: ReactNode; count: number; word: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <span aria-hidden>{icon}</span>
      {formatNumber(count)} {word}
    </span>
  )
}
