import type { NodeActions } from '../../../actions/nodeActions.ts'
import type { NodeActionWays } from '../../../actions/nodeActionTable.ts'
import type { PlanNodes } from '../../../data/nodeStore.ts'
import { titleOf } from '../../../display/nodeDisplay.tsx'
import type { Selection } from '../../../view-state/selection.ts'
import { NodeActionsMenu } from '../../node-dialogs/NodeActionsMenu.tsx'
import type { Point } from '../layout/geometry.ts'

export interface OpenNodeMenu {
  id: string
  /** The position on the screen. */
  at: Point
}

export interface NodeMenuProps {
  nodes: PlanNodes
  actions: NodeActions
  menu: OpenNodeMenu
  ways: NodeActionWays
  selection: Selection
  canEdit: boolean
  /** Returns the focus to the card. */
  onFocus: (id: string) => void
  onClose: () => void
}

/** The action menu of a card, opened by right click, long press or the menu key. */
export function NodeMenu({ menu: { id, at }, ...props }: NodeMenuProps) {
  const node = props.nodes.get(id)
  const here = (
    <span aria-hidden className="fixed size-0 overflow-hidden" style={{ left: at.x, top: at.y }}>
      {/* The name of the menu. */}
      {node && `Actions for ${titleOf(node)}`}
    </span>
  )
  return <NodeActionsMenu id={id} align="start" side="right" trigger={here} {...props} />
}
