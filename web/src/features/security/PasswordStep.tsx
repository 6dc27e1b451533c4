import { useRequiredPassword } from '../../actions/useRequiredPassword.tsx'
import { Button } from '../../ui/Button.tsx'
import { DialogFooter } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'

interface Props {
  /** The button's label, and its label while busy. */
  action: string
  busyAction: string
  variant: 'primary' | 'danger'
  mutation: { mutate: (password: string) => void; reset: () => void; isPending: boolean; error: unknown }
  /** The message if the error has none. */
  failure: string
  onCancel: () => void
}

/** Confirms the password before an action that requires it. */
export function PasswordStep({ action, busyAction, variant, mutation, failure, onCancel }: Props) {
  const { submit, field, otherFailure } = useRequiredPassword({ label: 'Your password', mutation, failure })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {otherFailure && <Notice look="error">{otherFailure}</Notice>}
      {field}
      <DialogFooter>
        <Button onClick={onCancel} disabled={mutation.isPending}>
          Cancel
        </Button>
        <Button type="submit" variant={variant} busy={mutation.isPending}>
          {mutation.isPending ? busyAction : action}
        </Button>
      </DialogFooter>
    </form>
  )
}
