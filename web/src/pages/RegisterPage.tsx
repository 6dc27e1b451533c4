import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { configQuery } from '../data/auth.ts'
import { invitationQuery } from '../data/invitations.ts'
import { logOut } from '../data/logOut.ts'
import { AuthCard } from '../features/sign-in/AuthCard.tsx'
import { InvitationCard, invitationText } from '../features/sign-in/InvitationCard.tsx'
import { RegisterForm } from '../features/sign-in/RegisterForm.tsx'
import { SuccessCard } from '../features/sign-in/SuccessCard.tsx'
import { messageOf } from '../lib/api.ts'
import { usePageTitle } from '../lib/pageTitle.ts'
import { useSession } from '../lib/session.ts'
import { destinationOf, type SignInState } from '../lib/signInState.ts'
import { Notice } from '../ui/Notice.tsx'
import { LoadingView } from '../ui/Spinner.tsx'
import { TextLink } from '../ui/TextLink.tsx'

/** How long the success panel is shown. */
const REDIRECT_MS = 2000

/** /register, also with `?invitation=` from an invitation link. */
export function RegisterPage() {
  usePageTitle('Create an account')
  const { state, pathname, search } = useLocation()
  const [query] = useSearchParams()
  const token = query.get('invitation')
  const current = useSession()
  // Ignores the session that the registration itself starts.
  const [wasSignedIn, setWasSignedIn] = useState(current !== null)
  const session = wasSignedIn ? current : null
  const invitation = useQuery({ ...invitationQuery(token ?? ''), enabled: token !== null })
  const config = useQuery(configQuery).data
  // Where to go once the account exists.
  const [destination, setDestination] = useState<string | null>(null)

  if (destination !== null) {
    return (
      <SuccessCard
        title="Registration Successful!"
        text={
          destination.startsWith('/plans/')
            ? 'Your account is ready. Taking you to the plan...'
            : 'Your account is ready. Taking you to your plans...'
        }
        destination={destination}
        afterMs={REDIRECT_MS}
      />
    )
  }
  if (session && token === null) return <Navigate to={destinationOf(state)} replace />
  if (token !== null && invitation.isLoading) return <LoadingView text="Loading invitation..." />
  if (session && token !== null && invitation.data) {
    return (
      <InvitationCard
        token={token}
        invitation={invitation.data}
        email={session.user.email}
        onSwitch={() => {
          setWasSignedIn(false)
          logOut()
        }}
      />
    )
  }
  if (session) {
    return (
      <AuthCard title="This invitation doesn’t work" footer={<TextLink to="/plans">Back to My Plans</TextLink>}>
        <div className="flex flex-col gap-3">
          <Notice look="error">{messageOf(invitation.error, 'Failed to load invitation')}</Notice>
          <p className="text-13 text-muted">If you have accepted it before, its plan is in My Plans.</p>
        </div>
      </AuthCard>
    )
  }
  // Users with an account sign in and return to the invitation.
  const signInState: SignInState | null = invitation.data
    ? { from: `${pathname}${search}`, email: invitation.data.email }
    : (state as SignInState | null)
  const footer = (
    <>
      Already have an account?{' '}
      <TextLink to="/login" state={signInState}>
        Sign in
      </TextLink>
    </>
  )
  const failure = invitation.isError ? messageOf(invitation.error, 'Failed to load invitation') : null
  if (config?.registration === 'closed' && !invitation.data) {
    return (
      <AuthCard title="Registration is closed" footer={footer}>
        <div className="flex flex-col gap-4">
          {failure && <Notice look="error">{failure}</Notice>}
          <p className="text-13 text-muted">You need an invitation to create an account on this server.</p>
        </div>
      </AuthCard>
    )
  }
  const domains = config?.registration === 'domains' && !invitation.data ? config.registration_domains : []
  return (
    <AuthCard
      title={invitation.data ? `Join “${invitation.data.plan_title}”` : 'Create your account'}
      text={
        invitation.data
          ? `${invitationText(invitation.data)} Create an account to open it.`
          : 'Plan with people and AI agents in one place.'
      }
      footer={footer}
    >
      <RegisterForm
        invitation={token}
        email={invitation.data?.email ?? query.get('email') ?? ''}
        isInvited={invitation.data !== undefined}
        failure={failure}
        domains={domains}
        onDone={(planId) => setDestination(planId ? `/plans/${planId}` : destinationOf(state))}
      />
    </AuthCard>
  )
}
