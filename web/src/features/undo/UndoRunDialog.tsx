import type { EventKind } from '@cairn/contract/api/events'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { runUndoQuery, undoRun } from '../../data/undo.ts'
import { messageOf } from '../../lib/api.ts'
import { counted, formatNumber } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/Toast.tsx'
import { BlockedList } from './BlockedList.tsx'

/** What undoing events of a kind does, for a number of them. Absent kinds count as other changes. */
const EFFECTS: Partial<Record<EventKind, (count: number) => string>> = {
  'node.created': (count) => `${counted(count, 'node')} moved to the trash`,
  'node.duplicated': (count) => `${counted(count, 'node')} moved to the trash`,
  'node.deleted': (count) => `${counted(count, 'node')} restored`,
  'node.updated': (count) => `${counted(count, 'edit')} undone`,
  'node.status_changed': (count) => `${counted(count, 'status change')} undone`,
  'node.moved': (count) => `${counted(count, 'node')} moved back`,
}

interface Props {
  planId: string
  runId: string
  /** The name of the token or app that made the changes. */
  agent: string
  onClose: () => void
}

/** Shows what undoing an agent's run would do, and undoes it. */
export function UndoRunDialog({ planId, runId, agent, onClose }: Props) {
  const { data, error, refetch } = useQuery(runUndoQuery(planId, runId))
  const [withLogs, setWithLogs] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [isOutdated, setOutdated] = useState(false)

  const submit = async () => {
    setBusy(true)
    setFailure(null)
    setOutdated(false)
    try {
      // An equal reply is the same object.
      const { data: now } = await refetch({ throwOnError: true })
      if (now !== data) {
        setOutdated(true)
        return setBusy(false)
      }
      const { undone, blocked } = await undoRun(planId, runId, withLogs)
      const left = blocked - (data?.blocked.length ?? 0)
      toast(
        `Run undone: ${counted(undone, 'change')} by ${agent}`,
        left > 0 ? { description: `${counted(left, 'change')} had been changed again meanwhile and stayed.` } : {},
      )
      onClose()
    } catch (thrown) {
      setFailure(thrown)
      setBusy(false)
    }
  }

  const isEmpty = data !== undefined && data.undone + data.left === 0 && !(withLogs && data.logs > 0)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isBusy={isBusy}
      title="Undo this run"
      description={`Everything that ${agent} changed in this run is undone. Changes that others made since stay.`}
    >
      {!data && !error && <Skeleton className="h-16 w-full" />}
      {data && (
        <div className="flex flex-col gap-4 text-13">
          {data.undone > 0 ? (
            <ul className="list-disc pl-5">
              {effectsOf(data.kinds).map((effect) => (
                <li key={effect}>{effect}</li>
              ))}
              {data.left > 0 && <li>{counted(data.left, 'more change')}</li>}
            </ul>
          ) : (
            <p>Nothing is left to undo.</p>
          )}
          {data.blocked.length > 0 && (
            <div>
              <h3 className="mb-2 font-medium">Can’t be undone</h3>
              <BlockedList blocked={data.blocked} />
            </div>
          )}
          {data.logs > 0 && (
            <Checkbox
              label={`Also delete log entries and comments (${formatNumber(data.logs)})`}
              checked={withLogs}
              onChange={(event) => setWithLogs(event.target.checked)}
            />
          )}
        </div>
      )}
      {isOutdated && <Notice>The plan has changed. Above is what undoing would do now.</Notice>}
      {(error ?? failure) ? <Notice look="error">{messageOf(error ?? failure, 'Failed to undo run')}</Notice> : null}
      <DialogFooter>
        <Button onClick={onClose} disabled={isBusy}>
          Cancel
        </Button>
        <Button variant="primary" busy={isBusy} disabled={!data || isEmpty} onClick={() => void submit()}>
          Undo run
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function effectsOf(kinds: Partial<Record<EventKind, number>>): string[] {
  let others = 0
  const effects = Object.entries(kinds).flatMap(([kind, count]) => {
    const effect = EFFECTS[kind as EventKind]
    if (effect) return [effect(count)]
    others += count
    return []
  })
  return others > 0 ? [...effects, `${counted(others, 'other change')} undone`] : effects
}
