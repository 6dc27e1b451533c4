import { useMemo } from 'react'
import { type BulkActions, targetsOf } from '../../actions/bulkActions.ts'
import type { NodeActions } from '../../actions/nodeActions.ts'
import type { PlanNodes, StoredNode } from '../../data/nodeStore.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { counted } from '../../lib/numbers.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { NodePicker } from './NodePicker.tsx'
import { useOnlyNode } from './useCloseWhenDeleted.ts'

interface Props {
  nodes: PlanNodes
  actions: NodeActions
  bulk: BulkActions
  /** The chosen nodes. The root stays, and children follow their parent. */
  ids: readonly string[]
  onClose: () => void
  /** Called before the dialog closes. */
  onMoved?: () => void
}

/** Moves nodes to the end of another node's children without dragging. */
export function MoveDialog({ nodes, actions, bulk, ids: chosen, onClose, onMoved }: Props) {
  const ids = useMemo(() => targetsOf(nodes, chosen, { kind: 'move' }), [nodes, chosen])
  // The picker skips children of excluded nodes, so this excludes whole subtrees.
  const isExcluded = useMemo(() => {
    const moving = new Set(ids)
    return (other: StoredNode) => moving.has(other.id)
  }, [ids])
  const only = useOnlyNode(nodes, ids, onClose)
  const move = (parent_id: string | null) => {
    if (only) {
      if (parent_id !== only.parent_id) actions.move(only.id, { parent_id, order_index: null })
    } else void bulk.run(ids, { kind: 'move', parent_id })
    onMoved?.()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={only ? `Move “${titleOf(only)}”` : `Move ${counted(ids.length, 'node')}`}
      width="sm"
    >
      <NodePicker
        nodes={nodes}
        label="New parent"
        {...(nodes.structure.rootId === null ? { none: 'Top level' } : {})}
        value={only?.parent_id}
        isExcluded={isExcluded}
        onPick={move}
      />
    </Dialog>
  )
}
