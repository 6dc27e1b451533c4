// Undo and redo of what this tab changed in a plan.
import type { PlanEvent } from '@cairn/contract/api/events'
import { type UndoResult, undoApi } from '@cairn/contract/api/undo'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { PlanNodes } from '../data/nodeStore.ts'
import { makeNodeWrites } from '../data/nodeWrites.ts'
import { ApiError, callWithHeaders, messageOf } from '../lib/api.ts'
import { endOfWrites, isWriting, watchChanges, watchWriting } from '../lib/changes.ts'
import { useSession } from '../lib/session.ts'
import { isCovered } from '../lib/shortcuts.ts'
import { useLatest } from '../lib/useLatest.ts'
import { toast } from '../ui/Toast.tsx'
import { keepPositionSteps, type PositionStep, takePositionStep } from '../view-state/nodePositions.ts'
import { type UndoEntry, UndoStack, useUndoStack } from '../view-state/undoStack.ts'
import { type BlockedUndo, blockedUndo, UNDO_TOAST_ID, type UndoSide } from './blockedUndo.ts'
import { canHelp } from './failedSave.ts'
import { StepLabels } from './stepLabels.ts'
import { undoToastId } from './undoToast.ts'

export interface UndoStep {
  /** Such as “Undo: move “Offline maps””. */
  label: string
  run: () => void
}

export interface Undo {
  undo: UndoStep | undefined
  redo: UndoStep | undefined
  blocked: BlockedUndo | null
  closeBlocked: () => void
  /** Names the steps by the events of their changes. */
  describe: (events: readonly PlanEvent[]) => void
  stack: UndoStack
}

const VERB = { undo: 'Undo', redo: 'Redo' } as const
const DONE = { undo: 'Undone', redo: 'Redone' } as const
const OTHER = { undo: 'redo', redo: 'undo' } as const

interface Place {
  planId: string
  nodes: PlanNodes
  /** Called with nodes that came back or moved. */
  onShow: (nodeIds: readonly string[]) => void
  /** Called with the nodes that an undo or redo has changed, and the id of its change. */
  onUndone: (nodeIds: readonly string[], change: number) => void
}

