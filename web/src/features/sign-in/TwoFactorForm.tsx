import { type FormEvent, useState } from 'react'
import { isChallengeOver, useTwoFactor } from '../../data/auth.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

const FAILURE = 'Failed to login. Please check your credentials.'

interface Props {
  challenge: string
  /** Returns to the password step; `failure` is the error to show there. */
  onBack: (failure?: string) => void
}

/** The second sign-in step: an authenticator code or a recovery code. */
export function TwoFactorForm({ challenge, onBack }: Props) {
  const [code, setCode] = useState('')
  const twoFactor = useTwoFactor()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!code.trim() || twoFactor.isPending) return
    twoFactor.mutate(
      { challenge, code: code.trim() },
      { onError: (error) => isChallengeOver(error) && onBack(messageOf(error, FAILURE)) },
    )
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field
        label="Code"
        hint="You can also use a recovery code."
        error={twoFactor.isError ? messageOf(twoFactor.error, FAILURE) : undefined}
      >
        <TextInput
          autoFocus
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          className="tabular-nums tracking-wider"
          value={code}
          onChange={(event) => {
            setCode(event.target.value)
            if (twoFactor.isError) twoFactor.reset()
          }}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={twoFactor.isPending} disabled={!code.trim()}>
        {twoFactor.isPending ? 'Signing in...' : 'Sign in'}
      </Button>
      <Button variant="ghost" onClick={() => onBack()}>
        Back
      </Button>
    </form>
  )
}
