import { Button } from '../../ui/Button.tsx'
import { CopyField } from '../../ui/CopyField.tsx'
import { DialogFooter } from '../../ui/Dialog.tsx'
import { useCopy } from '../../ui/useCopy.ts'

/** The signing secret of a webhook, which the server shows once. */
export function NewSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const copying = useCopy({ failure: 'Failed to copy secret to clipboard' })
  return (
    <>
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
