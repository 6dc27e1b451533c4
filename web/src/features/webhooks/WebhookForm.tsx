import { LIMITS } from '@cairn/contract/api/common'
import type { EventKind } from '@cairn/contract/api/events'
import type { Webhook } from '@cairn/contract/api/webhooks'
import { EVENT_KINDS } from '@cairn/contract/rules/replay'
import { type FormEvent, useState } from 'react'
import type { useCreateWebhook } from '../../data/webhooks.ts'
import { ApiError, messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { DialogFooter } from '../../ui/Dialog.tsx'
import { Field, FieldError } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { NewSecret } from './NewSecret.tsx'

const CHOICES = [
  { value: 'all', label: 'All events', hint: 'Also kinds that are added later.' },
  { value: 'some', label: 'Selected events', hint: 'Only the kinds that you select.' },
] as const

interface Props {
  create: ReturnType<typeof useCreateWebhook>
  onCancel: () => void
  onDone: () => void
  /** Whether the user has tried to leave the secret without choosing Done, and what tells about it. */
  isWarned: boolean
  onLeave: () => void
}

/** Creates a webhook, then shows its secret once. */
export function NewWebhook({ create, onCancel, onDone, isWarned, onLeave }: Props) {
  if (create.data) return <NewSecret secret={create.data.secret} {...{ isWarned, onLeave, onDone }} />
  return (
    <WebhookForm
      initial={{ url: '', kinds: null }}
      label={create.isPending ? 'Creating...' : 'Create webhook'}
      busy={create.isPending}
      error={create.error}
      failure="Failed to create webhook"
      onCancel={onCancel}
      onSubmit={(input) => create.mutate(input)}
    />
  )
}

const NOT_HTTPS = 'Enter a URL that starts with https://'
/** Only some servers accept it, which the server says. */
const isPlain = (url: string): boolean => /^http:/i.test(url.trim())
const isInvalid = (error: Error): boolean => error instanceof ApiError && error.code === 'invalid_input'

function wrongUrl(url: string): { url?: string } {
  if (url === '') return { url: 'URL is required' }
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? {} : { url: NOT_HTTPS }
}

const withoutKinds = ({ url }: { url?: string }) => (url ? { url } : {})

interface FormProps {
  initial: Pick<Webhook, 'url' | 'kinds'>
  label: string
  busy: boolean
  error: Error | null
  /** Shown for an error without a message. */
  failure: string
  onCancel: () => void
  /** `changes` has only what differs from `initial`, because someone else may have changed the rest. */
  onSubmit: (input: Pick<Webhook, 'url' | 'kinds'>, changes: Partial<Pick<Webhook, 'url' | 'kinds'>>) => void
}

const sameKinds = (a: readonly EventKind[] | null, b: readonly EventKind[] | null): boolean =>
  a === null || b === null ? a === b : a.length === b.length && a.every((kind) => b.includes(kind))

/** URL and kinds of a new webhook or of one that is changed. */
export function WebhookForm({ initial, label, busy, error, failure, onCancel, onSubmit }: FormProps) {
  const [first] = useState(initial)
  const [url, setUrl] = useState(initial.url)
  const [choice, setChoice] = useState<'all' | 'some'>(initial.kinds === null ? 'all' : 'some')
  const [kinds, setKinds] = useState<ReadonlySet<EventKind>>(new Set(initial.kinds))
  const [wrong, setWrong] = useState<{ url?: string; kinds?: string }>({})
  const [sentUrl, setSentUrl] = useState<string | null>(null)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const found = {
      ...wrongUrl(url.trim()),
      ...(choice === 'some' && kinds.size === 0 ? { kinds: 'Select at least one event' } : {}),
    }
    setWrong(found)
    if (Object.keys(found).length > 0) return
    setSentUrl(url)
    const input = { url: url.trim(), kinds: choice === 'all' ? null : [...kinds] }
    onSubmit(input, {
      ...(input.url !== first.url && { url: input.url }),
      ...(!sameKinds(input.kinds, first.kinds) && { kinds: input.kinds }),
    })
  }
  const isRefused = error && isInvalid(error) && url === sentUrl
  const refused = isRefused ? (isPlain(url) ? NOT_HTTPS : messageOf(error, failure)) : undefined
  const toggle = (kind: EventKind) => {
    setWrong(withoutKinds)
    setKinds((now) => new Set(now.has(kind) ? [...now].filter((other) => other !== kind) : [...now, kind]))
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label="URL" hint="An HTTPS URL that accepts POST requests." error={wrong.url ?? refused}>
        <TextInput
          autoFocus
          type="url"
          maxLength={LIMITS.url}
          placeholder="https://example.com/webhooks"
          value={url}
          onChange={(event) => {
            setUrl(event.target.value)
            setWrong(({ kinds: none }) => (none ? { kinds: none } : {}))
          }}
        />
      </Field>
      <RadioCards
        legend="Events"
        name="events"
        value={choice}
        options={CHOICES}
        onChange={(next) => {
          setChoice(next)
          setWrong(withoutKinds)
        }}
      />
      {choice === 'some' && (
        <fieldset className="grid max-h-60 grid-cols-1 gap-x-4 overflow-y-auto rounded-6 border border-line p-3 sm:grid-cols-2">
          <legend className="sr-only">Selected events</legend>
          {EVENT_KINDS.map((kind) => (
            <Checkbox key={kind} label={kind} checked={kinds.has(kind)} onChange={() => toggle(kind)} />
          ))}
        </fieldset>
      )}
      {wrong.kinds && <FieldError>{wrong.kinds}</FieldError>}
      {error && !isInvalid(error) && <Notice look="error">{messageOf(error, failure)}</Notice>}
      <DialogFooter>
        <Button onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          {label}
        </Button>
      </DialogFooter>
    </form>
  )
}
