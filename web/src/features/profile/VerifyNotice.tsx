import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../data/auth.ts'
import { useResendVerification } from '../../data/recovery.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** Asks the user to verify the email address. Shows nothing if the server sends no email. */
export function VerifyNotice({ email }: { email: string }) {
  const sendsMail = useQuery(configQuery).data?.mail ?? false
  const resend = useResendVerification()
  if (!sendsMail) return null
  if (resend.isSuccess) {
    return <Notice look="success">We sent a new link to {email}. It expires in 24 hours.</Notice>
  }
  return (
    <Notice>
      <p>
        Verify your email address with the link we sent to {email}. Plans shared with this address appear once it’s
        verified.
      </p>
      {resend.isError && (
        <p role="alert" className="mt-1 font-medium">
          {messageOf(resend.error, 'Failed to send verification email. Please try again.')}
        </p>
      )}
      <Button size="sm" className="mt-2" busy={resend.isPending} onClick={() => resend.mutate(email)}>
        {resend.isPending ? 'Sending...' : 'Resend verification email'}
      </Button>
    </Notice>
  )
}
