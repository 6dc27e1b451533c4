import type { LogEntry } from '@cairn/contract/api/logs'
import { can, type PlanRole } from '@cairn/contract/rules/permissions'
import { Ellipsis, PencilLine, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useChangeLog } from '../../data/logs.ts'
import { messageOf } from '../../lib/api.ts'
import { fullDateTime } from '../../lib/relativeTime.ts'
import { useSession } from '../../lib/session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { toast } from '../../ui/Toast.tsx'
import { LogEditor } from './LogEditor.tsx'
import { LOG_LOOK } from './logDisplay.tsx'
import { MarkdownText } from './MarkdownText.tsx'

interface Props {
  planId: string
  entry: LogEntry
  role: PlanRole
}

/** A log entry. Its author can edit and delete it; the owner and admins can delete any entry. */
export function LogItem({ planId, entry, role }: Props) {
  const [isEditing, setEditing] = useState(false)
  const { label, tone, Icon } = LOG_LOOK[entry.log_type]
  const isMine = useSession()?.user.id === entry.user_id
  const canWrite = can(role, entry.log_type === 'comment' ? 'comment.add' : 'plan.edit')
  const remove = useDeleteLog(planId, entry)
  return (
    <li className="flex gap-3">
      <Avatar name={entry.user.name} src={entry.user.avatar_url} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-muted">
          <span className="font-medium text-13 text-ink">{entry.user.name}</span>
          <RelativeTime at={entry.created_at} />
          {entry.edited_at && <span title={`Edited ${fullDateTime(entry.edited_at)}`}>edited</span>}
          <Badge tone={tone} icon={<Icon aria-hidden />} className="ml-auto">
            {label}
          </Badge>
          <EntryMenu
            {...(isMine && canWrite ? { onEdit: () => setEditing(true) } : {})}
            {...(can(role, isMine ? 'comment.add' : 'log.moderate') ? { onDelete: remove } : {})}
          />
        </div>
        {isEditing ? (
          <LogEditor planId={planId} entry={entry} role={role} onClose={() => setEditing(false)} />
        ) : (
          <>
            <MarkdownText text={entry.content} />
            <Tags tags={entry.tags} />
          </>
        )}
      </div>
    </li>
  )
}

function EntryMenu({ onEdit, onDelete }: { onEdit?: () => void; onDelete?: () => void }) {
  if (!onEdit && !onDelete) return null
  return (
    <Menu
      trigger={<IconButton size="sm" label="Entry actions" icon={<Ellipsis size={16} aria-hidden />} />}
      // The editor already has the focus.
      onCloseAutoFocus={(event) => document.activeElement !== document.body && event.preventDefault()}
    >
      {onEdit && (
        <MenuItem icon={<PencilLine size={16} aria-hidden />} onSelect={onEdit}>
          Edit
        </MenuItem>
      )}
      {onDelete && (
        <MenuItem tone="danger" icon={<Trash2 size={16} aria-hidden />} onSelect={onDelete}>
          Delete
        </MenuItem>
      )}
    </Menu>
  )
}

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <ul aria-label="Tags" className="mt-0.5 flex flex-wrap gap-1">
      {tags.map((tag) => (
        <li key={tag} className="max-w-full truncate rounded-full border border-line px-2 text-12 text-muted">
          #{tag}
        </li>
      ))}
    </ul>
  )
}

function useDeleteLog(planId: string, entry: LogEntry): () => void {
  const { remove, restore } = useChangeLog(planId, entry.node_id)
  const what = entry.log_type === 'comment' ? 'Comment' : 'Log entry'
  const failed = (verb: string) => (error: unknown) =>
    void toast.error(messageOf(error, `Failed to ${verb} ${what.toLowerCase()}`))
  const undo = () => void restore.mutateAsync(entry.id).catch(failed('restore'))
  return () => {
    remove
      .mutateAsync(entry.id)
      .then(() => void toast(`${what} deleted`, { action: { label: 'Undo', onClick: undo } }), failed('delete'))
  }
}
