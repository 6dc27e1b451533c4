import type { CollaboratorRole } from '@cairn/contract/api/collaborators'
import { COLLABORATOR_ROLES, canGiveRole, type PlanRole } from '@cairn/contract/rules/permissions'
import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { configQuery } from '../../data/auth.ts'
import { useCollaborators } from '../../data/collaborators.ts'
import { ROLE_HINT, ROLE_LABEL } from '../../display/roles.ts'
import { messageOf } from '../../lib/api.ts'
import { useIsShown } from '../../lib/useIsShown.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { toast } from '../../ui/Toast.tsx'
import { shareError, type Taken } from './shareRules.ts'

/** How long the success message is shown. */
const SUCCESS_MS = 3_000

/** The roles that a person with role `giver` may assign. */
export const roleOptions = (giver: PlanRole) =>
  COLLABORATOR_ROLES.filter((role) => canGiveRole(giver, role)).map((value) => ({ value, label: ROLE_LABEL[value] }))

interface Props {
  planId: string
  taken: readonly Taken[]
  myRole: PlanRole
}

/** Adds a collaborator by email. Someone without an account is invited. */
export function AddPerson({ planId, taken, myRole }: Props) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<CollaboratorRole>('viewer')
  const [error, setError] = useState<string>()
  const [success, setSuccess] = useState<string | null>(null)
  const { add } = useCollaborators(planId)
  const isShown = useIsShown()
  const input = useRef<HTMLInputElement>(null)
  const sendsMail = useQuery(configQuery).data?.mail ?? false

  useEffect(() => {
    if (success === null) return
    const timer = setTimeout(() => setSuccess(null), SUCCESS_MS)
    return () => clearTimeout(timer)
  }, [success])

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (add.isPending) return
    const wrong = shareError(email, taken)
    setError(wrong ?? undefined)
    if (wrong) return
    setSuccess(null)
    add.mutateAsync({ email: email.trim(), role }).then(
      (person) => {
        setEmail((now) => (now === email ? '' : now))
        // The button is disabled without an address.
        if (isShown.current) input.current?.focus()
        setSuccess(
          person.status === 'pending'
            ? `Invited ${person.email}.${sendsMail ? '' : ' Copy the link below to send it yourself.'}`
            : `${person.name} now has access.`,
        )
      },
      (failure) => {
        const message = messageOf(failure, 'Failed to add collaborator')
        if (isShown.current) setError(message)
        else toast.error(`Failed to add ${email.trim()}`, { description: message })
      },
    )
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start gap-2">
        <Field label="Invite by email" error={error} className="min-w-44 flex-1 max-sm:basis-full">
          <TextInput
            ref={input}
            type="email"
            autoFocus
            autoComplete="off"
            placeholder="name@example.com"
            value={email}
            onChange={(event) => {
              setEmail(event.target.value)
              setError(undefined)
              setSuccess(null)
            }}
            onKeyDown={(event) => {
              // Browsers do not submit while the button is disabled, so the error would never show.
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) submit(event)
            }}
          />
        </Field>
        <Field label="Role" hint={ROLE_HINT[role]} className="w-34 max-sm:flex-1">
          <Select value={role} options={roleOptions(myRole)} onChange={setRole} />
        </Field>
        <Button
          type="submit"
          variant="primary"
          busy={add.isPending}
          disabled={email.trim() === ''}
          // In line with the fields, below their labels, and as wide as it is while busy.
          className="mt-6.5 min-w-28 max-sm:mt-1 max-sm:w-full"
        >
          {add.isPending ? 'Adding...' : 'Add'}
        </Button>
      </div>
      {success && <Notice look="success">{success}</Notice>}
    </form>
  )
}
