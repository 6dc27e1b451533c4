import { SECRET_GRACE_HOURS, type Webhook } from '@cairn/contract/api/webhooks'
import { type FormEvent, useState } from 'react'
import { useWebhookActions } from '../../data/webhooks.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { NewSecret } from './NewSecret.tsx'

const CHOICES = [
  {
    value: 'grace',
    label: `In ${SECRET_GRACE_HOURS} hours`,
    hint: 'Until then, messages are signed with both secrets.',
  },
  { value: 'now', label: 'Now', hint: 'For a leaked secret. Receivers fail until they know the new one.' },
] as const

/** Replaces the secret of a webhook, then shows the new one once. */
export function RotateSecret({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { rotate } = useWebhookActions(webhook)
  const [end, setEnd] = useState<'grace' | 'now'>('grace')
  const [isWarned, setWarned] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!rotate.isPending) rotate.mutate(end === 'grace' ? SECRET_GRACE_HOURS : 0)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && (rotate.data ? setWarned(true) : onClose())}
      hasClose={!rotate.data}
      isBusy={rotate.isPending}
      title={rotate.data ? 'New signing secret' : 'Rotate the signing secret?'}
      description={rotate.data ? undefined : 'A new secret signs the messages of this webhook from now on.'}
      width="sm"
    >
      {rotate.data ? (
        <NewSecret secret={rotate.data.secret} isWarned={isWarned} onLeave={() => setWarned(true)} onDone={onClose} />
      ) : (
        <form onSubmit={submit} className="flex flex-col gap-4">
          <RadioCards legend="The old secret expires" name="grace" value={end} options={CHOICES} onChange={setEnd} />
          {rotate.error && <Notice look="error">{messageOf(rotate.error, 'Failed to rotate secret')}</Notice>}
          <DialogFooter>
            <Button onClick={onClose} disabled={rotate.isPending}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" busy={rotate.isPending}>
              {rotate.isPending ? 'Rotating...' : 'Rotate secret'}
            </Button>
          </DialogFooter>
        </form>
      )}
    </Dialog>
  )
}
