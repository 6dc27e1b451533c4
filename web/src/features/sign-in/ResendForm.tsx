import { EMAIL_MAX, emailProblem } from '@cairn/contract/rules/email'
import { useForm } from 'react-hook-form'
import { useResendVerification } from '../../data/recovery.ts'
import { messageOf } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { OutboxHint } from './OutboxHint.tsx'

/** Requests a new verification link. Signed-in users need not enter their email. */
export function ResendForm() {
  const email = useSession()?.user.email
  const { register, handleSubmit, formState } = useForm({ values: { email: email ?? '' } })
  const resend = useResendVerification()
  const submit = handleSubmit((values) => resend.mutate(values.email.trim()))

  if (resend.isSuccess) {
    return (
      <div className="flex flex-col gap-4">
        <Notice look="success">{resend.data.message}</Notice>
        <OutboxHint />
      </div>
    )
  }
  return (
    <form onSubmit={submit} onChange={resend.reset} noValidate className="flex flex-col gap-4">
      {resend.isError && (
        <Notice look="error">{messageOf(resend.error, 'Failed to send verification email. Please try again.')}</Notice>
      )}
      {email === undefined && (
        <Field label="Email" error={formState.errors.email?.message}>
          <TextInput
            type="email"
            autoComplete="username"
            maxLength={EMAIL_MAX}
            {...register('email', { validate: (value) => emailProblem(value) ?? true })}
          />
        </Field>
      )}
      <Button type="submit" variant="primary" size="lg" busy={resend.isPending}>
        {resend.isPending ? 'Sending...' : 'Send a new link'}
      </Button>
    </form>
  )
}
