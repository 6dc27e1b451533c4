import { useState } from 'react'
import type { NodeActions } from '../../actions/nodeActions.ts'
import { titlePlace } from '../../actions/unsavedTitles.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { RenameDialog } from '../../ui/RenameDialog.tsx'
import { useCloseWhenDeleted } from './useCloseWhenDeleted.ts'

interface Props {
  nodes: PlanNodes
  actions: NodeActions
  id: string
  onClose: () => void
}

/** Renames a node whose title may not be visible for editing in place. */
export function RenameNodeDialog({ nodes, actions, id, onClose }: Props) {
  useCloseWhenDeleted(nodes, id, onClose)
  const [node] = useState(() => nodes.get(id))
  const before = node?.title ?? ''
  const rename = (title: string) => {
    if (title !== before) actions.edit(id, { title }, { title: before })
    onClose()
  }
  return (
    <RenameDialog
      heading="Rename node"
      title={before}
      place={titlePlace(node?.plan_id ?? '', id)}
      onRename={rename}
      onClose={onClose}
    />
  )
}
