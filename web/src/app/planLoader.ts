// Opening a plan: its data and the code of its graph load beside the code of the page, not after it.
import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router'
import { requestEarly } from '../lib/earlyRequests.ts'
import { opensWithGraph } from '../view-state/layoutMode.ts'

/** Starts what the page of a plan needs and waits for none of it. */
export function loadPlan({ params: { planId = '' } }: LoaderFunctionArgs): null {
  // Written out, because the contract's tables are not part of the first code.
  const plan = `/api/plans/${encodeURIComponent(planId)}`
  requestEarly(plan)
  requestEarly(`${plan}/nodes?view=outline`)
  if (opensWithGraph(planId)) {
    requestEarly(`${plan}/edges`)
    // Drawing the graph loads it again if this fails, and says so if that fails too.
    import('../features/graph/PlanGraph.tsx').catch(() => undefined)
  }
  return null
}

/** Selecting a node changes the address, not the plan. */
export const isOtherPlan = ({ currentParams, nextParams }: ShouldRevalidateFunctionArgs): boolean =>
  currentParams.planId !== nextParams.planId
