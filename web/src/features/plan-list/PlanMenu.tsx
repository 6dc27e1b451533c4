import { PLAN_STATUSES, type Plan, type PlanStatus } from '@cairn/contract/api/plans'
import { can } from '@cairn/contract/rules/permissions'
import {
  Archive,
  ArchiveRestore,
  CircleDot,
  Copy,
  Ellipsis,
  FolderOpen,
  LogOut,
  PencilLine,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useDuplicatePlan, useRemovePlan, useRestorePlan, useUpdatePlan } from '../../data/plans.ts'
import { PLAN_STATUS } from '../../display/planStatus.ts'
import { messageOf } from '../../lib/api.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuChoice, MenuItem, MenuSeparator, MenuSub } from '../../ui/Menu.tsx'
import { toast } from '../../ui/Toast.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { RenamePlanDialog } from './RenamePlanDialog.tsx'

const STATUS_OPTIONS = PLAN_STATUSES.map((value) => {
  const { label, Icon } = PLAN_STATUS[value]
  return { value, label, icon: <Icon size={16} aria-hidden className="text-muted" /> }
})

/** The menu of a plan in the list. Shows only what the user's role allows. */
export function PlanMenu({ plan }: { plan: Plan }) {
  const [dialog, setDialog] = useState<'rename' | 'leave' | null>(null)
  const navigate = useNavigate()
  const { setStatus, duplicate, moveToTrash } = usePlanActions(plan)
  const isArchived = plan.status === 'archived'
  return (
    <>
      <Menu
        trigger={<IconButton size="sm" label={`Actions for ${plan.title}`} icon={<Ellipsis size={18} aria-hidden />} />}
      >
        <MenuItem icon={<FolderOpen size={16} aria-hidden />} onSelect={() => navigate(`/plans/${plan.id}`)}>
          Open
        </MenuItem>
        {can(plan.role, 'plan.edit') && (
          <>
            <MenuItem icon={<PencilLine size={16} aria-hidden />} onSelect={() => setDialog('rename')}>
              Rename…
            </MenuItem>
            <MenuSub icon={<CircleDot size={16} aria-hidden />} label="Change status">
              <MenuChoice value={plan.status} options={STATUS_OPTIONS} onChange={setStatus} />
            </MenuSub>
          </>
        )}
        <MenuItem icon={<Copy size={16} aria-hidden />} onSelect={duplicate}>
          Duplicate
        </MenuItem>
        {can(plan.role, 'plan.edit') && (
          <MenuItem
            icon={isArchived ? <ArchiveRestore size={16} aria-hidden /> : <Archive size={16} aria-hidden />}
            onSelect={() => setStatus(isArchived ? 'active' : 'archived')}
          >
            {isArchived ? 'Unarchive' : 'Archive'}
          </MenuItem>
        )}
        <MenuSeparator />
        {can(plan.role, 'plan.own') && (
          <MenuItem tone="danger" icon={<Trash2 size={16} aria-hidden />} onSelect={moveToTrash}>
            Delete
          </MenuItem>
        )}
        {can(plan.role, 'plan.leave') && (
          <MenuItem tone="danger" icon={<LogOut size={16} aria-hidden />} onSelect={() => setDialog('leave')}>
            Leave plan…
          </MenuItem>
        )}
      </Menu>
      {dialog === 'rename' && <RenamePlanDialog plan={plan} onClose={() => setDialog(null)} />}
      {dialog === 'leave' && <LeaveDialog plan={plan} onClose={() => setDialog(null)} />}
    </>
  )
}

/** Actions that need no dialog. They run immediately and offer Undo if the plan disappears from the list. */
function usePlanActions(plan: Plan) {
  const update = useUpdatePlan()
  const copy = useDuplicatePlan()
  const remove = useRemovePlan('delete')
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
    copy.mutateAsync(plan.id).then((made) => toast(`Duplicated as “${made.title}”`), failed('Failed to duplicate plan'))
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
