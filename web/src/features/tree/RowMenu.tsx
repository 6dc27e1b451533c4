import type { ReactElement } from 'react'
import { NodeActionsMenu } from '../node-dialogs/NodeActionsMenu.tsx'
import { useTreeTools } from './TreeContext.ts'

interface Props {
  id: string
  trigger: ReactElement
  align?: 'start' | 'end'
}

/** The context menu of a row. */
export function RowMenu({ id, trigger, align = 'end' }: Props) {
  const tools = useTreeTools()
  const isTop = tools.structure().rootId === id
  return (
    <NodeActionsMenu
      nodes={tools.nodes}
      actions={tools.actions}
      id={id}
      selection={tools.selection}
      ways={{
        addChild: tools.onAddChild,
        ...(isTop ? {} : { focus: tools.onBranch, addSibling: tools.onAddSibling }),
        rename: () => tools.onEdit({ kind: 'rename', id }),
        move: tools.onMoveTo,
        select: () => tools.onPick(id, 'toggle'),
        link: tools.onLink,
        delete: tools.onRemove,
      }}
      trigger={trigger}
      align={align}
      onFocus={tools.onFocusRow}
      onClose={() => tools.onMenu(null)}
    />
  )
}
