import type { Plan } from '@cairn/contract/api/plans'
import { keptPlanTitle, planTitlePlace, planTitleToastId } from '../../actions/unsavedTitles.ts'
import { useUpdatePlan } from '../../data/plans.ts'
import { messageOf } from '../../lib/api.ts'
import { RenameDialog } from '../../ui/RenameDialog.tsx'
import { toast } from '../../ui/Toast.tsx'

/** Renames a plan. Stays open and shows the error if the server rejects the title. */
export function RenamePlanDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const update = useUpdatePlan()
  const rename = (title: string) => {
    const { keep, forget } = keptPlanTitle(plan.id, title)
    keep()
    const onSuccess = () => {
      forget()
      // An earlier title that could not be saved would replace this one.
      toast.dismiss(planTitleToastId(plan.id))
      onClose()
    }
    update.mutate({ planId: plan.id, title }, { onSuccess })
  }
  return (
    <RenameDialog
      heading="Rename plan"
      title={plan.title}
      isBusy={update.isPending}
      error={update.isError ? messageOf(update.error, 'Failed to update plan') : undefined}
      place={planTitlePlace(plan.id)}
      onRename={rename}
      onClose={onClose}
    />
  )
}
