import { Fragment, type ReactElement, useRef } from 'react'
import type { NodeActions } from '../../actions/nodeActions.ts'
import { type NodeActionWays, nodeActionsFor } from '../../actions/nodeActionTable.ts'
import { useHold } from '../../data/claims.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { useNode } from '../../data/nodes.ts'
import { STATUS_CHOICES } from '../../display/nodeDisplay.tsx'
import { counted } from '../../lib/numbers.ts'
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSeparator, MenuSub } from '../../ui/Menu.tsx'
import type { Selection } from '../../view-state/selection.ts'

interface Props {
  nodes: PlanNodes
  actions: NodeActions
  id: string
  ways: NodeActionWays
  /** If the node is one of several selected ones, the menu has the actions for all of them. */
  selection: Selection
  /** Without it, only the actions for viewers are offered. */
  canEdit?: boolean
  trigger: ReactElement
  align: 'start' | 'end'
  side?: 'bottom' | 'right'
  /** Returns the focus to the row or card. */
  onFocus: (id: string) => void
  onClose: () => void
}

/** The action menu of a node's row or card. Mounted only while open. */
export function NodeActionsMenu({
  nodes,
  actions,
  id,
  ways,
  selection,
  canEdit = true,
  trigger,
  align,
  side,
  onFocus,
  onClose,
}: Props) {
  const node = useNode(nodes, id)
  // Which actions there are depends on who holds the node.
  useHold(id)
  const keepsFocus = useRef(false)
  if (!node) return null
  const several = canEdit ? selection.severalWith(id) : null
  const offered = nodeActionsFor(node, actions, ways, { canEdit })
  return (
    <Menu
      open
      align={align}
      {...(side && { side })}
      onOpenChange={(open) => !open && onClose()}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        if (!keepsFocus.current) onFocus(id)
      }}
      trigger={trigger}
    >
      {several && <MenuLabel>{counted(several.size, 'node')} selected</MenuLabel>}
      {(several ? offered.filter(({ forSeveral }) => forSeveral) : offered).map((action) => {
        const icon = <action.Icon size={16} aria-hidden />
        if ('setStatus' in action)
          return (
            <MenuSub key={action.id} icon={icon} label={action.label}>
              <MenuChoice value={action.status} options={STATUS_CHOICES} onChange={action.setStatus} />
            </MenuSub>
          )
        const isDelete = action.id === 'delete'
        return (
          <Fragment key={action.id}>
            {isDelete && <MenuSeparator />}
            <MenuItem
              tone={isDelete ? 'danger' : 'plain'}
              icon={icon}
              keys={action.keys}
              onSelect={() => {
                keepsFocus.current = action.movesFocus === true || action.opensDialog === true
                // A dialog returns the focus to what had it when it opened.
                if (action.opensDialog) onFocus(id)
                action.run()
              }}
            >
              {(action.opensDialog && action.dialogLabel) || action.label}
            </MenuItem>
          </Fragment>
        )
      })}
    </Menu>
  )
}
