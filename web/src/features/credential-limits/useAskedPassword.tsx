import { type ReactNode, useState } from 'react'
import { isWrongPassword } from '../../data/security.ts'
import { isPasswordAsked } from '../../data/tokens.ts'
import { messageOf } from '../../lib/api.ts'
import { Field } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'

interface Options {
  mutation: { error: unknown; reset: () => void }
  /** Says why the password is asked for. */
  hint: string
  /** The message if the error has none. */
  failure: string
}

interface AskedPassword {
  /** What the request sends along. */
  sent: { password?: string }
  /** Returns whether an error is about the password. Shows the field if the server has required it. */
  handles: (error: unknown) => boolean
  /** Whether the current error is about the password, and so is shown at the field. */
  isWrong: boolean
  field: ReactNode
}

const isAboutPassword = (error: unknown): boolean => isPasswordAsked(error) || isWrongPassword(error)

/** A password field that appears once the server has required the password, and then stays. */
export function useAskedPassword({ mutation, hint, failure }: Options): AskedPassword {
  const [password, setPassword] = useState('')
  const [isAsked, setAsked] = useState(false)
  const { error } = mutation
  const isWrong = isAboutPassword(error)
  return {
    sent: password === '' ? {} : { password },
    handles: (error) => {
      if (isPasswordAsked(error)) setAsked(true)
      return isAboutPassword(error)
    },
    isWrong,
    field: isAsked && (
      <Field label="Your password" hint={hint} error={isWrong ? messageOf(error, failure) : undefined}>
        <PasswordInput
          autoFocus
          autoComplete="current-password"
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            if (error) mutation.reset()
          }}
        />
      </Field>
    ),
  }
}
