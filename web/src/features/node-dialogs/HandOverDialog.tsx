import { LIMITS } from '@cairn/contract/api/common'
import { can } from '@cairn/contract/rules/permissions'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ClaimActions } from '../../actions/claimActions.ts'
import { useHold } from '../../data/claims.ts'
import { membersQuery } from '../../data/members.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { useNode } from '../../data/nodes.ts'
import { holdText } from '../../display/ClaimMark.tsx'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { useDraft } from '../../lib/drafts.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { useCloseWhenDeleted } from './useCloseWhenDeleted.ts'

interface Props {
  planId: string
  nodes: PlanNodes
  claims: ClaimActions
  id: string
  onClose: () => void
}

/** Gives a task that someone holds to a person who can edit the plan. */
export function HandOverDialog({ planId, nodes, claims, id, onClose }: Props) {
  useCloseWhenDeleted(nodes, id, onClose)
  const node = useNode(nodes, id)
  const hold = useHold(id)
  const { data: members, error, refetch } = useQuery(membersQuery(planId))
  const [chosen, setChosen] = useState<string | null>(null)
  const { value: note, set: setNote, clear: forgetNote } = useDraft(`hand over ${id}`, '')
  const [isBusy, setBusy] = useState(false)
  const holderId = hold?.claim.agent === null ? hold.claim.user.id : null
  const people = (members ?? []).filter(({ id: personId, role }) => can(role, 'plan.edit') && personId !== holderId)
  const to = people.find((person) => person.id === chosen) ?? people[0]
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!to || isBusy) return
    setBusy(true)
    if (await claims.handOver(id, to, note)) leave()
    else setBusy(false)
  }
  /** Escape keeps the note as a draft, Cancel discards it. */
  const leave = () => {
    forgetNote()
    onClose()
  }
  if (!node) return null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isBusy={isBusy}
      title={`Hand over “${titleOf(node)}”`}
      description={hold && `${holdText(hold)}.`}
      width="sm"
    >
      {!hold || (members && people.length === 0) ? (
        <Notice>{hold ? 'No one else can edit this plan. Share it first.' : 'No one holds this task now.'}</Notice>
      ) : (
        <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
          {error && !members && (
            <ErrorNotice title="Failed to load people" error={error} onRetry={() => void refetch()} />
          )}
          <Field label="Hand over to" hint="They hold the task for 8 hours and are assigned to it.">
            <Select
              value={to?.id ?? ''}
              options={people.map(({ id: value, name, avatar_url }) => ({
                ...{ value, label: name },
                icon: <Avatar name={name} src={avatar_url} size="sm" />,
              }))}
              onChange={setChosen}
              disabled={isBusy}
            />
          </Field>
          <Field label="Note" optional hint="Added to the log of the task.">
            <Textarea
              maxLength={LIMITS.content}
              value={note}
              readOnly={isBusy}
              onChange={({ target }) => setNote(target.value)}
            />
          </Field>
          <DialogFooter>
            <Button onClick={leave} disabled={isBusy}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" busy={isBusy} disabled={!to}>
              Hand over
            </Button>
          </DialogFooter>
        </form>
      )}
    </Dialog>
  )
}
