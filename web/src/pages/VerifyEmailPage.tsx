import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { profileQuery } from '../data/profile.ts'
import { isInvalidLink, isVerifiedBefore, proofAskedFor, useVerifyEmail, verificationQuery } from '../data/recovery.ts'
import { AuthCard } from '../features/sign-in/AuthCard.tsx'
import { ResendForm } from '../features/sign-in/ResendForm.tsx'
import { VerifyForm } from '../features/sign-in/VerifyForm.tsx'
import { messageOf } from '../lib/api.ts'
import { useLinkToken } from '../lib/linkToken.ts'
import { usePageTitle } from '../lib/pageTitle.ts'
import { useSession } from '../lib/session.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { TextLink } from '../ui/TextLink.tsx'

/** /verify-email?token=, from the verification email. Works once, with or without a session. */
export function VerifyEmailPage() {
  usePageTitle('Verify your email')
  const signedIn = useSession() !== null
  const { state } = useLocation()
  const navigate = useNavigate()
  const token = useLinkToken()
  const verification = useQuery({ ...verificationQuery(token ?? ''), enabled: token !== null })
  const verify = useVerifyEmail(token ?? '')
  const email = proofAskedFor(verification.error)
  // A used link is not an error for the user whose address it verified.
  const asksProfile = signedIn && isInvalidLink(verification.error)
  const profile = useQuery({ ...profileQuery, enabled: asksProfile })

  const verified =
    verification.isSuccess || verify.isSuccess || (state as { verified?: boolean } | null)?.verified === true
  const verifiedBefore = isVerifiedBefore(verification.error) || (asksProfile && profile.data?.email_verified === true)
  const footer = (
    <TextLink to={signedIn ? '/plans' : '/login'}>{signedIn ? 'Back to My Plans' : 'Back to sign in'}</TextLink>
  )
  // The previous password is void, so the owner of the address chooses a new one.
  const resetToken = verify.data?.reset_token ?? null
  const mustRemember = token !== null && verified && resetToken === null
  useEffect(() => {
    // Reloading would reject the used link.
    if (mustRemember) navigate('/verify-email', { replace: true, state: { verified: true } })
  }, [mustRemember, navigate])

  if (resetToken !== null) return <Navigate to="/reset-password" replace state={{ token: resetToken }} />
  if (verified || verifiedBefore) {
    return (
      <AuthCard title={verified ? 'Email verified' : 'Email already verified'}>
        <div role="status" className="mb-6 flex items-center gap-3">
          <CircleCheck size={32} aria-hidden className="shrink-0 text-done-ink" />
          <p className="text-13 text-muted">
            {verified ? 'Thanks for confirming your email address.' : 'Your email address has already been verified.'}
          </p>
        </div>
        <Button variant="primary" size="lg" asChild className="w-full">
          <Link to={signedIn ? '/plans' : '/login'}>{signedIn ? 'Go to My Plans' : 'Sign in'}</Link>
        </Button>
      </AuthCard>
    )
  }
  if (verification.isFetching || (asksProfile && profile.isLoading)) {
    return (
      <AuthCard title="Verifying your email">
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner size={20} />
          One moment...
        </p>
      </AuthCard>
    )
  }
  if (email !== null) {
    return (
      <AuthCard title="Verify your email" text={`Enter the password for ${email}.`} footer={footer}>
        <VerifyForm email={email} verify={verify} />
      </AuthCard>
    )
  }
  if (verification.isError && !isInvalidLink(verification.error)) {
    return (
      <AuthCard title="Your email isn’t verified yet" footer={footer}>
        <div className="flex flex-col gap-4">
          <Notice look="error">
            {messageOf(verification.error, 'Failed to verify your email. Please try again.')}
          </Notice>
          <Button variant="primary" size="lg" onClick={() => verification.refetch()}>
            Try again
          </Button>
        </div>
      </AuthCard>
    )
  }
  return (
    <AuthCard title="This link doesn’t work" footer={footer}>
      <div className="flex flex-col gap-4">
        <Notice look="error">
          {token === null
            ? 'This link is incomplete. Open it again from the email, or request a new one.'
            : messageOf(verification.error, 'Failed to verify your email. Please try again.')}
        </Notice>
        <ResendForm />
      </div>
    </AuthCard>
  )
}
