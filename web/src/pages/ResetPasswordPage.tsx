import type { Revoked } from '@cairn/contract/api/auth'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { isInvalidLink, resetLinkQuery } from '../data/recovery.ts'
import { AuthCard } from '../features/sign-in/AuthCard.tsx'
import { ResetForm } from '../features/sign-in/ResetForm.tsx'
import { SuccessCard } from '../features/sign-in/SuccessCard.tsx'
import { useLinkToken } from '../lib/linkToken.ts'
import { counted } from '../lib/numbers.ts'
import { usePageTitle } from '../lib/pageTitle.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { TextLink } from '../ui/TextLink.tsx'

/** How long the success panel is shown. */
const REDIRECT_MS = 3000

/** /reset-password?token=, from the reset email. */
export function ResetPasswordPage() {
  usePageTitle('Reset password')
  const token = useLinkToken()
  // The rejected token. Another link may be opened in the same tab.
  const [refused, setRefused] = useState<string | null>(null)
  const [revoked, setRevoked] = useState<Revoked | null>(null)
  const check = useQuery({ ...resetLinkQuery(token ?? ''), enabled: token !== null && revoked === null })
  const footer = <TextLink to="/login">Back to sign in</TextLink>

  if (revoked) {
    return (
      <SuccessCard
        title="Password Reset Successful!"
        text={<ResetText revoked={revoked} />}
        destination="/login"
        // No redirect while there is more to read.
        afterMs={hasNames(revoked) ? null : REDIRECT_MS}
        action="Sign in"
      />
    )
  }
  if (token === null || token === refused || isInvalidLink(check.error)) {
    return (
      <AuthCard title="This link doesn’t work" footer={footer}>
        <div className="flex flex-col gap-4">
          <Notice look="error">Invalid or missing reset token. Please request a new password reset.</Notice>
          <Button variant="primary" size="lg" asChild>
            <Link to="/forgot-password">Request a new link</Link>
          </Button>
        </div>
      </AuthCard>
    )
  }
  return (
    <AuthCard
      title="Choose a new password"
      text="You’ll be logged out on all devices, all your API tokens will be revoked, and your apps disconnected."
      footer={footer}
    >
      {check.isLoading ? (
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner size={20} />
          Checking link...
        </p>
      ) : (
        <ResetForm token={token} onDone={setRevoked} onInvalid={() => setRefused(token)} />
      )}
    </AuthCard>
  )
}

const hasNames = ({ tokens, apps, calendars }: Revoked): boolean => tokens.length + apps.length + calendars > 0

/** Lists what was revoked with the old password. */
function ResetText({ revoked }: { revoked: Revoked }) {
  const { sessions, tokens, apps, calendars } = revoked
  return (
    <>
      Your password has been changed and you’re logged out on all devices.
      {!hasNames(revoked) && ' Taking you to sign in...'}
      <span className="mt-2 block">
        {counted(sessions, 'session')} logged out.{' '}
        {tokens.length === 0 ? 'No API tokens revoked.' : `API tokens revoked: ${tokens.join(', ')}.`}
        {apps.length > 0 && ` Apps disconnected: ${apps.join(', ')}.`}
        {calendars > 0 && ` ${counted(calendars, 'calendar URL')} revoked.`}
      </span>
    </>
  )
}
