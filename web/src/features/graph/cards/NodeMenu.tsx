import {
  ArrowRightToLine,
  CircleDot,
  Copy,
  CornerDownRight,
  PanelRightOpen,
  PencilLine,
  Spline,
  Trash2,
} from 'lucide-react'
import { useRef } from 'react'
import type { NodeActions } from '../../../actions/nodeActions.ts'
import type { PlanNodes } from '../../../data/nodeStore.ts'
import { useNode } from '../../../data/nodes.ts'
import { STATUS_CHOICES } from '../../../look/nodeLook.tsx'
import { Menu, MenuChoice, MenuItem, MenuSeparator, MenuSub } from '../../../ui/Menu.tsx'
import type { Point } from '../layout/geometry.ts'

export interface OpenNodeMenu {
  id: string
  /** Where on the screen. */
  at: Point
}

export interface NodeMenuProps {
  nodes: PlanNodes
  actions: NodeActions
  menu: OpenNodeMenu
  onSelect: (id: string) => void
  onAddChild: (id: string) => void
  onRename: (id: string) => void
  onMove: (ids: readonly string[]) => void
  onLink: (id: string) => void
  onRemove: (id: string) => void
  /** Gives the focus back to the card. */
  onFocus: (id: string) => void
  onClose: () => void
}

/** What can be done with a node from its card: a right click, a long press, or the menu key. */
export function NodeMenu({ nodes, actions, menu, onClose, onFocus, ...on }: NodeMenuProps) {
  const { id, at } = menu
  const node = useNode(nodes, id)
  // An item that opens an editor or a dialog keeps the focus there; everything else gives it back to the card.
  const keepsFocus = useRef(false)
  const then = (action: () => void) => () => {
    keepsFocus.current = true
    action()
  }
  if (!node) return null
  return (
    <Menu
      open
      align="start"
      onOpenChange={(open) => !open && onClose()}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        if (!keepsFocus.current) onFocus(id)
      }}
      trigger={<span aria-hidden className="fixed size-0" style={{ left: at.x, top: at.y }} />}
    >
      <MenuItem icon={<PanelRightOpen size={16} aria-hidden />} onSelect={() => on.onSelect(id)}>
        Open
      </MenuItem>
      <MenuItem icon={<CornerDownRight size={16} aria-hidden />} onSelect={then(() => on.onAddChild(id))}>
        Add child
      </MenuItem>
      <MenuItem icon={<PencilLine size={16} aria-hidden />} keys="F2" onSelect={then(() => on.onRename(id))}>
        Rename
      </MenuItem>
      <MenuSub icon={<CircleDot size={16} aria-hidden />} label="Status">
        <MenuChoice value={node.status} options={STATUS_CHOICES} onChange={(status) => actions.setStatus(id, status)} />
      </MenuSub>
      {node.node_type !== 'root' && (
        <>
          <MenuItem icon={<ArrowRightToLine size={16} aria-hidden />} onSelect={then(() => on.onMove([id]))}>
            Move to…
          </MenuItem>
          <MenuItem icon={<Copy size={16} aria-hidden />} onSelect={() => actions.duplicate(id)}>
            Duplicate
          </MenuItem>
        </>
      )}
      <MenuItem icon={<Spline size={16} aria-hidden />} onSelect={then(() => on.onLink(id))}>
        Link to…
      </MenuItem>
      <MenuSeparator />
      <MenuItem tone="danger" icon={<Trash2 size={16} aria-hidden />} keys="Del" onSelect={then(() => on.onRemove(id))}>
        Delete
      </MenuItem>
    </Menu>
  )
}
