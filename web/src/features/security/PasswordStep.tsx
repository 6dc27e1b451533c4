import { type FormEvent, useState } from 'react'
import { isWrongPassword } from '../../data/security.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'

interface Props {
  /** The button's label, and its label while busy. */
  action: string
  busyAction: string
  variant: 'primary' | 'danger'
  mutation: { mutate: (password: string) => void; reset: () => void; isPending: boolean; error: unknown }
  /** The message if the error has none. */
  failure: string
  onCancel: () => void
}

/** Confirms the password before an action that requires it. */
export function PasswordStep({ action, busyAction, variant, mutation, failure, onCancel }: Props) {
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const message = mutation.error ? messageOf(mutation.error, failure) : undefined
  const isWrong = isWrongPassword(mutation.error)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(password === '')
    if (password !== '' && !mutation.isPending) mutation.mutate(password)
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {message && !isWrong && <Notice look="error">{message}</Notice>}
      <Field label="Your password" error={isMissing ? 'Password is required' : isWrong ? message : undefined}>
        <PasswordInput
          autoFocus
          autoComplete="current-password"
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            setMissing(false)
            if (mutation.error) mutation.reset()
          }}
        />
      </Field>
      <DialogFooter>
        <Button onClick={onCancel} disabled={mutation.isPending}>
          Cancel
        </Button>
        <Button type="submit" variant={variant} busy={mutation.isPending}>
          {mutation.isPending ? busyAction : action}
        </Button>
      </DialogFooter>
    </form>
  )
}
