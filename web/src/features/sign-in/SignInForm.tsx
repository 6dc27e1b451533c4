import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
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

interface Values {
  email: string
  password: string
  remember: boolean
}

/** What stands in the form at first: what was typed before, and why it has to be sent again. */
export interface SignInStart {
  email: string
  remember: boolean
  failure?: string | undefined
}

interface Props {
  start: SignInStart
  onChallenge: (challenge: string, typed: SignInStart) => void
}

/** E-mail and password. A failed sign-in keeps what was typed; a second step is handed to `onChallenge`. */
export function SignInForm({ start, onChallenge }: Props) {
  const { state } = useLocation()
  const [startFailure, setStartFailure] = useState(start.failure)
  const email = start.email || rememberedEmail()
  const { register, handleSubmit, formState, setError, clearErrors, watch } = useForm<Values>({
    defaultValues: { email, password: '', remember: start.remember },
  })
  const login = useLogin()
  const demo = useDemoLogin()
  const busy = login.isPending || demo.isPending
  const forgetFailure = () => {
    clearErrors('root')
    setStartFailure(undefined)
    demo.reset()
  }

  const submit = handleSubmit(async ({ email, password, remember }) => {
    demo.reset()
    if (!email.trim() || !password) {
      setError('root', { message: 'Please enter both email and password' })
      return
    }
    try {
      // Stored first: the sign-in itself takes this form off the screen.
      rememberEmail(remember ? email.trim() : null)
      await login.mutateAsync({ email: email.trim(), password, remember })
    } catch (error) {
      const challenge = challengeOf(error)
      if (challenge) onChallenge(challenge, { email: email.trim(), remember })
      else setError('root', { message: messageOf(error, 'Failed to login. Please check your credentials.') })
    }
  })

  const message =
    formState.errors.root?.message ??
    (demo.isError ? 'Failed to login with demo account. Please try again later.' : startFailure)
  return (
    <form onSubmit={submit} onChange={forgetFailure} noValidate className="flex flex-col gap-4">
      {message && <Notice look="error">{message}</Notice>}
      <Field label="Email">
        <TextInput type="email" autoComplete="username" autoFocus={email === ''} {...register('email')} />
      </Field>
      <Field label="Password">
        <PasswordInput autoComplete="current-password" autoFocus={email !== ''} {...register('password')} />
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox label="Remember me" {...register('remember')} />
        <TextLink
          to="/forgot-password"
          state={{ ...(state as SignInState | null), email: watch('email').trim() } satisfies SignInState}
          className="text-13 pointer-coarse:py-2.5"
        >
          Forgot password?
        </TextLink>
      </div>
      <Button type="submit" look="primary" size="lg" busy={login.isPending} disabled={busy}>
        {login.isPending ? 'Signing in...' : 'Sign in'}
      </Button>
      <DemoButton busy={demo.isPending} disabled={busy} onClick={() => demo.mutate()} />
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
