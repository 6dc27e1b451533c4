import { type ListedPlan, PLAN_STATUSES } from '@cairn/contract/api/plans'
import { can } from '@cairn/contract/rules/permissions'
import { Archive, Trash2, X } from 'lucide-react'
import { useCallback, useRef } from 'react'
import { type PlansChange, useChangePlans } from '../../data/planMarks.ts'
import { messageOf } from '../../lib/api.ts'
import { counted, formatNumber } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { toast } from '../../ui/Toast.tsx'
import { keepClearOfToasts } from '../../ui/toastOffset.ts'
import { useReturnFocus } from '../../ui/useReturnFocus.ts'

interface Props {
  plans: readonly ListedPlan[]
  onClear: () => void
  /** Called when the focus was here and there is nothing left that it could return to. */
  onFocusLost: () => void
}

/** The toolbar for selected plans. Each button shows how many of them it can change. */
export function SelectionBar({ plans, onClear, onFocusLost }: Props) {
  const bar = useRef<HTMLDivElement | null>(null)
  useReturnFocus(bar, plans.length, onFocusLost)
  const showBar = useCallback((element: HTMLDivElement | null) => {
    bar.current = element
    return keepClearOfToasts(element)
  }, [])
  const change = useChangePlans()
  const archivable = plans.filter(({ role, status }) => can(role, 'plan.edit') && status !== 'archived')
  const own = plans.filter(({ role }) => can(role, 'plan.own'))

  /** Returns the ids of the plans that were changed. */
  const send = async (planIds: readonly string[], what: PlansChange): Promise<string[]> => {
    const { done, error } = await change.mutateAsync({ planIds, change: what })
    if (error !== null)
      toast.error(messageOf(error, `Failed to update ${counted(planIds.length - done.length, 'plan')}`), {
        id: 'failed-change-of-plans',
      })
    return done
  }
  const run = async (
    chosen: readonly ListedPlan[],
    what: PlansChange,
    verb: string,
    undo: (done: readonly string[]) => void,
  ) => {
    onClear()
    const ids = chosen.map(({ id }) => id)
    const done = await send(ids, what)
    if (done.length > 0)
      toast(`${counted(done.length, 'plan')} ${verb}`, { action: { label: 'Undo', onClick: () => undo(done) } })
  }
  const archive = () =>
    run(archivable, { kind: 'status', status: 'archived' }, 'archived', async (done) => {
      // Each plan gets its previous status back. One after another, because a failure shows the list as it was before.
      for (const status of PLAN_STATUSES) {
        const ids = archivable.filter((plan) => plan.status === status && done.includes(plan.id)).map(({ id }) => id)
        if (ids.length > 0) await send(ids, { kind: 'status', status })
      }
    })
  const remove = () =>
    run(own, { kind: 'delete' }, 'moved to the trash', (done) => void send(done, { kind: 'restore' }))
  return (
    <div
      ref={showBar}
      role="toolbar"
      aria-label="Selected plans"
      className="sticky bottom-4 z-20 mx-auto flex max-w-full flex-wrap items-center gap-1 rounded-10 border border-line bg-raised py-1 pr-1 pl-3 shadow-float"
    >
      <span role="status" className="mr-2 whitespace-nowrap text-13 tabular-nums">
        {formatNumber(plans.length)} selected
      </span>
      {archivable.length > 0 && (
        <Button size="sm" variant="ghost" icon={<Archive size={15} aria-hidden />} onClick={archive}>
          {labelOf('Archive', archivable.length, plans.length)}
        </Button>
      )}
      {own.length > 0 && (
        <Button size="sm" variant="ghost" icon={<Trash2 size={15} aria-hidden />} onClick={remove}>
          {labelOf('Delete', own.length, plans.length)}
        </Button>
      )}
      <IconButton size="sm" label="Clear selection" icon={<X size={15} aria-hidden />} onClick={onClear} />
    </div>
  )
}

const labelOf = (verb: string, count: number, all: number): string => (count === all ? verb : `${verb} ${count}`)
