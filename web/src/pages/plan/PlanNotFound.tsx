import { MapPinOff } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { useReturnOfPlan } from '../../data/livePlans.ts'
import { usePageTitle } from '../../lib/pageTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** Instead of a page of a plan that does not exist, or that the user may not see. */
export function PlanNotFound({ wasOpen = false }: { wasOpen?: boolean }) {
  usePageTitle('Plan not found')
  const { planId = '' } = useParams()
  useReturnOfPlan(planId, wasOpen)
  return (
    <div className="flex flex-1 flex-col justify-center">
      <EmptyState
        isPage
        icon={<MapPinOff size={20} />}
        title="Plan not found"
        text="The requested plan doesn't exist or you don't have access."
      >
        <Button variant="primary" asChild>
          <Link to="/plans">Back to My Plans</Link>
        </Button>
      </EmptyState>
    </div>
  )
}
