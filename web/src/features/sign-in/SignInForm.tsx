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

/** What stands in the form at first: what was typed before, and why it has to be sent again. */
export interface SignInStart {
  email: string
  remember: boolean
  failure?: string | undefined
}

interface Props {
  start: SignInStart
  /** Why one is here; a failure takes its place. */
  notice?: string | undefined
  noticeLook: 'success' | 'info'
  onChallenge: (challenge: string, typed: SignInStart) => void
}

/**
 * E-mail and password. A failed sign-in keeps what was typed; a second step is handed to `onChallenge`. A plain form, read when it
 * is sent: it is on the first screen, where every library counts.
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
      // Stored first: the sign-in itself takes this form off the screen.
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
      <Button type="submit" look="primary" size="lg" busy={login.isPending} disabled={demo.isPending}>
        {login.isPending ? 'Signing in...' : 'Sign in'}
      </Button>
      <DemoButton busy={demo.isPending} disabled={login.isPending} onClick={() => demo.mutate()} />
    </form>
  )
}

/** Only on servers that have the demo account; its place is kept until that is known. */
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
