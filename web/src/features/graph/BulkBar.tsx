import { ArrowRightToLine, CircleDot, Trash2, X } from 'lucide-react'
import type { NodeActions } from '../../data/nodeActions.ts'
import { STATUS_CHOICES } from '../../data/nodeLook.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'

interface Props {
  ids: readonly string[]
  actions: NodeActions
  onMove: (ids: readonly string[]) => void
  onClear: () => void
}

/** Where the canvas is narrow, icons say it; the word is still read aloud. */
const WORD = '@max-[440px]:sr-only'

/** What can be done with several nodes at once. */
export function BulkBar({ ids, actions, onMove, onClear }: Props) {
  const then = (action: () => void) => () => {
    action()
    onClear()
  }
  return (
    <div
      role="toolbar"
      aria-label="Selected nodes"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onClear()
      }}
      className="absolute top-3 left-1/2 @max-[700px]:top-14 z-10 flex -translate-x-1/2 items-center gap-1 rounded-10 border border-line bg-surface py-1 pr-1 pl-3 shadow-float"
    >
      <span className="mr-2 whitespace-nowrap text-13 tabular-nums">{ids.length} selected</span>
      <Menu
        align="start"
        trigger={
          <Button look="ghost" size="sm" icon={<CircleDot size={15} aria-hidden />}>
            <span className={WORD}>Status</span>
          </Button>
        }
      >
        {STATUS_CHOICES.map(({ value, label, icon }) => (
          <MenuItem key={value} icon={icon} onSelect={then(() => actions.setStatusOf(ids, value))}>
            {label}
          </MenuItem>
        ))}
      </Menu>
      <Button look="ghost" size="sm" icon={<ArrowRightToLine size={15} aria-hidden />} onClick={() => onMove(ids)}>
        <span className={WORD}>Move to…</span>
      </Button>
      <Button
        look="ghost"
        size="sm"
        icon={<Trash2 size={15} aria-hidden />}
        onClick={then(() => actions.removeAll(ids))}
      >
        <span className={WORD}>Delete</span>
      </Button>
      <IconButton size="sm" label="Clear the selection" icon={<X size={15} aria-hidden />} onClick={onClear} />
    </div>
  )
}
