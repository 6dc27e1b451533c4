import { useNode } from '../../../data/nodes.ts'
import { STATUS_CHOICES, titleOf } from '../../../display/nodeDisplay.tsx'
import { Menu, MenuChoice } from '../../../ui/Menu.tsx'
import type { NodeMenuProps } from './NodeMenu.tsx'

/** The status menu of a card, opened by right click or long press on the status circle. */
export function StatusMenu({
  nodes,
  actions,
  menu: { id, at },
  onFocus,
  onClose,
}: Pick<NodeMenuProps, 'nodes' | 'actions' | 'menu' | 'onFocus' | 'onClose'>) {
  const node = useNode(nodes, id)
  if (!node) return null
  return (
    <Menu
      open
      align="start"
      side="right"
      onOpenChange={(open) => !open && onClose()}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        onFocus(id)
      }}
      trigger={
        <span aria-hidden className="fixed size-0 overflow-hidden" style={{ left: at.x, top: at.y }}>
          {/* The name of the menu. */}
          {`Status of ${titleOf(node)}`}
        </span>
      }
    >
      <MenuChoice value={node.status} options={STATUS_CHOICES} onChange={(status) => actions.setStatus(id, status)} />
    </Menu>
  )
}
