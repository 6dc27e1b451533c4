import type { ListedPlan } from '@cairn/contract/api/plans'
import { can } from '@cairn/contract/rules/permissions'
import { Archive, Trash2, X } from 'lucide-react'
import { type PlansChange, useChangePlans } from '../../data/planMarks.ts'
import { messageOf } from '../../lib/api.ts'
import { counted, formatNumber } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { toast } from '../../ui/Toast.tsx'
import { keepClearOfToasts } from '../../ui/toastOffset.ts'

interface Props {
  plans: readonly ListedPlan[]
  onClear: () => void
}

/** The toolbar for selected plans. Each button shows how many of them it can change. */
export function SelectionBar({ plans, onClear }: Props) {
  const change = useChangePlans()
  const archivable = plans.filter(({ role, status }) => can(role, 'plan.edit') && status !== 'archived')
  const own = plans.filter(({ role }) => can(role, 'plan.own'))

  const run = async (chosen: readonly ListedPlan[], what: PlansChange, verb: string, undo: () => Promise<unknown>) => {
    onClear()
    const planIds = chosen.map(({ id }) => id)
    const { done, error } = await change.mutateAsync({ planIds, change: what })
    if (done.length > 0)
      toast(`${counted(done.length, 'plan')} ${verb}`, { action: { label: 'Undo', onClick: () => void undo() } })
    if (error !== null)
      toast.error(messageOf(error, `Failed to update ${counted(planIds.length - done.length, 'plan')}`))
  }
  const archive = () =>
    run(archivable, { kind: 'status', status: 'archived' }, 'archived', () =>
      // Each plan gets its previous status back.
      Promise.all(
        archivable.map(({ id, status }) => change.mutateAsync({ planIds: [id], change: { kind: 'status', status } })),
      ),
    )
  const remove = () =>
    run(own, { kind: 'delete' }, 'moved to the trash', () =>
      change.mutateAsync({ planIds: own.map(({ id }) => id), change: { kind: 'restore' } }),
    )
  return (
    <div
      ref={keepClearOfToasts}
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
