import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { challengeOf, configQuery, useDemoLogin, useLogin } from '../../data/auth.ts'
import { messageOf } from '../../lib/api.ts'
import { rememberEmail, rememberedEmail } from '../../lib/session.ts'
import type { SignInState } from '../../lib/signInState.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

/** Initial values, when a previous attempt has to be repeated, and why. */
export interface SignInStart {
  email: string
  remember: boolean
  failure?: string | undefined
}

interface Props {
  start: SignInStart
  /** Why the user was sent here; replaced by a sign-in error. */
  notice?: string | undefined
  noticeLook: 'success' | 'info'
  onChallenge: (challenge: string, typed: SignInStart) => void
}

/**
 * Email and password. A failed sign-in keeps what was typed; `onChallenge` starts the second step.
 * Uncontrolled and without a form library, because it is part of the first screen's bundle.
 */
export function SignInForm({ start, notice, noticeLook, onChallenge }: Props) {
  const { state } = useLocation()
  const [firstEmail] = useState(() => start.email || rememberedEmail())
  const [typedEmail, setTypedEmail] = useState(firstEmail)
  const [failure, setFailure] = useState(start.failure)
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const login = useLogin()
  const demo = useDemoLogin()
  const busy = login.isPending || demo.isPending
  const forgetFailure = () => {
    setFailure(undefined)
    demo.reset()
  }

  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    forgetFailure()
    const form = new FormData(event.currentTarget)
    const email = String(form.get('email')).trim()
    const password = String(form.get('password'))
    const remember = form.has('remember')
    if (!email || !password) {
      setFailure('Please enter both email and password')
      return (email ? passwordField : emailField).current?.focus()
    }
    try {
      // Stored first, because signing in unmounts this form.
      rememberEmail(remember ? email : null)
      await login.mutateAsync({ email, password, remember })
    } catch (error) {
      const challenge = challengeOf(error)
      if (challenge) onChallenge(challenge, { email, remember })
      else {
        setFailure(messageOf(error, 'Failed to login. Please check your credentials.'))
        passwordField.current?.focus()
        passwordField.current?.select()
      }
    }
  }

  const message = demo.isError ? 'Failed to login with demo account. Please try again later.' : failure
  return (
    <form onSubmit={submit} onChange={forgetFailure} noValidate className="flex flex-col gap-4">
      {message ? <Notice look="error">{message}</Notice> : notice && <Notice look={noticeLook}>{notice}</Notice>}
      <Field label="Email">
        <TextInput
          type="email"
          ref={emailField}
          name="email"
          autoComplete="username"
          autoFocus={firstEmail === ''}
          defaultValue={firstEmail}
          onChange={(event) => setTypedEmail(event.target.value)}
        />
      </Field>
      <Field label="Password">
        <PasswordInput
          ref={passwordField}
          name="password"
          autoComplete="current-password"
          autoFocus={firstEmail !== ''}
        />
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox label="Remember me" name="remember" defaultChecked={start.remember} />
        <TextLink
          to="/forgot-password"
          state={{ ...(state as SignInState | null), email: typedEmail.trim() } satisfies SignInState}
          className="text-13 pointer-coarse:py-2.5"
        >
          Forgot password?
        </TextLink>
      </div>
      <Button type="submit" variant="primary" size="lg" busy={login.isPending} disabled={demo.isPending}>
        {login.isPending ? 'Signing in...' : 'Sign in'}
      </Button>
      <DemoButton busy={demo.isPending} disabled={login.isPending} onClick={() => demo.mutate()} />
    </form>
  )
}

/** Shown only if the server has the demo account. Its space is reserved until that is known. */
function DemoButton(props: { busy: boolean; disabled: boolean; onClick: () => void }) {
  const { data: config, isPending } = useQuery(configQuery)
  if (isPending) return <Skeleton className="h-10" />
  if (!config?.demo) return null
  return (
    <Button size="lg" {...props}>
      Try Demo Account
    </Button>
  )
}
