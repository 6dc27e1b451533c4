import { PLAN_STATUSES, type Plan } from '@cairn/contract/api/plans'
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
import { usePlanActions } from '../../actions/planActions.ts'
import { PLAN_STATUS } from '../../display/planStatus.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuChoice, MenuItem, MenuSeparator, MenuSub } from '../../ui/Menu.tsx'
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
  const open = (id: string) => void navigate(`/plans/${id}`)
  const { setStatus, duplicate, moveToTrash } = usePlanActions(plan, { onOpen: open })
  const isArchived = plan.status === 'archived'
  return (
    <>
      <Menu
        trigger={<IconButton size="sm" label={`Actions for ${plan.title}`} icon={<Ellipsis size={18} aria-hidden />} />}
      >
        <MenuItem icon={<FolderOpen size={16} aria-hidden />} onSelect={() => open(plan.id)}>
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
