import type { BulkActions } from '../../actions/bulkActions.ts'
import type { NodeActions } from '../../actions/nodeActions.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { counted } from '../../lib/numbers.ts'
import { DayChooser } from '../../ui/DayChooser.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useOnlyNode } from './useCloseWhenDeleted.ts'

interface Props {
  nodes: PlanNodes
  actions: NodeActions
  bulk: BulkActions
  ids: readonly string[]
  onClose: () => void
}

/** Sets the due date of one or several nodes. */
export function DueDateDialog({ nodes, actions, bulk, ids, onClose }: Props) {
  const only = useOnlyNode(nodes, ids, onClose)
  const set = (due_date: string | null) => {
    if (only) actions.edit(only.id, { due_date })
    else void bulk.run(ids, { kind: 'due', due_date })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={only ? `Due date of “${titleOf(only)}”` : `Due date of ${counted(ids.length, 'node')}`}
      width="sm"
    >
      <DayChooser day={only?.due_date ?? null} canClear={only?.due_date !== null} onChoose={set} />
    </Dialog>
  )
}
