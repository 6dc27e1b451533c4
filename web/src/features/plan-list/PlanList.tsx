import type { ListedPlan } from '@cairn/contract/api/plans'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { PlanCard } from './PlanCard.tsx'
import { COLUMNS, PlanRow } from './PlanRow.tsx'
import type { PlanView } from './planView.ts'
import { usePlanKeys } from './usePlanKeys.ts'
import { useRowFocus } from './useRowFocus.ts'

const ROWS = 'lines-between overflow-hidden rounded-10 border border-line bg-surface'

interface Props {
  plans: readonly ListedPlan[]
  view: PlanView
  selected: ReadonlySet<string>
  onSelect: (planId: string) => void
  onClear: () => void
  /** Called when the last row is removed while it has the focus. */
  onFocusLost: () => void
}

export function PlanList({ plans, view, selected, onSelect, onClear, onFocusLost }: Props) {
  const rows = useRowFocus(plans, onFocusLost)
  usePlanKeys(rows.ref, {
    onSelect: (index) => {
      const plan = plans[index]
      if (plan) onSelect(plan.id)
    },
    onClear: selected.size > 0 ? onClear : undefined,
  })
  const Item = view === 'grid' ? PlanCard : PlanRow
  const list = (
    <ul
      {...rows}
      aria-label="Plans"
      className={view === 'grid' ? 'grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3' : 'lines-between'}
    >
      {plans.map((plan) => (
        <Item
          key={plan.id}
          plan={plan}
          isSelected={selected.has(plan.id)}
          isSelecting={selected.size > 0}
          onSelect={onSelect}
        />
      ))}
    </ul>
  )
  if (view === 'grid') return list
  return (
    <div className={ROWS}>
      <ColumnHeads />
      {list}
    </div>
  )
}

/** Hidden from screen readers: each value of a row has its own label. */
function ColumnHeads() {
  return (
    <div aria-hidden className={cx(COLUMNS, 'py-2 text-12 text-muted max-lg:hidden')}>
      <span className="col-start-2">Title</span>
      <span className="max-xl:hidden">Members</span>
      <span className="max-xl:hidden">Nodes</span>
      <span>Progress</span>
      <span>Next due</span>
      <span>Status</span>
      <span>Updated</span>
    </div>
  )
}

/** A skeleton of the list while it loads. */
export function PlanListSkeleton() {
  return (
    <div className={ROWS}>
      {['w-1/3', 'w-1/2', 'w-2/5', 'w-1/4'].map((width) => (
        <div key={width} className="flex items-center gap-4 px-4 py-3">
          <Skeleton className="size-9" />
          <div className="flex h-10 flex-1 flex-col justify-center gap-2">
            <Skeleton className={`h-3 ${width}`} />
            <Skeleton className="h-2.5 w-3/5" />
          </div>
          <Skeleton className="h-2 w-40 max-lg:hidden" />
        </div>
      ))}
    </div>
  )
}
