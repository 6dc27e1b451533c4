import type { Collaborator } from '@cairn/contract/api/collaborators'
import type { Plan } from '@cairn/contract/api/plans'
import { Crown } from 'lucide-react'
import { useState } from 'react'
import { useTransferPlan } from '../../data/plans.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { toast } from '../../ui/Toast.tsx'

interface Props {
  plan: Plan
  collaborators: readonly Collaborator[]
}

/** Makes a collaborator the owner after a confirmation, because only they can undo it. */
export function TransferPlan({ plan, collaborators }: Props) {
  const people = collaborators.flatMap(({ user_id, status, name }) =>
    user_id !== null && status !== 'pending' ? [{ value: user_id, label: name }] : [],
  )
  const [first] = people
  const [isAsking, setAsking] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const transfer = useTransferPlan()
  if (!first) return null
  if (!isAsking)
    return (
      <div className="mt-4 border-line border-t pt-3">
        <Button variant="ghost" size="sm" icon={<Crown size={15} aria-hidden />} onClick={() => setAsking(true)}>
          Transfer ownership…
        </Button>
      </div>
    )
  const next = people.find(({ value }) => value === chosen) ?? first
  const confirm = async () => {
    try {
      await transfer.mutateAsync({ planId: plan.id, user_id: next.value })
      toast(`${next.label} is now the owner of “${plan.title}”`)
      setAsking(false)
    } catch (error) {
      toast.error(messageOf(error, 'Failed to transfer plan'))
    }
  }
  return (
    <div className="mt-4 flex flex-col gap-3 border-line border-t pt-4">
      <Field label="New owner">
        <Select value={next.value} options={people} onChange={setChosen} />
      </Field>
      <Notice>You become an admin. Only {next.label} can transfer the plan back or delete it.</Notice>
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={() => setAsking(false)} disabled={transfer.isPending}>
          Cancel
        </Button>
        <Button size="sm" variant="danger" busy={transfer.isPending} onClick={confirm}>
          Transfer
        </Button>
      </div>
    </div>
  )
}
