import type { Plan } from '@cairn/contract/api/plans'
import { can } from '@cairn/contract/rules/permissions'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { collaboratorsQuery } from '../../data/collaborators.ts'
import { messageOf } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AddPerson } from './AddPerson.tsx'
import { LeavePlan } from './LeavePlan.tsx'
import { OwnerRow, PersonRow } from './PersonRow.tsx'
import { TransferPlan } from './TransferPlan.tsx'

/** The Share Plan dialog: collaborators and invitations, and the controls to change them for those who may. */
export function ShareDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const myId = useSession()?.user.id ?? ''
  const people = useQuery(collaboratorsQuery(plan.id))
  const mayShare = can(plan.role, 'plan.share')
  const list = people.data
  const rows = useRef<HTMLUListElement>(null)
  const taken = list
    ? [
        { email: list.owner.email, isInvited: false },
        ...list.collaborators.map(({ email, status }) => ({ email, isInvited: status === 'pending' })),
      ]
    : []
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Share Plan" description={`“${plan.title}”`}>
      {mayShare && <AddPerson myRole={plan.role} planId={plan.id} taken={taken} />}
      <h3 className="mt-5 mb-2 font-medium text-13 first:mt-0">People with access</h3>
      {people.isPending && <ListSkeleton />}
      {people.isError && (
        <Notice look="error">
          <p>{messageOf(people.error, 'Failed to load collaborators')}</p>
          <Button size="sm" className="mt-2" onClick={() => people.refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {list && (
        <>
          <ul ref={rows} tabIndex={-1} aria-label="People with access" className="flex flex-col gap-0.5 outline-none">
            <OwnerRow owner={list.owner} isMe={list.owner.id === myId} />
            {list.collaborators.map((person) => (
              <PersonRow
                key={person.id}
                planId={plan.id}
                person={person}
                me={{ id: myId, role: plan.role }}
                list={rows}
              />
            ))}
          </ul>
          {list.collaborators.length === 0 && (
            <p className="py-4 text-center text-13 text-muted">No collaborators yet</p>
          )}
        </>
      )}
      {list && can(plan.role, 'plan.own') && <TransferPlan plan={plan} collaborators={list.collaborators} />}
      {can(plan.role, 'plan.leave') && <LeavePlan plan={plan} />}
    </Dialog>
  )
}

function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-3 py-2">
      {[1, 2].map((key) => (
        <div key={key} className="flex items-center gap-3">
          <Skeleton className="size-7 rounded-full" />
          <Skeleton className="h-4 w-48" />
        </div>
      ))}
    </div>
  )
}
