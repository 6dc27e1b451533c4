import { useState } from 'react'
import { Link } from 'react-router'
import { AuthCard } from '../features/sign-in/AuthCard.tsx'
import { ResetForm } from '../features/sign-in/ResetForm.tsx'
import { SuccessCard } from '../features/sign-in/SuccessCard.tsx'
import { useLinkToken } from '../lib/linkToken.ts'
import { usePageTitle } from '../lib/pageTitle.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { TextLink } from '../ui/TextLink.tsx'

/** How long the success panel stands (point 9). */
const REDIRECT_MS = 3000

/** /reset-password?token=, where the mailed link leads. */
export function ResetPasswordPage() {
  usePageTitle('Reset password')
  const token = useLinkToken()
  // The link that was refused; another one may be opened in the same tab.
  const [refused, setRefused] = useState<string | null>(null)
  const [done, setDone] = useState(false)
  const footer = <TextLink to="/login">Back to sign in</TextLink>

  if (done) {
    return (
      <SuccessCard
        title="Password Reset Successful!"
        text="Your password was changed, and you are signed out everywhere. Taking you to sign in…"
        destination="/login"
        afterMs={REDIRECT_MS}
      />
    )
  }
  if (token === null || token === refused) {
    return (
      <AuthCard title="This link does not work" footer={footer}>
        <div className="flex flex-col gap-4">
          <Notice look="error">Invalid or missing reset token. Please request a new password reset.</Notice>
          <Button look="primary" size="lg" asChild>
            <Link to="/forgot-password">Request a new link</Link>
          </Button>
        </div>
      </AuthCard>
    )
  }
  return (
    <AuthCard title="Choose a new password" text="All your sessions will end." footer={footer}>
      <ResetForm token={token} onDone={() => setDone(true)} onInvalid={() => setRefused(token)} />
    </AuthCard>
  )
}
