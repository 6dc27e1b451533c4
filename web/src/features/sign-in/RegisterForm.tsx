import { LIMITS } from '@cairn/contract/api/common'
import { EMAIL_MAX, emailProblem } from '@cairn/contract/rules/email'
import { FormProvider, useForm } from 'react-hook-form'
import { useRegister } from '../../data/auth.ts'
import { nameProblem } from '../../lib/accountRules.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field, FieldError } from '../../ui/Field.tsx'
import { NewPasswordFields, type NewPasswordValues } from '../../ui/NewPasswordFields.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

interface Values extends NewPasswordValues {
  name: string
  email: string
  organization: string
  acceptTerms: boolean
}

interface Props {
  /** The token of an invitation link, and the email address it was sent to. */
  invitation: string | null
  email: string
  /** The invitation is valid only for this email address. */
  isInvited: boolean
  /** Why the invitation cannot be shown; replaced by the error of a failed registration. */
  failure: string | null
  /** Email domains that may register, if limited. */
  domains: readonly string[]
  /** Gets the plan of the accepted invitation. */
  onDone: (planId: string | null) => void
}

/** Registers an account. Each error is shown under its field and disappears when the field is corrected. */
export function RegisterForm({ invitation, email, isInvited, failure, domains, onDone }: Props) {
  const form = useForm<Values>({
    defaultValues: { name: '', email, organization: '', password: '', confirmPassword: '', acceptTerms: false },
  })
  const { register, handleSubmit, setError, clearErrors } = form
  const { errors, isSubmitted } = form.formState
  const create = useRegister()

  const submit = handleSubmit(async ({ confirmPassword: _, acceptTerms: __, ...values }) => {
    try {
      const account = { ...values, name: values.name.trim(), email: values.email.trim(), invitation }
      onDone(await create.mutateAsync(account))
    } catch (error) {
      setError('root', { message: messageOf(error, 'Registration failed. Please try again.') })
    }
  })

  const problem = errors.root?.message ?? (isSubmitted ? null : failure)
  const allowed = domains.length > 0 ? `Use an email address at ${domains.join(' or ')}.` : undefined
  const emailHint = isInvited ? 'The invitation was sent to this address.' : allowed
  return (
    <FormProvider {...form}>
      <form onSubmit={submit} onChange={() => clearErrors('root')} noValidate className="flex flex-col gap-4">
        {problem && <Notice look="error">{problem}</Notice>}
        <Field label="Full name" error={errors.name?.message}>
          <TextInput
            autoFocus
            autoComplete="name"
            maxLength={LIMITS.name}
            {...register('name', { validate: (name) => nameProblem(name) ?? true })}
          />
        </Field>
        <Field label="Email" hint={emailHint} error={errors.email?.message}>
          <TextInput
            type="email"
            autoComplete="username"
            readOnly={isInvited}
            maxLength={EMAIL_MAX}
            {...register('email', { validate: (value) => emailProblem(value) ?? true })}
          />
        </Field>
        <Field label="Organization" optional>
          <TextInput autoComplete="organization" maxLength={LIMITS.organization} {...register('organization')} />
        </Field>
        <NewPasswordFields />
        <div className="flex flex-col gap-1.5">
          <Checkbox
            label={
              <>
                I accept the {/* In another tab, so that what was typed stays. */}
                <TextLink to="/terms" target="_blank">
                  terms and conditions
                </TextLink>
              </>
            }
            aria-invalid={errors.acceptTerms ? true : undefined}
            aria-describedby={errors.acceptTerms ? 'terms-error' : undefined}
            {...register('acceptTerms', { required: 'You must accept the terms and conditions' })}
          />
          {errors.acceptTerms?.message && <FieldError id="terms-error">{errors.acceptTerms.message}</FieldError>}
        </div>
        <Button type="submit" variant="primary" size="lg" busy={create.isPending}>
          {create.isPending ? 'Creating account...' : 'Create account'}
        </Button>
      </form>
    </FormProvider>
  )
}
