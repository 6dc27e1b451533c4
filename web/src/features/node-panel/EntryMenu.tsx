import { Ellipsis, Link2, PencilLine, Trash2 } from 'lucide-react'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'

interface Props {
  label: string
  onCopyLink?: () => void
  onEdit?: () => void
  onDelete?: () => void
}

/** The actions of a log entry or a comment. Shows nothing if there are none. */
export function EntryMenu({ label, onCopyLink, onEdit, onDelete }: Props) {
  if (!onCopyLink && !onEdit && !onDelete) return null
  return (
    <Menu
      trigger={<IconButton size="sm" label={label} icon={<Ellipsis size={16} aria-hidden />} />}
      // The editor already has the focus.
      onCloseAutoFocus={(event) => document.activeElement !== document.body && event.preventDefault()}
    >
      {onCopyLink && (
        <MenuItem icon={<Link2 size={16} aria-hidden />} onSelect={onCopyLink}>
          Copy link
        </MenuItem>
      )}
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
