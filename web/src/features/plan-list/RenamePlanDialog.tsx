import type { Plan } from '@cairn/contract/api/plans'
import { useUpdatePlan } from '../../data/plans.ts'
import { messageOf } from '../../lib/api.ts'
import { RenameDialog } from '../../ui/RenameDialog.tsx'

/** Renames a plan. Stays open and shows the error if the server rejects the title. */
export function RenamePlanDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const update = useUpdatePlan()
  return (
    <RenameDialog
      heading="Rename plan"
      title={plan.title}
      isBusy={update.isPending}
      error={update.isError ? messageOf(update.error, 'Failed to update plan') : undefined}
      onRename={(title) => update.mutate({ planId: plan.id, title }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
