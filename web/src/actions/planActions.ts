import type { Plan, PlanStatus } from '@cairn/contract/api/plans'
import { useDuplicatePlan, useRemovePlan, useRestorePlan, useUpdatePlan } from '../data/plans.ts'
import { PLAN_STATUS } from '../display/planStatus.ts'
import { messageOf } from '../lib/api.ts'
import { toast } from '../ui/Toast.tsx'

export interface PlanActions {
  setStatus: (status: PlanStatus) => void
  /** Copies the plan and offers to open the copy. */
  duplicate: () => void
  moveToTrash: () => void
}

interface Ways {
  /** Opens another plan. */
  onOpen: (planId: string) => void
  /** On the plan's own page: navigates to another before the plan is gone. */
  away?: () => unknown
}

/** Actions on a plan that need no dialog. They run immediately and offer Undo if the plan disappears. */
export function usePlanActions(plan: Pick<Plan, 'id' | 'title' | 'status'>, { onOpen, away }: Ways): PlanActions {
  const update = useUpdatePlan()
  const copy = useDuplicatePlan()
  const remove = useRemovePlan('delete', away)
  const restore = useRestorePlan()
  const failed = (what: string) => (error: unknown) => {
    toast.error(messageOf(error, what))
  }

  // `mutateAsync`, because an optimistic removal unmounts this component, which drops the callbacks of `mutate`.
  const setStatus = (status: PlanStatus) => {
    const before = plan.status
    if (status === before) return
    update.mutateAsync({ planId: plan.id, status }).then(() => {
      toast(`“${plan.title}” is now ${PLAN_STATUS[status].label.toLowerCase()}`, {
        action: {
          label: 'Undo',
          onClick: () => update.mutateAsync({ planId: plan.id, status: before }).catch(failed('Failed to update plan')),
        },
      })
    }, failed('Failed to update plan'))
  }
  const duplicate = () => {
    copy.mutateAsync(plan.id).then(
      ({ id, title }) =>
        toast(`Duplicated as “${title}”`, {
          action: { label: 'Open', onClick: () => onOpen(id) },
        }),
      failed('Failed to duplicate plan'),
    )
  }
  const moveToTrash = () => {
    remove.mutateAsync(plan.id).then(() => {
      toast(`“${plan.title}” moved to the trash`, {
        action: {
          label: 'Undo',
          onClick: () => restore.mutateAsync(plan.id).catch(failed('Failed to restore plan')),
        },
      })
    }, failed('Failed to delete plan'))
  }
  return { setStatus, duplicate, moveToTrash }
}
