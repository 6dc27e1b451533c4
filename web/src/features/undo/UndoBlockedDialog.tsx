import type { BlockedEvent } from '@cairn/contract/api/undo'
import { useState } from 'react'
import type { BlockedUndo } from '../../actions/blockedUndo.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { BlockedList } from './BlockedList.tsx'

/** What cannot be undone, and why: later changes with author, time and values, or another reason. Offers what can be done. */
export function UndoBlockedDialog({ state, onClose }: { state: BlockedUndo; onClose: () => void }) {
  const { side, label, undoRest, setBack } = state
  const [isBusy, setIsBusy] = useState(false)
  /** What others have changed again, instead of what was shown first. */
  const [left, setLeft] = useState<readonly BlockedEvent[]>()
  const blocked = left ?? state.blocked
  const hasRest = state.hasRest && !left
  const overwrite = async () => {
    if (!setBack) return
    setIsBusy(true)
    const again = await setBack(blocked)
    setIsBusy(false)
    if (again.length > 0) setLeft(again)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title={`Can’t ${side} ${hasRest ? 'everything' : 'this'}`}
      description={`These changes cannot be ${side === 'undo' ? 'undone' : 'redone'}: ${label}.`}
    >
      <div className="flex flex-col gap-3">
        {left && <Notice>Someone changed this in the meantime. Check the values before you set them back.</Notice>}
        <BlockedList blocked={blocked} />
      </div>
      <DialogFooter>
        <Button onClick={onClose} disabled={isBusy}>
          {hasRest || setBack ? 'Cancel' : 'Close'}
        </Button>
        {setBack && (
          <Button variant={hasRest ? 'secondary' : 'primary'} busy={isBusy} onClick={() => void overwrite()}>
            {blocked.length > 1 ? 'Set them back anyway' : 'Set it back anyway'}
          </Button>
        )}
        {hasRest && (
          <Button variant="primary" disabled={isBusy} onClick={undoRest}>
            {side === 'undo' ? 'Undo the rest' : 'Redo the rest'}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}
