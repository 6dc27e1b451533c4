import { LIMITS } from '@cairn/contract/api/common'
import { TOKEN_SCOPES, type TokenScope } from '@cairn/contract/rules/permissions'
import { type FormEvent, useState } from 'react'
import type { useCreateToken } from '../../data/tokens.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { toast } from '../../ui/Toast.tsx'
import { useFocusInvalid } from '../../ui/useFocusInvalid.ts'
import { LimitsFields } from '../credential-limits/LimitsFields.tsx'
import { useAskedPassword } from '../credential-limits/useAskedPassword.tsx'
import { useLimits } from '../credential-limits/useLimits.ts'
import { EXPIRY_OPTIONS, type ExpiryChoice, expiresAt } from './expiry.ts'
import { SCOPE_LOOK, scopesUpTo } from './scopeDisplay.ts'

const FAILURE = 'Failed to create API token'
const SCOPE_OPTIONS = TOKEN_SCOPES.map((value) => ({ value, ...SCOPE_LOOK[value] }))

interface Props {
  create: ReturnType<typeof useCreateToken>
  onCancel: () => void
}

export function CreateTokenForm({ create, onCancel }: Props) {
  const [name, setName] = useState('')
  const [scope, setScope] = useState<TokenScope>('read')
  const [expiry, setExpiry] = useState<ExpiryChoice>('never')
  const [day, setDay] = useState('')
  const limits = useLimits(scope !== 'read')
  const password = useAskedPassword({
    mutation: create,
    hint: 'You signed in a while ago. Confirm your password to create a token with the admin permission.',
    failure: FAILURE,
  })
  const [wrong, setWrong] = useState<{ name?: string; day?: string }>({})
  /** Replaced each time that the form could not be sent. */
  const [submitted, setSubmitted] = useState({})
  const form = useFocusInvalid(submitted)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending) return
    const expires_at = expiresAt(expiry, day)
    const found = {
      ...(name.trim() === '' ? { name: 'Name is required' } : {}),
      ...(expires_at === '' ? { day: 'Choose today or a later date' } : {}),
    }
    setWrong(found)
    const limited = limits.check()
    if (found.name || expires_at === '' || !limited) return setSubmitted({})
    create.mutate(
      { name: name.trim(), permissions: scopesUpTo(scope), expires_at, ...limited, ...password.sent },
      {
        onSuccess: () => toast.success('Token created successfully'),
        onError: (error) => {
          if (!password.handles(error)) toast.error(`Failed to create token: ${messageOf(error, FAILURE)}`)
        },
      },
    )
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field label="Name" hint="What is it for? For example, a script or an assistant." error={wrong.name}>
        <TextInput
          autoFocus
          autoComplete="off"
          required
          maxLength={LIMITS.name}
          value={name}
          onChange={(event) => {
            setName(event.target.value)
            setWrong(({ day }) => ({ ...(day ? { day } : {}) }))
          }}
        />
      </Field>
      <RadioCards
        legend="Permissions"
        name="scope"
        value={scope}
        options={SCOPE_OPTIONS}
        columns={1}
        onChange={setScope}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Expires">
          <Select value={expiry} options={EXPIRY_OPTIONS} onChange={setExpiry} />
        </Field>
        {expiry === 'day' && (
          <Field label="Expires on" error={wrong.day}>
            <TextInput
              type="date"
              max="9999-12-31"
              value={day}
              onChange={(event) => {
                setDay(event.target.value)
                setWrong(({ name: missing }) => (missing ? { name: missing } : {}))
              }}
            />
          </Field>
        )}
      </div>
      <LimitsFields {...limits.fields} />
      {password.field}
      <DialogFooter>
        <Button onClick={onCancel} disabled={create.isPending}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={create.isPending}>
          {create.isPending ? 'Creating...' : 'Create token'}
        </Button>
      </DialogFooter>
    </form>
  )
}
