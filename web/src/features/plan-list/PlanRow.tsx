import { memo } from 'react'
import { Link } from 'react-router'
import { cx } from '../../ui/cx.ts'
import { FavoriteButton } from './FavoriteButton.tsx'
import { Members, NextDue, nodeCountLabel, PlanProgress, PlanStatusBadge, SharedBy, UpdatedAt } from './PlanFacts.tsx'
import { PlanMenu } from './PlanMenu.tsx'
import type { PlanItemProps } from './planItem.ts'
import { SelectPlan } from './SelectPlan.tsx'

/** The columns of a row and of the header. */
export const COLUMNS =
  'grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-4 ' +
  'lg:grid-cols-[2.25rem_minmax(0,1fr)_8rem_6rem_6.75rem_10rem_4rem] ' +
  'xl:grid-cols-[2.25rem_minmax(0,1fr)_6.25rem_5.25rem_7.5rem_5rem_6.5rem_9.25rem_4rem]'

/** Characters that fit the narrowest title column. */
const SHORT_TITLE = 30

/** A plan as a row, on a phone as several lines. The whole row is a link. */
export const PlanRow = memo(function PlanRow({ plan, isSelected, isSelecting, onSelect }: PlanItemProps) {
  return (
    <li
      className={cx(
        COLUMNS,
        'group relative gap-y-2 py-3 transition-colors',
        isSelected ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <SelectPlan plan={plan} isSelected={isSelected} isSelecting={isSelecting} onSelect={onSelect} />
      <div className="flex min-w-0 flex-col">
        <Link
          to={`/plans/${plan.id}`}
          dir="auto"
          // The link covers the whole row, where a tooltip that tells nothing new would be in the way.
          title={plan.title.length > SHORT_TITLE ? plan.title : undefined}
          className="line-clamp-2 sm:line-clamp-1 break-words text-left font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
        >
          {plan.title}
        </Link>
        {plan.description && (
          <p dir="auto" className="truncate text-left text-13 text-muted">
            {plan.description}
          </p>
        )}
        <SharedBy plan={plan} />
      </div>
      <div className="relative z-10 flex self-start lg:order-last lg:justify-end lg:self-center">
        <FavoriteButton plan={plan} />
        <PlanMenu plan={plan} />
      </div>
      <div className="col-span-full flex flex-wrap items-center gap-x-3 gap-y-1 pl-12 lg:hidden">
        <PlanStatusBadge status={plan.status} />
        <span className="text-12 text-muted tabular-nums">{nodeCountLabel(plan.node_count)}</span>
        <Members plan={plan} />
        <NextDue plan={plan} label />
        <UpdatedAt at={plan.updated_at} className="ml-auto" />
      </div>
      <PlanProgress plan={plan} className="col-span-full pl-12 lg:hidden" />
      <span className="max-xl:hidden">
        <Members plan={plan} />
      </span>
      <span className="text-12 text-muted tabular-nums max-xl:hidden">{nodeCountLabel(plan.node_count)}</span>
      <PlanProgress plan={plan} className="max-lg:hidden" />
      <span className="max-lg:hidden">
        <NextDue plan={plan} />
      </span>
      <span className="justify-self-start max-lg:hidden">
        <PlanStatusBadge status={plan.status} />
      </span>
      <UpdatedAt at={plan.updated_at} className="max-lg:hidden" />
    </li>
  )
})
