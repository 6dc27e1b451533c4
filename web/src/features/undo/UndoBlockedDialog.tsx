import type { BlockedUndo } from '../../actions/useUndo.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { BlockedList } from './BlockedList.tsx'

/** What cannot be undone, and why: later changes with their author and time, or another reason. Offers to undo the rest. */
export function UndoBlockedDialog({ state, onClose }: { state: BlockedUndo; onClose: () => void }) {
  const { side, label, blocked, hasRest, undoRest } = state
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Can’t ${side} ${hasRest ? 'everything' : 'this'}`}
      description={`These changes cannot be ${side === 'undo' ? 'undone' : 'redone'}: ${label}.`}
    >
      <BlockedList blocked={blocked} />
      <DialogFooter>
        <Button onClick={onClose}>{hasRest ? 'Cancel' : 'Close'}</Button>
        {hasRest && (
          <Button variant="primary" onClick={undoRest}>
            {side === 'undo' ? 'Undo the rest' : 'Redo the rest'}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}
