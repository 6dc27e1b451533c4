import { useState } from 'react'
import { useCreateToken } from '../../data/tokens.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { CreateTokenForm } from './CreateTokenForm.tsx'
import { NewToken } from './NewToken.tsx'

/** Creates a token, then shows it once. Escape and clicks outside never close the dialog if that would lose a token. */
export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateToken()
  const [isWarned, setWarned] = useState(false)
  if (create.data)
    return (
      <Dialog
        open
        onOpenChange={() => setWarned(true)}
        hasClose={false}
        title="Your new token"
        description={`Copy “${create.data.name}” now. You won’t be able to see it again.`}
        width="lg"
      >
        <NewToken token={create.data} isWarned={isWarned} onLeave={() => setWarned(true)} onDone={onClose} />
      </Dialog>
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isBusy={create.isPending}
      title="Create New Token"
      description="A token acts on your behalf, within its permissions. It can’t manage passwords, sessions or other tokens."
    >
      <CreateTokenForm create={create} onCancel={onClose} />
    </Dialog>
  )
}
