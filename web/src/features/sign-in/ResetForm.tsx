import type { Revoked } from '@cairn/contract/api/auth'
import { FormProvider, useForm } from 'react-hook-form'
import { isInvalidLink, useResetPassword } from '../../data/recovery.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { NewPasswordFields, type NewPasswordValues } from '../../ui/NewPasswordFields.tsx'
import { Notice } from '../../ui/Notice.tsx'

interface Props {
  /** The token from the emailed link. */
  token: string
  onDone: (revoked: Revoked) => void
  /** The link is invalid, expired or already used. */
  onInvalid: () => void
}

/** Sets a new password. */
export function ResetForm({ token, onDone, onInvalid }: Props) {
  const form = useForm<NewPasswordValues>({ defaultValues: { password: '', confirmPassword: '' } })
  const failure = form.formState.errors.root?.message
  const reset = useResetPassword()

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      onDone((await reset.mutateAsync({ token, password })).revoked)
    } catch (error) {
      if (isInvalidLink(error)) onInvalid()
      else form.setError('root', { message: messageOf(error, 'Failed to reset password. Please try again.') })
    }
  })
  return (
    <FormProvider {...form}>
      <form onSubmit={submit} onChange={() => form.clearErrors('root')} noValidate className="flex flex-col gap-4">
        {failure && <Notice look="error">{failure}</Notice>}
        <NewPasswordFields autoFocus label="New password" />
        <Button type="submit" variant="primary" size="lg" busy={reset.isPending}>
          {reset.isPending ? 'Resetting...' : 'Reset password'}
        </Button>
      </form>
    </FormProvider>
  )
}
