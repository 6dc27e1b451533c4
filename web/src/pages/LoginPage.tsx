import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { configQuery } from '../data/auth.ts'
import { AuthCard } from '../features/sign-in/AuthCard.tsx'
import { SignInForm, type SignInStart } from '../features/sign-in/SignInForm.tsx'
import { TwoFactorForm } from '../features/sign-in/TwoFactorForm.tsx'
import { usePageTitle } from '../lib/pageTitle.ts'
import { useSession } from '../lib/session.ts'
import { destinationOf, emailOf, type SignInState } from '../lib/signInState.ts'
import { LoadingView } from '../ui/Spinner.tsx'
import { TextLink } from '../ui/TextLink.tsx'

/** /login. Signed-in users go to the page they asked for. */
export function LoginPage() {
  usePageTitle('Sign in')
  const { state } = useLocation()
  const notice = (state as SignInState | null)?.notice
  const session = useSession()
  const [start, setStart] = useState<SignInStart>({ email: emailOf(state), remember: true })
  const [challenge, setChallenge] = useState<string | null>(null)

  const mayRegister = useQuery(configQuery).data?.registration !== 'closed'

  if (session) {
    return (
      <>
        <Navigate to={destinationOf(state, session.user.id)} replace />
        <LoadingView text="Signing in..." />
      </>
    )
  }
  if (challenge) {
    const goBack = (failure?: string) => {
      setStart({ ...start, failure })
      setChallenge(null)
    }
    return (
      <AuthCard title="Two-factor authentication" text="Enter the six-digit code from your authenticator app.">
        <TwoFactorForm challenge={challenge} onBack={goBack} />
      </AuthCard>
    )
  }
  return (
    <AuthCard
      title="Welcome back"
      text="Sign in to continue."
      footer={
        mayRegister && (
          <>
            New here?{' '}
            <TextLink to="/register" state={state}>
              Create an account
            </TextLink>
          </>
        )
      }
    >
      <SignInForm
        start={start}
        notice={notice}
        noticeLook={(state as SignInState | null)?.fromUser === undefined ? 'success' : 'info'}
        onChallenge={(given, typed) => {
          setStart(typed)
          setChallenge(given)
        }}
      />
    </AuthCard>
  )
}
