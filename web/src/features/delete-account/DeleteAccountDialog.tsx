import { useRequiredPassword } from '../../actions/useRequiredPassword.tsx'
import { sharedPlansOf, useDeleteAccount } from '../../data/account.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

const FAILURE = 'Failed to delete account'

/** Lists what is deleted and asks for the password. Lists shared plans that block the deletion. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const remove = useDeleteAccount()
  const { submit, field, otherFailure } = useRequiredPassword({
    label: 'Your password',
    mutation: remove,
    failure: FAILURE,
  })
  const { error } = remove
  const plans = sharedPlansOf(error)
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
            <p>{otherFailure}</p>
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
        {otherFailure && plans.length === 0 && <ErrorNotice title={FAILURE} error={error} />}
        {field}
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
