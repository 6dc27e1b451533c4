import { Ellipsis, PencilLine, Trash2 } from 'lucide-react'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'

interface Props {
  label: string
  onEdit?: () => void
  onDelete?: () => void
}

/** The actions of a log entry or a comment. Shows nothing if there are none. */
export function EntryMenu({ label, onEdit, onDelete }: Props) {
  if (!onEdit && !onDelete) return null
  return (
    <Menu
      trigger={<IconButton size="sm" label={label} icon={<Ellipsis size={16} aria-hidden />} />}
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
