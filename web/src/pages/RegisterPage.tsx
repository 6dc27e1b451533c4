import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { AuthCard } from '../features/sign-in/AuthCard.tsx'
import { RegisterForm } from '../features/sign-in/RegisterForm.tsx'
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
  if (done) return <Success destination={destinationOf(state)} />
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

function Success({ destination }: { destination: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => navigate(destination, { replace: true }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [navigate, destination])
  return (
    <AuthCard title="Registration Successful!">
      <div role="status" className="flex items-center gap-3">
        <CircleCheck size={32} aria-hidden className="shrink-0 text-done-ink" />
        <p className="text-13 text-muted">Your account is ready. Taking you to your plans…</p>
      </div>
    </AuthCard>
  )
}
