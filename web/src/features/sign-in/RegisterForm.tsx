import { LIMITS } from '@cairn/contract/api/common'
import { PASSWORD_MAX, passwordProblem } from '@cairn/contract/rules/password'
import { useForm } from 'react-hook-form'
import { useRegister } from '../../data/auth.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field, FieldError } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { PasswordStrength } from './PasswordStrength.tsx'

interface Values {
  name: string
  email: string
  organization: string
  password: string
  confirmPassword: string
  acceptTerms: boolean
}

interface Props {
  /** The secret of an invitation link, and the address that it was sent to. */
  invitation: string | null
  email: string
  onDone: () => void
}

/** A new account, with the rules and texts of point 5. Each error stands under its field and leaves when the field is corrected. */
export function RegisterForm({ invitation, email, onDone }: Props) {
  const { register, handleSubmit, formState, setError, clearErrors, watch, getValues, trigger } = useForm<Values>({
    defaultValues: { name: '', email, organization: '', password: '', confirmPassword: '', acceptTerms: false },
  })
  const { errors } = formState
  const create = useRegister()

  const submit = handleSubmit(async ({ confirmPassword: _, acceptTerms: __, ...values }) => {
    try {
      await create.mutateAsync({ ...values, name: values.name.trim(), email: values.email.trim(), invitation })
      onDone()
    } catch (error) {
      setError('root', { message: messageOf(error, 'Registration failed. Please try again.') })
    }
  })

  return (
    <form onSubmit={submit} onChange={() => clearErrors('root')} noValidate className="flex flex-col gap-4">
      {errors.root?.message && <Notice look="error">{errors.root.message}</Notice>}
      <Field label="Full name" error={errors.name?.message}>
        <TextInput
          autoFocus
          autoComplete="name"
          maxLength={LIMITS.name}
          {...register('name', {
            validate: (name) =>
              !name.trim() ? 'Name is required' : name.trim().length >= 2 || 'Name must be at least 2 characters',
          })}
        />
      </Field>
      <Field label="Email" error={errors.email?.message}>
        <TextInput
          type="email"
          autoComplete="username"
          maxLength={LIMITS.email}
          {...register('email', {
            validate: (value) =>
              !value.trim() ? 'Email is required' : EMAIL.test(value.trim()) || 'Invalid email format',
          })}
        />
      </Field>
      <Field label="Organization" optional>
        <TextInput autoComplete="organization" maxLength={LIMITS.organization} {...register('organization')} />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          {...register('password', {
            validate: (password) => passwordProblem(password) ?? true,
            onChange: () => formState.isSubmitted && trigger('confirmPassword'),
          })}
        />
        <PasswordStrength password={watch('password')} />
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword?.message}>
        <PasswordInput
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          {...register('confirmPassword', {
            validate: (again) =>
              !again ? 'Please confirm your password' : again === getValues('password') || 'Passwords do not match',
          })}
        />
      </Field>
      <div className="flex flex-col gap-1.5">
        <Checkbox
          label="I accept the terms and conditions"
          aria-invalid={errors.acceptTerms ? true : undefined}
          aria-describedby={errors.acceptTerms ? 'terms-error' : undefined}
          {...register('acceptTerms', { required: 'You must accept the terms and conditions' })}
        />
        {errors.acceptTerms?.message && <FieldError id="terms-error">{errors.acceptTerms.message}</FieldError>}
      </div>
      <Button type="submit" look="primary" size="lg" busy={create.isPending}>
        {create.isPending ? 'Creating account...' : 'Create account'}
      </Button>
    </form>
  )
}

/** Address-like: something, an @, a domain with a dot. The server and the mail decide the rest. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
