import { FormProvider, useForm } from 'react-hook-form'
import { isWrongPassword, useChangePassword } from '../../data/security.ts'
import { messageOf } from '../../lib/api.ts'
import { getSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { NewPasswordFields, type NewPasswordValues } from '../../ui/NewPasswordFields.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { toast } from '../../ui/Toast.tsx'

interface Values extends NewPasswordValues {
  currentPassword: string
}

/** Asks for the current and a new password. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<Values>({ defaultValues: { currentPassword: '', password: '', confirmPassword: '' } })
  const { register, handleSubmit, setError, clearErrors } = form
  const { errors } = form.formState
  const change = useChangePassword()

  const submit = handleSubmit(async ({ currentPassword, password }) => {
    try {
      const { message } = await change.mutateAsync({ currentPassword, newPassword: password })
      toast.success(message)
      onClose()
    } catch (error) {
      const message = messageOf(error, 'Failed to change password. Please try again.')
      if (isWrongPassword(error)) setError('currentPassword', { message }, { shouldFocus: true })
      else setError('root', { message })
    }
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isBusy={change.isPending}
      title="Change password"
      description="You’ll be logged out on all other devices. API tokens and connected apps keep working; you can revoke them in Settings."
      width="sm"
    >
      <FormProvider {...form}>
        <form onSubmit={submit} onChange={() => clearErrors('root')} noValidate className="flex flex-col gap-4">
          {errors.root?.message && <Notice look="error">{errors.root.message}</Notice>}
          {/* For password managers, which store a password with its username. */}
          <input type="text" autoComplete="username" readOnly hidden value={getSession()?.user.email ?? ''} />
          <Field label="Current password" error={errors.currentPassword?.message}>
            <PasswordInput
              autoFocus
              autoComplete="current-password"
              {...register('currentPassword', { required: 'Password is required' })}
            />
          </Field>
          <NewPasswordFields label="New password" />
          <DialogFooter>
            <Button onClick={onClose} disabled={change.isPending}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" busy={change.isPending}>
              {change.isPending ? 'Changing...' : 'Change password'}
            </Button>
          </DialogFooter>
        </form>
      </FormProvider>
    </Dialog>
  )
}
