import { EMAIL_MAX, emailProblem } from '@cairn/contract/rules/email'
import { useForm } from 'react-hook-form'
import { useForgotPassword } from '../../data/recovery.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

interface Props {
  /** Typed on the previous screen. */
  email: string
  onSent: (email: string) => void
}

/** Asks for the email address that the reset link is sent to. */
export function ForgotForm({ email, onSent }: Props) {
  const { register, handleSubmit, formState, setError, clearErrors } = useForm({ defaultValues: { email } })
  const { errors } = formState
  const forgot = useForgotPassword()

  const submit = handleSubmit(async (values) => {
    const address = values.email.trim()
    try {
      await forgot.mutateAsync(address)
      onSent(address)
    } catch (error) {
      setError('root', { message: messageOf(error, 'Failed to send reset email. Please try again.') })
    }
  })
  return (
    <form onSubmit={submit} onChange={() => clearErrors('root')} noValidate className="flex flex-col gap-4">
      {errors.root?.message && <Notice look="error">{errors.root.message}</Notice>}
      <Field label="Email" error={errors.email?.message}>
        <TextInput
          type="email"
          autoFocus
          autoComplete="username"
          maxLength={EMAIL_MAX}
          {...register('email', {
            validate: (value) =>
              value.trim() === ''
                ? 'Please enter your email address'
                : emailProblem(value) === null || 'Please enter a valid email address',
          })}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={forgot.isPending}>
        {forgot.isPending ? 'Sending...' : 'Send reset link'}
      </Button>
    </form>
  )
}
