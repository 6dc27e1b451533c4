import { ArrowRightToLine, CircleDot, CornerDownRight, PanelRightOpen, PencilLine, Trash2 } from 'lucide-react'
import type { NodeActions } from '../../data/nodeActions.ts'
import { STATUS_CHOICES } from '../../data/nodeLook.tsx'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { useNode } from '../../data/nodes.ts'
import { Menu, MenuChoice, MenuItem, MenuSeparator, MenuSub } from '../../ui/Menu.tsx'
import type { Point } from './geometry.ts'

export interface OpenNodeMenu {
  id: string
  /** Where on the screen. */
  at: Point
}

interface Props {
  nodes: PlanNodes
  actions: NodeActions
  menu: OpenNodeMenu
  onSelect: (id: string) => void
  onAddChild: (id: string) => void
  onRename: (id: string) => void
  onMove: (ids: readonly string[]) => void
  onClose: () => void
}

/** What can be done with a node from its card: a right click, or a long press. */
export function NodeMenu({ nodes, actions, menu, onSelect, onAddChild, onRename, onMove, onClose }: Props) {
  const { id, at } = menu
  const node = useNode(nodes, id)
  if (!node) return null
  return (
    <Menu
      open
      align="start"
      onOpenChange={(open) => !open && onClose()}
      onCloseAutoFocus={(event) => event.preventDefault()}
      trigger={<span aria-hidden className="fixed size-0" style={{ left: at.x, top: at.y }} />}
    >
      <MenuItem icon={<PanelRightOpen size={16} aria-hidden />} onSelect={() => onSelect(id)}>
        Open
      </MenuItem>
      <MenuItem icon={<CornerDownRight size={16} aria-hidden />} onSelect={() => onAddChild(id)}>
        Add child
      </MenuItem>
      <MenuItem icon={<PencilLine size={16} aria-hidden />} onSelect={() => onRename(id)}>
        Rename
      </MenuItem>
      <MenuSub icon={<CircleDot size={16} aria-hidden />} label="Status">
        <MenuChoice value={node.status} options={STATUS_CHOICES} onChange={(status) => actions.setStatus(id, status)} />
      </MenuSub>
      {node.node_type !== 'root' && (
        <MenuItem icon={<ArrowRightToLine size={16} aria-hidden />} onSelect={() => onMove([id])}>
          Move to…
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem tone="danger" icon={<Trash2 size={16} aria-hidden />} onSelect={() => actions.remove(id)}>
        Delete
      </MenuItem>
    </Menu>
  )
}
