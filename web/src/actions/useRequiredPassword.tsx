import { type FormEvent, type ReactNode, useState } from 'react'
import { isWrongPassword } from '../data/security.ts'
import { messageOf } from '../lib/api.ts'
import { Field } from '../ui/Field.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'

interface Options {
  label: string
  mutation: { mutate: (password: string) => void; reset: () => void; isPending: boolean; error: unknown }
  /** The message if the error has none. */
  failure: string
}

interface RequiredPassword {
  /** Sends the password, or says that it is missing. */
  submit: (event: FormEvent) => void
  field: ReactNode
  /** The error's message, unless it is about the password and so is shown at the field. */
  otherFailure: string | undefined
}

/** The password field of a form that cannot be sent without it. */
export function useRequiredPassword({ label, mutation, failure }: Options): RequiredPassword {
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const message = mutation.error ? messageOf(mutation.error, failure) : undefined
  const isWrong = isWrongPassword(mutation.error)
  return {
    submit: (event) => {
      event.preventDefault()
      setMissing(password === '')
      if (password !== '' && !mutation.isPending) mutation.mutate(password)
    },
    field: (
      <Field label={label} error={isMissing ? 'Password is required' : isWrong ? message : undefined}>
        <PasswordInput
          autoFocus
          autoComplete="current-password"
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            setMissing(false)
            if (isWrong) mutation.reset()
          }}
        />
      </Field>
    ),
    otherFailure: isWrong ? undefined : message,
  }
}
