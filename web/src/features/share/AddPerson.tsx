import type { CollaboratorRole } from '@cairn/contract/api/collaborators'
import { COLLABORATOR_ROLES } from '@cairn/contract/rules/permissions'
import { type FormEvent, useEffect, useState } from 'react'
import { useCollaborators } from '../../data/collaborators.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { ROLE_HINT, ROLE_LABEL, shareError } from './shareRules.ts'

/** How long a success stands (point 4). */
const SUCCESS_MS = 3_000

export const ROLE_OPTIONS = COLLABORATOR_ROLES.map((value) => ({ value, label: ROLE_LABEL[value] }))

interface Props {
  planId: string
  taken: readonly string[]
}

/** Gives somebody access by e-mail address; who has no account is invited. */
export function AddPerson({ planId, taken }: Props) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<CollaboratorRole>('viewer')
  const [error, setError] = useState<string>()
  const [success, setSuccess] = useState<string | null>(null)
  const { add } = useCollaborators(planId)

  useEffect(() => {
    if (success === null) return
    const timer = setTimeout(() => setSuccess(null), SUCCESS_MS)
    return () => clearTimeout(timer)
  }, [success])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (add.isPending) return
    const wrong = shareError(email, taken)
    setError(wrong ?? undefined)
    if (wrong) return
    setSuccess(null)
    add.mutate(
      { email: email.trim(), role },
      {
        onSuccess: (person) => {
          setEmail('')
          setSuccess(
            person.status === 'pending'
              ? `${person.email} is invited. Copy the link below to send it yourself.`
              : `${person.name} now has access.`,
          )
        },
        onError: (failure) => setError(messageOf(failure, 'Failed to add collaborator')),
      },
    )
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-2">
      <Field label="Invite by email" error={error} hint={`${ROLE_LABEL[role]}: ${ROLE_HINT[role]}`}>
        <div className="flex flex-wrap gap-2">
          <TextInput
            type="email"
            autoFocus
            autoComplete="off"
            placeholder="name@example.com"
            value={email}
            onChange={(event) => {
              setEmail(event.target.value)
              setError(undefined)
            }}
            className="w-auto! min-w-48 flex-1"
          />
          <RoleSelect value={role} onChange={setRole} />
          <Button type="submit" look="primary" busy={add.isPending} disabled={email.trim() === ''}>
            {add.isPending ? 'Adding...' : 'Add'}
          </Button>
        </div>
      </Field>
      {success && <Notice look="success">{success}</Notice>}
    </form>
  )
}

function RoleSelect({ value, onChange }: { value: CollaboratorRole; onChange: (role: CollaboratorRole) => void }) {
  return <Select label="Role" value={value} options={ROLE_OPTIONS} onChange={onChange} className="w-34!" />
}
