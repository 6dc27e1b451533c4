import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { challengeOf, configQuery, useDemoLogin, useLogin } from '../../data/auth.ts'
import { messageOf } from '../../lib/api.ts'
import { rememberEmail, rememberedEmail } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

interface Values {
  email: string
  password: string
  remember: boolean
}

/** E-mail and password. A failed sign-in keeps what was typed; a second step is handed to `onChallenge`. */
export function SignInForm({ onChallenge }: { onChallenge: (challenge: string) => void }) {
  const { register, handleSubmit, formState, setError, clearErrors } = useForm<Values>({
    defaultValues: { email: rememberedEmail(), password: '', remember: true },
  })
  const login = useLogin()
  const demo = useDemoLogin()
  const busy = login.isPending || demo.isPending
  const forgetFailure = () => {
    clearErrors('root')
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
      if (challenge) onChallenge(challenge)
      else setError('root', { message: messageOf(error, 'Failed to login. Please check your credentials.') })
    }
  })

  const failure =
    formState.errors.root?.message ??
    (demo.isError ? 'Failed to login with demo account. Please try again later.' : undefined)
  return (
    <form onSubmit={submit} onChange={forgetFailure} noValidate className="flex flex-col gap-4">
      {failure && <Notice look="error">{failure}</Notice>}
      <Field label="Email">
        <TextInput type="email" autoComplete="username" autoFocus={!rememberedEmail()} {...register('email')} />
      </Field>
      <Field label="Password">
        <PasswordInput
          autoComplete="current-password"
          autoFocus={Boolean(rememberedEmail())}
          {...register('password')}
        />
      </Field>
      <Checkbox label="Remember me" {...register('remember')} />
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
