import type { Plan } from '@cairn/contract/api/plans'
import type { RunDetail } from '@cairn/contract/api/runs'
import { can } from '@cairn/contract/rules/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Bot } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { type BlockedUndo, blockedUndo } from '../actions/blockedUndo.ts'
import { canHelp } from '../actions/failedSave.ts'
import { useLiveRuns } from '../data/liveRuns.ts'
import { isGone, planQuery } from '../data/plan.ts'
import { runQuery, runsKey } from '../data/runs.ts'
import { undoChange } from '../data/undo.ts'
import { RunChanges } from '../features/runs/RunChanges.tsx'
import { RunSummary } from '../features/runs/RunSummary.tsx'
import { UndoBlockedDialog } from '../features/undo/UndoBlockedDialog.tsx'
import { UndoRunDialog } from '../features/undo/UndoRunDialog.tsx'
import { messageOf } from '../lib/api.ts'
import { usePageTitle } from '../lib/pageTitle.ts'
import { useSession } from '../lib/session.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { LoadingView } from '../ui/Spinner.tsx'
import { toast } from '../ui/Toast.tsx'
import { useFocusFallback } from '../ui/useFocusFallback.ts'

/** /plans/{planId}/runs/{runId}: what one run of an agent did, and undoing it. */
export function RunPage() {
  const { planId = '', runId = '' } = useParams()
  const plan = useQuery(planQuery(planId))
  const run = useQuery(runQuery(planId, runId))
  usePageTitle(run.data ? `Run by ${agentOf(run.data)}` : 'Run')
  useLiveRuns(planId, plan.data?.revision)

  if (isGone(run.error) || isGone(plan.error))
    return (
      <EmptyState
        isPage
        icon={<Bot size={20} />}
        title="Run not found"
        text="The run doesn't exist or you don't have access to its plan."
      >
        <Button variant="primary" asChild>
          <Link to="/plans">Back to My Plans</Link>
        </Button>
      </EmptyState>
    )
  const failed = [run, plan].find(({ error, data }) => error && !data)
  if (failed)
    return (
      <div className="mx-auto w-full max-w-120 p-6">
        <ErrorNotice title="Failed to load run" error={failed.error} onRetry={() => void failed.refetch()} />
      </div>
    )
  if (!run.data || !plan.data) return <LoadingView text="Loading run..." />
  return <Loaded plan={plan.data} run={run.data} />
}

const agentOf = ({ via, user }: RunDetail): string => via.name ?? user.name

function Loaded({ plan, run }: { plan: Pick<Plan, 'id' | 'role'>; run: RunDetail }) {
  const myId = useSession()?.user.id
  const mayUndo = can(plan.role, run.user.id === myId ? 'plan.edit' : 'run.undo')
  // Undo can delete log entries, which count as no change to undo.
  const hasOnlyLogs = run.undoable === 0 && run.kinds['log.added'] !== undefined
  const [isUndoOpen, setUndoOpen] = useState(false)
  const { undo, undoing, blocked, closeBlocked } = useUndoChange(plan.id)
  // Buttons disappear when they have undone something.
  const focusFallback = useFocusFallback<HTMLDivElement>()
  const ids = { planId: plan.id, runId: run.run_id }
  return (
    <div {...focusFallback} className="mx-auto flex w-full max-w-220 flex-1 flex-col gap-5 px-4 py-8 sm:px-6">
      <Button variant="ghost" size="sm" asChild className="self-start">
        <Link to={`/plans/${plan.id}/runs`}>
          <ArrowLeft size={15} aria-hidden />
          Agent runs
        </Link>
      </Button>
      <RunSummary
        run={run}
        actions={
          <>
            <Button asChild>
              <Link to={`/plans/${plan.id}`}>Open plan</Link>
            </Button>
            {mayUndo && (run.undone < run.undoable || hasOnlyLogs) && (
              <Button variant="primary" onClick={() => setUndoOpen(true)}>
                Undo this run
              </Button>
            )}
          </>
        }
      />
      <RunChanges {...ids} undoing={undoing} onUndo={mayUndo ? undo : undefined} />
      {isUndoOpen && <UndoRunDialog {...ids} agent={agentOf(run)} onClose={() => setUndoOpen(false)} />}
      {blocked && <UndoBlockedDialog state={blocked} onClose={closeBlocked} />}
    </div>
  )
}

/** Undoes one change, and shows what is in the way. */
function useUndoChange(planId: string) {
  const cache = useQueryClient()
  const [undoing, setUndoing] = useState<number | null>(null)
  const [blocked, setBlocked] = useState<BlockedUndo | null>(null)

  /** Returns false if it failed. */
  const undo = async (change: number, skip = false): Promise<boolean> => {
    setUndoing(change)
    try {
      const { result, isRefused } = await undoChange(planId, change, skip)
      if (isRefused)
        setBlocked(
          blockedUndo(planId, result, {
            ...{ side: 'undo', label: 'a change of this run' },
            close: () => setBlocked(null),
            undoRest: () => undo(change, true),
            drop: () => undefined,
          }),
        )
      else toast(result.undone === 0 ? 'Nothing to undo' : 'Change undone')
      await cache.invalidateQueries({ queryKey: runsKey(planId) })
      return !isRefused
    } catch (error) {
      toast.error(messageOf(error, 'Failed to undo'), {
        ...(canHelp(error) ? { action: { label: 'Try again', onClick: () => void undo(change, skip) } } : {}),
      })
      return false
    } finally {
      setUndoing(null)
    }
  }
  return { undo: (change: number) => void undo(change), undoing, blocked, closeBlocked: () => setBlocked(null) }
}