/** The steps that this tab can undo and redo. Steps run one at a time, and those that wait are dropped if one fails. */
export function useUndo({ planId, nodes, onShow, onUndone }: Place): Undo {
  const cache = useQueryClient()
  const userId = useSession()?.user.id ?? ''
  const stack = useMemo(() => new UndoStack(userId, planId), [userId, planId])
  const sides = useUndoStack(stack)
  /** Whether the first step of this tab is being written. */
  const isFirstWriting = useSyncExternalStore(watchWriting, () => stack.get().undo.length === 0 && isWriting(planId))
  const [blocked, setBlocked] = useState<BlockedUndo | null>(null)
  const show = useLatest(onShow)
  const undone = useLatest(onUndone)
  /** The steps under way: whether all of them succeed. */
  const turn = useRef<Promise<boolean> | null>(null)

  const labels = useMemo(() => new StepLabels(stack), [stack])
  const describe = (events: readonly PlanEvent[]) =>
    labels.add(events.filter(({ actor, via }) => actor.id === userId && via.kind === 'session'))

  const steps = useMemo(() => {
    const { request } = makeNodeWrites({ planId, nodes, cache })

    const send = async (changes: readonly number[], skip_blocked: boolean): Promise<UndoResult> => {
      const { reply } = await request([], () =>
        callWithHeaders(undoApi.undo, { params: { planId }, body: { changes: [...changes], skip_blocked } }),
      )
      return reply
    }

    function inTurn(step: () => Promise<boolean>): Promise<boolean> {
      const mine = turn.current ? turn.current.then((succeeds) => succeeds && step()) : step()
      turn.current = mine
      void mine.then(() => {
        if (turn.current === mine) turn.current = null
      })
      return mine
    }

    /** Runs a step, unless an earlier request that is still under way does so. */
    function runOnce(side: UndoSide, entry: UndoEntry): Promise<boolean> {
      const wasThere = stack.find(side, entry) !== undefined
      return inTurn(async () => {
        const now = stack.find(side, entry)
        return (wasThere && !now) || runNow(side, now ?? entry)
      })
    }

    async function runNow(side: UndoSide, entry: UndoEntry, { skip = false } = {}): Promise<boolean> {
      if (entry.positions) {
        settle(side, entry, { ...entry, positions: takePositionStep(entry.positions) })
        return true
      }
      try {
        const { change, kinds, node_ids } = await send(entry.changes, skip)
        settle(side, entry, change === null ? null : { changes: [change], label: entry.label })
        if (change !== null) undone.current(node_ids, change)
        // An open menu keeps the focus.
        if ((kinds['node.deleted'] || kinds['node.moved']) && !isCovered()) show.current(node_ids)
      } catch (error) {
        if (!showBlocked(side, entry, error)) fail(side, entry, error)
        return false
      }
      return true
    }

    function settle(side: UndoSide, entry: UndoEntry, next: UndoEntry | null): void {
      stack.settle(side, entry, next)
      dismissToasts(entry)
      if (next === null) toast(`Nothing to ${side}: it has been changed back`, { id: UNDO_TOAST_ID })
      else
        toast(`${DONE[side]}: ${named(entry)}`, {
          id: UNDO_TOAST_ID,
          action: { label: VERB[OTHER[side]], onClick: () => void runOnce(OTHER[side], next) },
        })
    }

    function dismissToasts({ changes, positions }: UndoEntry): void {
      for (const change of changes) toast.dismiss(undoToastId(change))
      if (positions) toast.dismiss(positions.id)
    }

    function showBlocked(side: UndoSide, entry: UndoEntry, error: unknown): boolean {
      if (!(error instanceof ApiError) || error.code !== 'undo_blocked') return false
      // They would lie above the dialog, and their Undo cannot work either.
      toast.dismiss(UNDO_TOAST_ID)
      dismissToasts(entry)
      setBlocked(
        blockedUndo(planId, error.details as UndoResult, {
          ...{ side, label: named(entry) },
          close: () => setBlocked(null),
          undoRest: () => inTurn(() => runNow(side, entry, { skip: true })),
          drop: () => stack.settle(side, entry, null),
        }),
      )
      return true
    }

    function fail(side: UndoSide, entry: UndoEntry, error: unknown): void {
      // It will never work, and earlier steps can be undone only without it.
      if (error instanceof ApiError && (error.status === 400 || error.status === 404)) stack.settle(side, entry, null)
      toast.error(messageOf(error, `Failed to ${side}`), {
        id: UNDO_TOAST_ID,
        ...(canHelp(error) ? { action: { label: 'Try again', onClick: () => void runOnce(side, entry) } } : {}),
      })
    }

    /** Runs the newest step. While writes are under way, this is what they will have changed. */
    const runNewest = (side: UndoSide): Promise<boolean> =>
      inTurn(async () => {
        const newest = stack.get()[side].at(-1)
        if (!isWriting(planId)) return newest === undefined || runNow(side, newest)
        const { changes, areSaved } = await endOfWrites(planId)
        const made = side === 'undo' ? stack.find(side, { changes }) : undefined
        // The newest step was the one that failed.
        if (side === 'undo' && !made && !areSaved) return false
        const entry = made ?? (newest && stack.find(side, newest))
        return entry === undefined || runNow(side, entry)
      })

    function undoChanges(changes: readonly number[]): void {
      const entry = stack.find('undo', { changes })
      if (entry) void runOnce('undo', entry)
      else toast('Nothing to undo: it has been changed back', { id: UNDO_TOAST_ID })
    }

    function undoPositions(step: PositionStep): void {
      const entry = stack.find('undo', { changes: [], positions: step })
      if (entry) void runOnce('undo', entry)
    }

    return { runNewest, undoChanges, undoPositions }
  }, [planId, nodes, cache, stack])

  useEffect(
    () =>
      watchChanges({
        onChange: (id, change) => id === planId && stack.record(change),
        onMerge: (id, changes) => {
          if (id !== planId) return
          stack.merge(changes)
          labels.merge(changes)
        },
        onUndo: (id, changes) => {
          if (id === planId) steps.undoChanges(changes)
          return id === planId
        },
      }),
    [planId, stack, labels, steps],
  )

  useEffect(
    () =>
      keepPositionSteps({
        onStep: (id, label, step) => id === planId && stack.recordPositions(label, step),
        onUndo: (id, step) => id === planId && steps.undoPositions(step),
      }),
    [planId, stack, steps],
  )

  const stepOf = (side: UndoSide): UndoStep | undefined => {
    const entry = sides[side].at(-1) ?? (side === 'undo' && isFirstWriting ? UNNAMED : undefined)
    return entry && { label: `${VERB[side]}: ${named(entry)}`, run: () => void steps.runNewest(side) }
  }
  return { undo: stepOf('undo'), redo: stepOf('redo'), blocked, closeBlocked: () => setBlocked(null), describe, stack }
}

const UNNAMED = { label: null }

const named = ({ label }: Pick<UndoEntry, 'label'>): string => label ?? 'last change'
