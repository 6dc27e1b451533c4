import { useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { AuthCard } from '../features/sign-in/AuthCard.tsx'
import { RegisterForm } from '../features/sign-in/RegisterForm.tsx'
import { SuccessCard } from '../features/sign-in/SuccessCard.tsx'
import { usePageTitle } from '../lib/pageTitle.ts'
import { getSession } from '../lib/session.ts'
import { destinationOf } from '../lib/signInState.ts'
import { TextLink } from '../ui/TextLink.tsx'

/** How long the success panel stands (point 9). */
const REDIRECT_MS = 2000

/** /register, with `?invitation=` and `?email=` from an invitation link. */
export function RegisterPage() {
  usePageTitle('Create an account')
  const { state } = useLocation()
  const [query] = useSearchParams()
  const [wasSignedIn] = useState(() => getSession() !== null)
  const [done, setDone] = useState(false)

  if (wasSignedIn) return <Navigate to={destinationOf(state)} replace />
  if (done) {
    return (
      <SuccessCard
        title="Registration Successful!"
        text="Your account is ready. Taking you to your plans…"
        destination={destinationOf(state)}
        afterMs={REDIRECT_MS}
      />
    )
  }
  return (
    <AuthCard
      title="Create your account"
      text="Plan with people and AI agents in one place."
      footer={
        <>
          Already have an account?{' '}
          <TextLink to="/login" state={state}>
            Sign in
          </TextLink>
        </>
      }
    >
      <RegisterForm
        invitation={query.get('invitation')}
        email={query.get('email') ?? ''}
        onDone={() => setDone(true)}
      />
    </AuthCard>
  )
}
