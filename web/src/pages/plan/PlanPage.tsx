import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { nodesQuery } from '../../data/nodes.ts'
import { isGone, planQuery } from '../../data/plan.ts'
import { forgetPlan } from '../../data/plans.ts'
import { showDraftsOfLostPlan } from '../../features/node-panel/useLostDrafts.ts'
import { messageOf } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/pageTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { LoadingView } from '../../ui/Spinner.tsx'
import { PlanNotFound } from './PlanNotFound.tsx'
import { PlanWorkspace } from './PlanWorkspace.tsx'
import { useRetryWhenAvailable } from './useRetryWhenAvailable.ts'

/** /plans/{planId}: the plan workspace. */
export function PlanPage() {
  const { planId = '' } = useParams()
  const plan = useQuery(planQuery(planId))
  const isPlanGone = isGone(plan.error)
  const nodes = useQuery({ ...nodesQuery(planId), enabled: !isPlanGone })
  const isLost = isPlanGone || isGone(nodes.error)
  const cache = useQueryClient()
  // The workspace sets its own.
  usePageTitle(plan.data && nodes.data && !isLost ? null : 'Plan')
  const [wasOpen, setWasOpen] = useState(false)
  if (plan.data && nodes.data && !wasOpen) setWasOpen(true)
  const shown = useRef<PlanNodes>(undefined)
  useEffect(() => {
    if (nodes.data) shown.current = nodes.data
    const lost = isLost ? shown.current : undefined
    if (!lost) return
    shown.current = undefined
    showDraftsOfLostPlan((id) => lost.get(id) !== undefined)
  }, [isLost, nodes.data])
  // Nothing renders the plan by now, so removing it from the cache triggers no refetch.
  useEffect(() => {
    if (isLost) forgetPlan(cache, planId)
  }, [isLost, cache, planId])

  const error = plan.error ?? nodes.error
  const retry = () => Promise.all([plan.refetch(), nodes.refetch()])
  useRetryWhenAvailable(planId, plan.data && nodes.data ? null : error, retry)

  if (isLost) return <PlanNotFound wasOpen={wasOpen} />
  if (plan.data && nodes.data) return <PlanWorkspace key={planId} plan={plan.data} nodes={nodes.data} />
  if (!error) return <LoadingView text="Loading your plan..." />
  return (
    <div className="mx-auto flex w-full max-w-120 flex-1 flex-col justify-center gap-3 p-6">
      <Notice look="error">{messageOf(error, 'Error fetching nodes')}</Notice>
      <div className="flex gap-2">
        <Button onClick={retry}>Try again</Button>
        <Button variant="ghost" asChild>
          <Link to="/plans">Back to My Plans</Link>
        </Button>
      </div>
    </div>
  )
}
