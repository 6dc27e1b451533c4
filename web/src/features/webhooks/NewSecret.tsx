import { useLeaveGuard } from '../../lib/useLeaveGuard.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyField } from '../../ui/CopyField.tsx'
import { DialogFooter } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useCopy } from '../../ui/useCopy.ts'

interface Props {
  secret: string
  /** The user has tried to leave without choosing Done. */
  isWarned: boolean
  onLeave: () => void
  onDone: () => void
}

/** The signing secret of a webhook, which the server shows once. Also blocks leaving the page, which would lose it. */
export function NewSecret({ secret, isWarned, onLeave, onDone }: Props) {
  const copying = useCopy({ failure: 'Failed to copy secret to clipboard' })
  useLeaveGuard(onLeave)
  return (
    <>
      {isWarned && <Notice look="error">You won’t be able to see this secret again. Copy it, then choose Done.</Notice>}
      <CopyField
        label="Signing secret"
        hint="Verifies that a message comes from Cairn. Copy it now. You won’t be able to see it again."
        value={secret}
        autoFocus
        {...copying}
      />
      <DialogFooter>
        <Button variant={copying.copied ? 'primary' : 'secondary'} onClick={onDone}>
          Done
        </Button>
      </DialogFooter>
    </>
  )
}
