import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { AuthCard } from '../features/sign-in/AuthCard.tsx'
import { ForgotForm } from '../features/sign-in/ForgotForm.tsx'
import { OutboxHint } from '../features/sign-in/OutboxHint.tsx'
import { usePageTitle } from '../lib/pageTitle.ts'
import { emailOf } from '../lib/signInState.ts'
import { TextLink } from '../ui/TextLink.tsx'

/** /forgot-password: sends a password reset link. */
export function ForgotPasswordPage() {
  usePageTitle('Forgot password')
  const { state } = useLocation()
  const [email, setEmail] = useState(emailOf(state))
  const [sentTo, setSentTo] = useState<string | null>(null)
  const footer = (
    <TextLink to="/login" state={state}>
      Back to sign in
    </TextLink>
  )
  const startAgain = () => {
    setEmail('')
    setSentTo(null)
  }

  if (sentTo === null) {
    return (
      <AuthCard
        title="Forgot your password?"
        text="Enter your email address and we’ll send you a link to reset your password."
        footer={footer}
      >
        <ForgotForm email={email} onSent={setSentTo} />
      </AuthCard>
    )
  }
  return (
    <AuthCard title="Check your email" footer={footer}>
      <div className="flex flex-col gap-4">
        <div role="status" className="flex items-start gap-3">
          <MailCheck size={32} aria-hidden className="shrink-0 text-done-ink" />
          <p className="min-w-0 break-words text-13 text-muted">
            If <strong className="font-medium text-ink">{sentTo}</strong> has an account, a reset link is on its way. It
            expires in one hour and works once.
          </p>
        </div>
        <OutboxHint />
        <p className="text-13 text-muted">
          No email after a few minutes? Check your spam folder, or{' '}
          <TextLink to="/forgot-password" state={state} replace onClick={startAgain}>
            try again
          </TextLink>
          .
        </p>
      </div>
    </AuthCard>
  )
}
