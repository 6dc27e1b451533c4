import { LIMITS } from '@cairn/contract/api/common'
import type { EventKind } from '@cairn/contract/api/events'
import { EVENT_KINDS } from '@cairn/contract/api/webhooks'
import { Check, Copy } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useCreateWebhook } from '../../data/webhooks.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { useCopy } from '../../ui/useCopy.ts'

const CHOICES = [
  { value: 'all', label: 'All events', hint: 'Also kinds that are added later.' },
  { value: 'some', label: 'Selected events', hint: 'Only the kinds that you select.' },
] as const

interface Props {
  planId: string
  onCancel: () => void
  onDone: () => void
}

/** Creates a webhook, then shows its secret once. */
export function WebhookForm({ planId, onCancel, onDone }: Props) {
  const create = useCreateWebhook(planId)
  const [url, setUrl] = useState('')
  const [choice, setChoice] = useState<'all' | 'some'>('all')
  const [kinds, setKinds] = useState<ReadonlySet<EventKind>>(new Set())
  const [wrong, setWrong] = useState<string>()

  if (create.data) return <NewSecret secret={create.data.secret} onDone={onDone} />

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending) return
    const isIncomplete = choice === 'some' && kinds.size === 0
    setWrong(url.trim() === '' ? 'URL is required' : isIncomplete ? 'Select at least one event' : undefined)
    if (url.trim() === '' || isIncomplete) return
    create.mutate(
      { url: url.trim(), kinds: choice === 'all' ? null : [...kinds] },
      { onError: (error) => setWrong(messageOf(error, 'Failed to create webhook')) },
    )
  }
  const toggle = (kind: EventKind) =>
    setKinds((now) => new Set(now.has(kind) ? [...now].filter((other) => other !== kind) : [...now, kind]))

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label="URL" hint="An HTTPS URL that accepts POST requests." error={wrong}>
        <TextInput
          autoFocus
          type="url"
          maxLength={LIMITS.url}
          placeholder="https://example.com/webhooks"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
      </Field>
      <RadioCards legend="Events" name="events" value={choice} options={CHOICES} onChange={setChoice} />
      {choice === 'some' && (
        <fieldset className="grid max-h-60 grid-cols-1 gap-x-4 overflow-y-auto rounded-6 border border-line p-3 sm:grid-cols-2">
          <legend className="sr-only">Selected events</legend>
          {EVENT_KINDS.map((kind) => (
            <Checkbox key={kind} label={kind} checked={kinds.has(kind)} onChange={() => toggle(kind)} />
          ))}
        </fieldset>
      )}
      <DialogFooter>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={create.isPending}>
          {create.isPending ? 'Creating...' : 'Create webhook'}
        </Button>
      </DialogFooter>
    </form>
  )
}

function NewSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const { copied, copy } = useCopy({ failure: 'Failed to copy secret to clipboard' })
  return (
    <>
      <div className="flex items-end gap-2">
        <Field
          label="Signing secret"
          hint="Verifies that a message comes from Cairn. Copy it now. You won’t be able to see it again."
          className="min-w-0 flex-1"
        >
          <TextInput
            readOnly
            autoFocus
            value={secret}
            onFocus={(event) => event.target.select()}
            className="font-mono"
          />
        </Field>
        <Button
          variant={copied ? 'secondary' : 'primary'}
          icon={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          onClick={() => copy(secret)}
          className="w-24"
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <DialogFooter>
        <Button variant={copied ? 'primary' : 'secondary'} onClick={onDone}>
          Done
        </Button>
      </DialogFooter>
    </>
  )
}
