import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { useLiveRuns } from '../data/liveRuns.ts'
import { isGone, planQuery } from '../data/plan.ts'
import { RunList } from '../features/runs/RunList.tsx'
import { usePageTitle } from '../lib/pageTitle.ts'
import { Button } from '../ui/Button.tsx'
import { PlanNotFound } from './plan/PlanNotFound.tsx'

/** /plans/{planId}/runs: what agents did in the plan. */
export function RunsPage() {
  const { planId = '' } = useParams()
  const plan = useQuery(planQuery(planId))
  const title = plan.data?.title ?? 'Plan'
  usePageTitle(`Agent runs in ${title}`)
  useLiveRuns(planId, plan.data?.revision)
  if (isGone(plan.error)) return <PlanNotFound />
  return (
    <div className="mx-auto flex w-full max-w-220 flex-1 flex-col gap-5 px-4 py-8 sm:px-6">
      <Button variant="ghost" size="sm" asChild className="-ml-2.5 max-w-full self-start">
        <Link to={`/plans/${planId}`}>
          <ArrowLeft size={15} aria-hidden />
          <span className="truncate">{title}</span>
        </Link>
      </Button>
      <header>
        <h1 className="font-semibold text-28">Agent runs</h1>
        <p className="mt-1 text-muted">What agents changed in this plan, one row for each run.</p>
      </header>
      <RunList planId={planId} />
    </div>
  )
}
