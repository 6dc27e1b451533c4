import {
  ArrowRightToLine,
  CircleDot,
  Copy,
  CornerDownRight,
  ListChecks,
  ListPlus,
  PencilLine,
  Spline,
  Trash2,
} from 'lucide-react'
import { type ReactElement, useRef } from 'react'
import { useNode } from '../../data/nodes.ts'
import { STATUS_CHOICES } from '../../look/nodeLook.tsx'
import { Menu, MenuChoice, MenuItem, MenuSeparator, MenuSub } from '../../ui/Menu.tsx'
import { useTreeTools } from './TreeContext.ts'

/** What can be done with a node from its row. Mounted while it is open. */
export function RowMenu({
  id,
  trigger,
  align = 'end',
}: {
  id: string
  trigger: ReactElement
  align?: 'start' | 'end'
}) {
  const tools = useTreeTools()
  const node = useNode(tools.nodes, id)
  // An item that opens an editor or a dialog keeps the focus there; everything else gives it back to the row.
  const keepsFocus = useRef(false)
  const then = (action: () => void) => () => {
    keepsFocus.current = true
    action()
  }
  if (!node) return null
  const isRoot = node.node_type === 'root'
  return (
    <Menu
      open
      align={align}
      onOpenChange={() => tools.onMenu(null)}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        if (!keepsFocus.current) tools.onFocusRow(id)
      }}
      trigger={trigger}
    >
      <MenuItem icon={<CornerDownRight size={16} aria-hidden />} onSelect={then(() => tools.onAddChild(id))}>
        Add child
      </MenuItem>
      {!isRoot && (
        <MenuItem icon={<ListPlus size={16} aria-hidden />} onSelect={then(() => tools.onAddSibling(id))}>
          Add sibling
        </MenuItem>
      )}
      <MenuItem
        icon={<PencilLine size={16} aria-hidden />}
        keys="F2"
        onSelect={then(() => tools.onEdit({ kind: 'rename', id }))}
      >
        Rename
      </MenuItem>
      <MenuSub icon={<CircleDot size={16} aria-hidden />} label="Status">
        <MenuChoice
          value={node.status}
          options={STATUS_CHOICES}
          onChange={(status) => tools.actions.setStatus(id, status)}
        />
      </MenuSub>
      {!isRoot && (
        <>
          <MenuItem icon={<ArrowRightToLine size={16} aria-hidden />} onSelect={then(() => tools.onMoveTo(id))}>
            Move to…
          </MenuItem>
          <MenuItem icon={<Copy size={16} aria-hidden />} onSelect={() => tools.actions.duplicate(id)}>
            Duplicate
          </MenuItem>
        </>
      )}
      <MenuItem icon={<ListChecks size={16} aria-hidden />} onSelect={() => tools.onPick(id, 'toggle')}>
        Select
      </MenuItem>
      <MenuItem icon={<Spline size={16} aria-hidden />} onSelect={then(() => tools.onLink(id))}>
        Link to…
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        tone="danger"
        icon={<Trash2 size={16} aria-hidden />}
        keys="Del"
        onSelect={then(() => tools.onRemove(id))}
      >
        Delete
      </MenuItem>
    </Menu>
  )
}
