import type { LogEntry } from '@cairn/contract/api/logs'
import { can, type PlanRole } from '@cairn/contract/rules/permissions'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent, KeyboardEvent } from 'react'
import { useEffect } from 'react'
import { useChangeLog } from '../../data/logs.ts'
import { membersQuery } from '../../data/members.ts'
import { messageOf } from '../../lib/api.ts'
import { useDraft } from '../../lib/drafts.ts'
import { SEND_KEYS } from '../../lib/shortcuts.ts'
import { setUnsaved } from '../../lib/unsaved.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { MentionField } from './comments/MentionField.tsx'
import { toEdited, toStored } from './comments/mentionText.ts'
import { LOG_CHOICES } from './logDisplay.tsx'
import { splitTags, tagProblem } from './tags.ts'

interface Props {
  planId: string
  entry: LogEntry
  role: PlanRole
  onClose: () => void
}

/** A ref. Scrolls the whole form into view, because the browser scrolls only to the focused field. */
const bringIntoView = (form: HTMLFormElement | null): void => form?.scrollIntoView({ block: 'nearest' })

/** Edits a log entry. Escape closes the editor and keeps the text as a draft; Cancel discards it. */
export function LogEditor({ planId, entry, role, onClose }: Props) {
  const stored = {
    content: toEdited(entry.content, entry.mentions),
    people: [...entry.mentions],
    tags: entry.tags.join(', '),
    log_type: entry.log_type,
  }
  const cache = useQueryClient()
  const [draft, setDraft, clear] = useDraft(`log ${entry.id}`, stored)
  const { update } = useChangeLog(planId, entry.node_id)
  const isChanged = (['content', 'tags', 'log_type'] as const).some((field) => draft[field] !== stored[field])
  useEffect(() => setUnsaved(`log ${entry.id}`, isChanged), [entry.id, isChanged])
  const leave = () => {
    clear()
    setUnsaved(`log ${entry.id}`, false)
    onClose()
  }
  const tags = splitTags(draft.tags)
  const problem = tagProblem(tags)
  const isReady = isChanged && draft.content.trim() !== '' && !problem && !update.isPending

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!isReady) return
    const members = cache.getQueryData(membersQuery(planId).queryKey) ?? []
    update.mutate(
      {
        id: entry.id,
        content: toStored(draft.content.trim(), [...(draft.people ?? []), ...members]),
        log_type: draft.log_type,
        tags,
        expected_version: entry.version,
      },
      {
        onSuccess: leave,
      },
    )
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return (
    <form
      ref={bringIntoView}
      aria-label="Edit entry"
      onSubmit={submit}
      onKeyDown={handleKey}
      className="flex scroll-mb-3 flex-col gap-2"
    >
      <MentionField
        planId={planId}
        label="Entry text"
        autoFocus
        side="below"
        value={{ text: draft.content, people: draft.people ?? [] }}
        onChange={({ text, people }) => setDraft({ ...draft, content: text, people })}
      />
      <div className="flex flex-wrap items-center gap-2">
        {can(role, 'plan.edit') && (
          <Select
            label="Entry type"
            value={draft.log_type}
            options={LOG_CHOICES}
            onChange={(log_type) => setDraft({ ...draft, log_type })}
            className="w-36!"
          />
        )}
        <TextInput
          aria-label="Tags, comma-separated"
          placeholder="Tags, e.g. api, ui"
          autoComplete="off"
          value={draft.tags}
          onChange={(event) => setDraft({ ...draft, tags: event.target.value })}
          className="w-auto! min-w-22 flex-1"
        />
      </div>
      {problem && (
        <p role="alert" className="text-12 text-blocked-ink">
          {problem}
        </p>
      )}
      {update.isError && <Notice look="error">{messageOf(update.error, 'Failed to save entry')}</Notice>}
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={leave}>
          Cancel
        </Button>
        <Button type="submit" size="sm" variant="primary" busy={update.isPending} disabled={!isReady} title={SEND_KEYS}>
          {update.isPending ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  )
}
