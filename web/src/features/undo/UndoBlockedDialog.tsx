import type { BlockedUndo } from '../../actions/blockedUndo.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { BlockedList } from './BlockedList.tsx'

/** What cannot be undone, and why: later changes with author, time and values, or another reason. Offers what can be done. */
export function UndoBlockedDialog({ state, onClose }: { state: BlockedUndo; onClose: () => void }) {
  const { side, label, blocked, hasRest, undoRest, setBack } = state
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Can’t ${side} ${hasRest ? 'everything' : 'this'}`}
      description={`These changes cannot be ${side === 'undo' ? 'undone' : 'redone'}: ${label}.`}
    >
      <BlockedList blocked={blocked} />
      <DialogFooter>
        <Button onClick={onClose}>{hasRest || setBack ? 'Cancel' : 'Close'}</Button>
        {setBack && (
          <Button variant={hasRest ? 'secondary' : 'primary'} onClick={setBack}>
            {blocked.length > 1 ? 'Set them back anyway' : 'Set it back anyway'}
          </Button>
        )}
        {hasRest && (
          <Button variant="primary" onClick={undoRest}>
            {side === 'undo' ? 'Undo the rest' : 'Redo the rest'}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}
