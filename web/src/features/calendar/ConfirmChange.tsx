import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'

export type Change = 'replace' | 'turn-off'

const TEXTS = {
  replace: {
    title: 'Replace calendar URL?',
    text: 'The current URL stops working immediately. Subscribe to the new one in your calendar app.',
    label: 'Replace URL',
    busy: 'Replacing...',
  },
  'turn-off': {
    title: 'Turn off this calendar?',
    text: 'Its URL stops working immediately. This can’t be undone, but you can create a new URL.',
    label: 'Turn off',
    busy: 'Turning off...',
  },
} as const

interface Props {
  change: Change
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmChange({ change, isBusy, onConfirm, onClose }: Props) {
  const { title, text, label, busy } = TEXTS[change]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isBusy={isBusy}
      title={title}
      description={text}
      width="sm"
    >
      <DialogFooter>
        <Button autoFocus disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" busy={isBusy} onClick={onConfirm}>
          {isBusy ? busy : label}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
