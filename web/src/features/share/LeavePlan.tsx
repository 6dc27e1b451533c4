import type { Plan } from '@cairn/contract/api/plans'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useRemovePlan } from '../../data/plans.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/Toast.tsx'

/** Leaves the plan after a confirmation, because only the owner or an admin can undo it. */
export function LeavePlan({ plan }: { plan: Plan }) {
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  const leave = useRemovePlan('leave', () => navigate('/plans'))
  if (!isAsking)
    return (
      <div className="mt-4 border-line border-t pt-3">
        <Button variant="ghost" size="sm" icon={<LogOut size={15} aria-hidden />} onClick={() => setAsking(true)}>
          Leave plan
        </Button>
      </div>
    )
  const confirm = async () => {
    try {
      await leave.mutateAsync(plan.id)
      toast(`You left “${plan.title}”`)
    } catch (error) {
      toast.error(messageOf(error, 'Failed to leave plan'))
    }
  }
  return (
    <div className="mt-4 flex flex-col gap-3 border-line border-t pt-4">
      <Notice look="info">
        You’ll lose access until {plan.owner.name} or an admin shares the plan with you again.
      </Notice>
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={() => setAsking(false)}>
          Cancel
        </Button>
        <Button size="sm" variant="danger" busy={leave.isPending} onClick={confirm}>
          Leave plan
        </Button>
      </div>
    </div>
  )
}
