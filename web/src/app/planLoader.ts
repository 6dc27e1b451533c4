// Opening a plan loads its data and the graph's code in parallel with the page's code.
import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router'
import { requestEarly } from '../lib/earlyRequests.ts'
import { opensWithGraph } from '../view-state/layoutMode.ts'

/** Starts the requests of the plan page and waits for none. */
export function loadPlan({ params: { planId = '' } }: LoaderFunctionArgs): null {
  // Written out, because the contract's tables are not in the first chunk.
  const plan = `/api/plans/${encodeURIComponent(planId)}`
  requestEarly(plan)
  requestEarly(`${plan}/nodes?view=outline`)
  if (opensWithGraph(planId)) {
    requestEarly(`${plan}/edges`)
    // If this fails, rendering the graph loads it again and shows an error if that fails too.
    import('../features/graph/PlanGraph.tsx').catch(() => undefined)
  }
  return null
}

/** Skips reloading when only the query changes, as when a node is selected. */
export const isOtherPlan = ({ currentParams, nextParams }: ShouldRevalidateFunctionArgs): boolean =>
  currentParams.planId !== nextParams.planId
