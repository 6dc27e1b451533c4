import { type FormEvent, useState } from 'react'
import { type BothFactors, isWrongCode, isWrongPassword } from '../../data/security.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

interface Props {
  /** The button's label, and its label while busy. */
  action: string
  busyAction: string
  variant: 'primary' | 'danger'
  mutation: { mutate: (factors: BothFactors) => void; reset: () => void; isPending: boolean; error: unknown }
  /** The message if the error has none. */
  failure: string
  onCancel: () => void
}

/** Confirms the password and a two-factor code before an action that requires both. */
export function FactorsStep({ action, busyAction, variant, mutation, failure, onCancel }: Props) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [isSent, setSent] = useState(false)
  const message = mutation.error ? messageOf(mutation.error, failure) : undefined
  const passwordError = isWrongPassword(mutation.error) ? message : undefined
  const codeError = isWrongCode(mutation.error) ? message : undefined
  const change = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    set(event.target.value)
    setSent(false)
    if (mutation.error) mutation.reset()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (password !== '' && code.trim() !== '' && !mutation.isPending) mutation.mutate({ password, code: code.trim() })
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {message && !passwordError && !codeError && <Notice look="error">{message}</Notice>}
      <Field label="Your password" error={isSent && password === '' ? 'Password is required' : passwordError}>
        <PasswordInput autoFocus autoComplete="current-password" value={password} onChange={change(setPassword)} />
      </Field>
      <Field
        label="Code"
        hint="From your authenticator app, or a recovery code."
        error={isSent && code.trim() === '' ? 'Code is required' : codeError}
      >
        <TextInput
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          className="tabular-nums tracking-wider"
          value={code}
          onChange={change(setCode)}
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
