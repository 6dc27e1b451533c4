import type { ReactElement } from 'react'
import { useMediaQuery } from '../../lib/mediaQuery.ts'
import { NodeActionsMenu } from '../node-dialogs/NodeActionsMenu.tsx'
import { useTreeTools } from './TreeContext.ts'
import { type Step, stepPlace } from './treePlaces.ts'

interface Props {
  id: string
  trigger: ReactElement
}

/** The context menu of a row. */
export function RowMenu({ id, trigger }: Props) {
  const tools = useTreeTools()
  const isTop = tools.structure().rootId === id
  // Fingers scroll the tree, so they cannot drag rows.
  const byTouch = useMediaQuery('(pointer: coarse)')
  const stepTo = (step: Step) => stepPlace({ structure: tools.structure(), get: (id) => tools.nodes.get(id) }, id, step)
  const [above, below] = byTouch ? [stepTo('up'), stepTo('down')] : [null, null]
  return (
    <NodeActionsMenu
      nodes={tools.nodes}
      actions={tools.actions}
      id={id}
      selection={tools.selection}
      canEdit={tools.canEdit}
      ways={{
        addChild: tools.onAddChild,
        ...(isTop ? {} : { focus: tools.onBranch, addSibling: tools.onAddSibling }),
        rename: () => tools.onEdit({ kind: 'rename', id }),
        ...(above && { moveUp: () => tools.onMove(id, above) }),
        ...(below && { moveDown: () => tools.onMove(id, below) }),
        move: tools.onMoveTo,
        select: () => tools.onPick(id, 'toggle'),
        link: tools.onLink,
        delete: tools.onRemove,
      }}
      trigger={trigger}
      align="start"
      side="right"
      onFocus={tools.onFocusRow}
      onClose={() => tools.onMenu(null)}
    />
  )
}
