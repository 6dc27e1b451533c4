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
  /** Sets the values back over the later ones. Undefined if no edit can do that. */
  setBack: (() => void) | undefined
}

/** Larger dialogs do not show everything that would be overwritten. */
export const BLOCKED_SHOWN_MAX = 8

/** What the dialog shows and offers after an undo was refused. `undoRest` returns when the rest is undone. */
export function blockedUndo(
  planId: string,
  { blocked, undone }: Pick<UndoResult, 'blocked' | 'undone'>,
  step: Pick<BlockedUndo, 'side' | 'label'> & { close: () => void; undoRest: () => Promise<void>; drop: () => void },
): BlockedUndo {
  const { side, label, close, undoRest, drop } = step
  const hasRest = undone > 0
  const setAllBack = async (): Promise<void> => {
    close()
    try {
      if (hasRest) await undoRest()
      const changes = await setBack(planId, blocked)
      if (!hasRest) drop()
      toastWithUndo(`Set back: ${label}`, planId, changes)
    } catch (error) {
      toast.error(messageOf(error, 'Failed to set it back'), { id: UNDO_TOAST_ID })
    }
  }
  const undoOthers = () => {
    close()
    void undoRest()
  }
  const isSettable = blocked.length <= BLOCKED_SHOWN_MAX && blocked.every(canSetBack)
  return {
    ...{ side, label, blocked, hasRest, undoRest: undoOthers },
    setBack: isSettable ? () => void setAllBack() : undefined,
  }
}
