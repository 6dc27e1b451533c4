import { useRequiredPassword } from '../../actions/useRequiredPassword.tsx'
import { isInvalidLink, type useVerifyEmail } from '../../data/recovery.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

const FAILURE = 'Failed to verify your email. Please try again.'

interface Props {
  email: string
  verify: ReturnType<typeof useVerifyEmail>
}

/** Verifies an account that is not signed in: with its password, or by setting a new one. */
export function VerifyForm({ email, verify }: Props) {
  const { submit, field, otherFailure } = useRequiredPassword({ label: 'Password', mutation: verify, failure: FAILURE })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {otherFailure && <Notice look="error">{otherFailure}</Notice>}
      {/* For password managers, which store the password with its user name. */}
      <input type="text" autoComplete="username" readOnly hidden value={email} />
      {field}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busy={verify.isPending && verify.variables !== null}
        disabled={isInvalidLink(verify.error)}
      >
        Verify email
      </Button>
      <div className="mt-2 flex flex-col gap-2 border-line border-t pt-4">
        <p className="text-13 text-muted">
          Don’t know the password, or didn’t create this account? Choose a new password. All sessions will be signed out
          and all API tokens revoked.
        </p>
        <Button
          busy={verify.isPending && verify.variables === null}
          disabled={isInvalidLink(verify.error)}
          onClick={() => verify.mutate(null)}
        >
          Continue without the password
        </Button>
      </div>
    </form>
  )
}
