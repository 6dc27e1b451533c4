import type { BulkActions } from '../../actions/bulkActions.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { counted } from '../../lib/numbers.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { AssignMany } from './AssignMany.tsx'
import { useOnlyNode } from './useCloseWhenDeleted.ts'

interface Props {
  planId: string
  nodes: PlanNodes
  bulk: BulkActions
  ids: readonly string[]
  onClose: () => void
}

/** Assigns people to one or several nodes. */
export function AssignDialog({ planId, nodes, bulk, ids, onClose }: Props) {
  const only = useOnlyNode(nodes, ids, onClose)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={only ? `Assign “${titleOf(only)}”` : `Assign ${counted(ids.length, 'node')}`}
      width="sm"
    >
      <AssignMany planId={planId} nodes={nodes} bulk={bulk} ids={ids} />
    </Dialog>
  )
}
