import { LIMITS } from '@cairn/contract/api/common'
import type { EventKind } from '@cairn/contract/api/events'
import { EVENT_KINDS, type Webhook } from '@cairn/contract/api/webhooks'
import { type FormEvent, useState } from 'react'
import { useCreateWebhook } from '../../data/webhooks.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { NewSecret } from './NewSecret.tsx'

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
export function NewWebhook({ planId, onCancel, onDone }: Props) {
  const create = useCreateWebhook(planId)
  if (create.data) return <NewSecret secret={create.data.secret} onDone={onDone} />
  return (
    <WebhookForm
      initial={{ url: '', kinds: null }}
      label={create.isPending ? 'Creating...' : 'Create webhook'}
      busy={create.isPending}
      error={create.error && messageOf(create.error, 'Failed to create webhook')}
      onCancel={onCancel}
      onSubmit={(input) => create.mutate(input)}
    />
  )
}

interface FormProps {
  initial: Pick<Webhook, 'url' | 'kinds'>
  label: string
  busy: boolean
  error: string | null
  onCancel: () => void
  onSubmit: (input: Pick<Webhook, 'url' | 'kinds'>) => void
}

/** URL and kinds of a new webhook or of one that is changed. */
export function WebhookForm({ initial, label, busy, error, onCancel, onSubmit }: FormProps) {
  const [url, setUrl] = useState(initial.url)
  const [choice, setChoice] = useState<'all' | 'some'>(initial.kinds === null ? 'all' : 'some')
  const [kinds, setKinds] = useState<ReadonlySet<EventKind>>(new Set(initial.kinds))
  const [missing, setMissing] = useState<string>()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const isIncomplete = choice === 'some' && kinds.size === 0
    setMissing(url.trim() === '' ? 'URL is required' : isIncomplete ? 'Select at least one event' : undefined)
    if (url.trim() === '' || isIncomplete) return
    onSubmit({ url: url.trim(), kinds: choice === 'all' ? null : [...kinds] })
  }
  const toggle = (kind: EventKind) =>
    setKinds((now) => new Set(now.has(kind) ? [...now].filter((other) => other !== kind) : [...now, kind]))

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label="URL" hint="An HTTPS URL that accepts POST requests." error={missing ?? error ?? undefined}>
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
        <Button type="submit" variant="primary" busy={busy}>
          {label}
        </Button>
      </DialogFooter>
    </form>
  )
}
