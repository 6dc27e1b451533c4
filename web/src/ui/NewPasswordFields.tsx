import { PASSWORD_MAX, passwordProblem } from '@cairn/contract/rules/password'
import { useFormContext } from 'react-hook-form'
import { Field } from './Field.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { PasswordStrength } from './PasswordStrength.tsx'

/** The values of a form that sets a password. */
export interface NewPasswordValues {
  password: string
  confirmPassword: string
}

interface Props {
  label?: string
  autoFocus?: boolean
}

/** Fields for a new password, its strength and its confirmation. Must be inside a `FormProvider`. */
export function NewPasswordFields({ label = 'Password', autoFocus }: Props) {
  const { register, formState, watch, getValues, trigger } = useFormContext<NewPasswordValues>()
  const { errors } = formState
  const shared = { autoComplete: 'new-password', maxLength: PASSWORD_MAX }
  return (
    <>
      <Field label={label} error={errors.password?.message}>
        <PasswordInput
          {...shared}
          autoFocus={autoFocus}
          {...register('password', {
            validate: (password) => passwordProblem(password) ?? true,
            onChange: () => formState.isSubmitted && trigger('confirmPassword'),
          })}
        />
        <PasswordStrength password={watch('password')} />
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword?.message}>
        <PasswordInput
          {...shared}
          {...register('confirmPassword', {
            validate: (again) =>
              !again ? 'Please confirm your password' : again === getValues('password') || 'Passwords do not match',
          })}
        />
      </Field>
    </>
  )
}
