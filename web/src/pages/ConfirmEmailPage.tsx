import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { emailConfirmationQuery, isOtherAccount } from '../data/email.ts'
import { switchAccount } from '../data/logOut.ts'
import { isVerifiedBefore } from '../data/recovery.ts'
import { AuthCard } from '../features/sign-in/AuthCard.tsx'
import { messageOf } from '../lib/api.ts'
import { useLinkToken } from '../lib/linkToken.ts'
import { usePageTitle } from '../lib/pageTitle.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { TextLink } from '../ui/TextLink.tsx'

const FAILURE = 'Failed to confirm your email. Please try again.'

/** /confirm-email?token=, from the email to a new address. Requires a session. */
export function ConfirmEmailPage() {
  usePageTitle('Confirm your email')
  const token = useLinkToken()
  const confirmation = useQuery({ ...emailConfirmationQuery(token ?? ''), enabled: token !== null })
  const footer = <TextLink to="/profile">Back to Profile</TextLink>

  const isUsed = isVerifiedBefore(confirmation.error)

  if (confirmation.isSuccess || isUsed) {
    return (
      <AuthCard title={isUsed ? 'Email already changed' : 'Email changed'}>
        <div role="status" className="mb-6 flex items-center gap-3">
          <CircleCheck size={32} aria-hidden className="shrink-0 text-done-ink" />
          <p className="text-13 text-muted">
            {isUsed ? messageOf(confirmation.error, FAILURE) : `From now on, sign in with ${confirmation.data?.email}.`}
          </p>
        </div>
        <Button variant="primary" size="lg" asChild className="w-full">
          <Link to="/profile">Go to Profile</Link>
        </Button>
      </AuthCard>
    )
  }
  if (confirmation.isFetching) {
    return (
      <AuthCard title="Confirming your email">
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner size={20} />
          One moment...
        </p>
      </AuthCard>
    )
  }
  return (
    <AuthCard
      title={isOtherAccount(confirmation.error) ? 'Another account is signed in' : 'This link doesn’t work'}
      footer={footer}
    >
      <Notice look="error">
        {token === null
          ? 'This link is incomplete. Open it again from the email, or change your email again.'
          : messageOf(confirmation.error, FAILURE)}
      </Notice>
      {isOtherAccount(confirmation.error) && (
        <Button variant="primary" size="lg" className="mt-4 w-full" onClick={switchAccount}>
          Log out and sign in again
        </Button>
      )}
    </AuthCard>
  )
}
