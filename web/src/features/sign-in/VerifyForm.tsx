import { type FormEvent, useState } from 'react'
import { isInvalidLink, type useVerifyEmail } from '../../data/recovery.ts'
import { isWrongPassword } from '../../data/security.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'

const FAILURE = 'Failed to verify your email. Please try again.'

interface Props {
  email: string
  verify: ReturnType<typeof useVerifyEmail>
}

/** Verifies an account that is not signed in: with its password, or by setting a new one. */
export function VerifyForm({ email, verify }: Props) {
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const message = verify.isError ? messageOf(verify.error, FAILURE) : undefined
  const isWrong = isWrongPassword(verify.error)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(password === '')
    if (password !== '' && !verify.isPending) verify.mutate(password)
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {message && !isWrong && <Notice look="error">{message}</Notice>}
      {/* For password managers, which store the password with its user name. */}
      <input type="text" autoComplete="username" readOnly hidden value={email} />
      <Field label="Password" error={isMissing ? 'Password is required' : isWrong ? message : undefined}>
        <PasswordInput
          autoFocus
          autoComplete="current-password"
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            setMissing(false)
            if (verify.isError) verify.reset()
          }}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busy={verify.isPending && verify.variables !== null}
        disabled={isInvalidLink(verify.error)}
      >
        Verify email
      </Button>
      <div className="mt-2 flex flex-col gap-2 border-line border-t pt-4">
        <p className="text-13 text-muted">
          Don’t know the password, or didn’t create this account? Choose a new password. All sessions will be signed out
          and all API tokens revoked.
        </p>
        <Button
          busy={verify.isPending && verify.variables === null}
          disabled={isInvalidLink(verify.error)}
          onClick={() => verify.mutate(null)}
        >
          Continue without the password
        </Button>
      </div>
    </form>
  )
}
