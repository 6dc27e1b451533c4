import { type FormEvent, useState } from 'react'
import { sharedPlansOf, useDeleteAccount } from '../../data/account.ts'
import { isWrongPassword } from '../../data/security.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

/** Lists what is deleted and asks for the password. Lists shared plans that block the deletion. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const remove = useDeleteAccount()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(password === '')
    if (password !== '' && !remove.isPending) remove.mutate(password)
  }
  const { error } = remove
  const isWrong = isWrongPassword(error)
  const plans = sharedPlansOf(error)
  const passwordError = missing ? 'Password is required' : isWrong ? messageOf(error, 'Wrong password') : undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isBusy={remove.isPending}
      title="Delete your account?"
      description="You’ll be logged out everywhere. This can’t be undone."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <ul className="flex list-disc flex-col gap-1 pl-5 text-13">
          <li>Plans only you can access will be deleted, with everything in them.</li>
          <li>You’ll leave plans owned by others. What you wrote there stays, attributed to “Deleted user”.</li>
          <li>Your API tokens will stop working.</li>
        </ul>
        {plans.length > 0 && (
          <Notice look="error">
            <p>
              {messageOf(
                error,
                'You own plans that are shared with others. Transfer them, stop sharing or delete them first.',
              )}
            </p>
            <ul className="mt-1.5 flex flex-col gap-1">
              {plans.map(({ id, title }) => (
                <li key={id} className="break-words">
                  <TextLink to={`/plans/${id}`} className="text-current! decoration-current!">
                    {title}
                  </TextLink>
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {error && !isWrong && plans.length === 0 && <ErrorNotice title="Failed to delete account" error={error} />}
        <Field label="Your password" error={passwordError}>
          <PasswordInput
            autoFocus
            autoComplete="current-password"
            value={password}
            onChange={(event) => {
              setPassword(event.target.value)
              setMissing(false)
              if (isWrong) remove.reset()
            }}
          />
        </Field>
        <DialogFooter>
          <Button onClick={onClose} disabled={remove.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={remove.isPending}>
            {remove.isPending ? 'Deleting...' : 'Delete account'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
