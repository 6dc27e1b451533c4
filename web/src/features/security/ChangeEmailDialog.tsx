import { EMAIL_MAX, emailProblem } from '@cairn/contract/rules/email'
import { useForm } from 'react-hook-form'
import { useChangeEmail } from '../../data/email.ts'
import { isWrongPassword } from '../../data/security.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { toast } from '../../ui/Toast.tsx'

/** Asks for the new address and the password. The email changes when the link sent to it is opened. */
export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const { register, handleSubmit, setError, clearErrors, formState } = useForm({
    defaultValues: { email: '', password: '' },
  })
  const { errors } = formState
  const change = useChangeEmail()

  const submit = handleSubmit(async ({ email, password }) => {
    try {
      const { message } = await change.mutateAsync({ email: email.trim(), password })
      toast.success(message)
      onClose()
    } catch (error) {
      const message = messageOf(error, 'Failed to change email. Please try again.')
      if (isWrongPassword(error)) setError('password', { message }, { shouldFocus: true })
      else setError('root', { message })
    }
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isBusy={change.isPending}
      title="Change email"
      description="We’ll send a link to the new address. Your email changes once you open it."
      width="sm"
    >
      <form onSubmit={submit} onChange={() => clearErrors('root')} noValidate className="flex flex-col gap-4">
        {errors.root?.message && <Notice look="error">{errors.root.message}</Notice>}
        <Field label="New email" error={errors.email?.message}>
          <TextInput
            type="email"
            autoFocus
            autoComplete="email"
            maxLength={EMAIL_MAX}
            {...register('email', { validate: (value) => emailProblem(value) ?? true })}
          />
        </Field>
        <Field label="Your password" error={errors.password?.message}>
          <PasswordInput
            autoComplete="current-password"
            {...register('password', { required: 'Password is required' })}
          />
        </Field>
        <DialogFooter>
          <Button onClick={onClose} disabled={change.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={change.isPending}>
            {change.isPending ? 'Sending...' : 'Send link'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
