import type { Plan } from '@cairn/contract/api/plans'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { PlanCard } from './PlanCard.tsx'
import { PlanRow } from './PlanRow.tsx'
import type { PlanView } from './planView.ts'
import { useRowFocus } from './useRowFocus.ts'

const ROWS = 'divide-y divide-line overflow-hidden rounded-10 border border-line bg-surface'

interface Props {
  plans: readonly Plan[]
  view: PlanView
  /** The last row has gone, and the focus with it. */
  onFocusLost: () => void
}

export function PlanList({ plans, view, onFocusLost }: Props) {
  const rows = useRowFocus(plans, onFocusLost)
  if (view === 'grid') {
    return (
      <ul {...rows} aria-label="Plans" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} />
        ))}
      </ul>
    )
  }
  return (
    <ul {...rows} aria-label="Plans" className={ROWS}>
      {plans.map((plan) => (
        <PlanRow key={plan.id} plan={plan} />
      ))}
    </ul>
  )
}

/** The shape of the list while it loads. */
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
