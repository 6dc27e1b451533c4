import type { PlanNode } from '@cairn/contract/api/nodes'
import { conflictOf } from '../data/nodeWrites.ts'
import { NODE_STATUS, titleOf } from '../display/nodeDisplay.tsx'
import { ApiError, messageOf } from '../lib/api.ts'
import { toast } from '../ui/Toast.tsx'

/** Long enough to read the message and try again. */
const FAILED_MS = 20_000

interface Failure {
  /** A later failure with the same id replaces this one. */
  id: string
  again: () => void
  /** Describes the current state after a conflict. */
  now?: (current: PlanNode) => string
  /** The message contains typed text, so it stays until the user dismisses it. */
  keeps?: { forget: () => void }
}

/** Shows why a change was not saved, and offers to try again if that can help. */
export const sayFailed =
  (what: string, { id, again, now, keeps }: Failure) =>
  (error: unknown): void => {
    const current = conflictOf(error)
    toast.error(what, {
      id,
      description: current
        ? `Someone else changed it. ${now?.(current) ?? ''}`.trim()
        : messageOf(error, 'Please try again.'),
      closeButton: true,
      duration: keeps ? Number.POSITIVE_INFINITY : FAILED_MS,
      ...(keeps ? { onDismiss: keeps.forget } : {}),
      ...(canHelp(error) ? { action: { label: current && now ? 'Use mine' : 'Try again', onClick: again } } : {}),
    })
  }

/** Shows that a text was not saved after its editor was closed. It is a draft, which `open` shows again. */
export function sayKept(what: string, reason: string, { id, open }: { id: string; open: () => void }): void {
  toast.error(what, {
    id,
    description: `${asSentence(reason)} Your text is kept.`,
    closeButton: true,
    duration: FAILED_MS,
    action: { label: 'Open', onClick: open },
  })
}

/** Errors about a field, and those of a proxy, have no full stop. */
const asSentence = (reason: string): string => (/[.!?]$/.test(reason) ? reason : `${reason}.`)

export const statusNow = ({ status }: PlanNode): string => `It is now ${NODE_STATUS[status].label}.`
export const titleNow = (current: { title: string }): string => `It is now “${titleOf(current)}”.`

/** Trying again helps after conflicts, lost replies and server errors, but not after other rejections. */
export const canHelp = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.code === 'version_conflict' ||
  error.status === 0 ||
  error.status === 429 ||
  error.status >= 500
