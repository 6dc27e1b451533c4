// An undo that the server has refused because something is in the way.
import type { BlockedEvent, UndoResult } from '@cairn/contract/api/undo'
import { canSetBack, setBack } from '../data/undo.ts'
import { messageOf } from '../lib/api.ts'
import { toast } from '../ui/Toast.tsx'
import { toastWithUndo } from './undoToast.ts'

export type UndoSide = 'undo' | 'redo'

/** The toast about the latest undo or redo. */
export const UNDO_TOAST_ID = 'undo'

/** What later changes of others keep from being undone. */
export interface BlockedUndo {
  side: UndoSide
  label: string
  blocked: readonly BlockedEvent[]
  /** Whether the rest can be undone. */
  hasRest: boolean
  undoRest: () => void
  /**
   * Sets the values that are shown back over the later ones, and closes the dialog. Returns what is left because others
   * have changed it again. Undefined if no edit can do that.
   */
  setBack: ((shown: readonly BlockedEvent[]) => Promise<readonly BlockedEvent[]>) | undefined
}

/** Larger dialogs do not show everything that would be overwritten. */
export const BLOCKED_SHOWN_MAX = 8

/** What the dialog shows and offers after an undo was refused. `undoRest` returns when the rest is undone; false if it failed. */
export function blockedUndo(
  planId: string,
  { blocked, undone }: Pick<UndoResult, 'blocked' | 'undone'>,
  step: Pick<BlockedUndo, 'side' | 'label'> & { close: () => void; undoRest: () => Promise<unknown>; drop: () => void },
): BlockedUndo {
  const { side, label, close, undoRest, drop } = step
  const hasRest = undone > 0
  let isRestLeft = hasRest
  const setAllBack = async (shown: readonly BlockedEvent[]): Promise<readonly BlockedEvent[]> => {
    let left: readonly BlockedEvent[] = []
    try {
      if (!isRestLeft || (await undoRest()) !== false) {
        isRestLeft = false
        const done = await setBack(planId, shown)
        left = done.left
        if (!hasRest && left.length === 0) drop()
        if (done.changes.length > 0) toastWithUndo(`Set back: ${label}`, planId, done.changes)
      }
    } catch (error) {
      toast.error(messageOf(error, 'Failed to set it back'), { id: UNDO_TOAST_ID })
    }
    if (left.length === 0) close()
    return left
  }
  const undoOthers = () => {
    close()
    void undoRest()
  }
  const isSettable = blocked.length <= BLOCKED_SHOWN_MAX && blocked.every(canSetBack)
  return {
    ...{ side, label, blocked, hasRest, undoRest: undoOthers },
    setBack: isSettable ? setAllBack : undefined,
  }
}
