import type { LogEntry } from '@cairn/contract/api/logs'
import { can, type PlanRole } from '@cairn/contract/rules/permissions'
import { useEffect } from 'react'
import { currentEntryOf, useChangeLog } from '../../data/logs.ts'
import { messageOf } from '../../lib/api.ts'
import { useDraft } from '../../lib/drafts.ts'
import { setUnsaved } from '../../lib/unsaved.ts'
import { useIsShown } from '../../lib/useIsShown.ts'
import { useLatest } from '../../lib/useLatest.ts'
import { FieldError } from '../../ui/Field.tsx'
import { MentionField } from './comments/MentionField.tsx'
import { toEdited } from './comments/mentionText.ts'
import { useStoredText } from './comments/useStoredText.ts'
import { EditForm } from './EditForm.tsx'
import { EntryFields } from './EntryFields.tsx'
import { splitTags, tagProblem } from './tags.ts'
import { useSayKept } from './useSayKept.ts'

interface Props {
  planId: string
  entry: LogEntry
  role: PlanRole
  autoFocus: boolean
  onClose: () => void
}

const FAILURE = 'Failed to save entry'

/** A ref. Scrolls the whole form into view, because the browser scrolls only to the focused field. */
const bringIntoView = (form: HTMLFormElement | null): void => form?.scrollIntoView({ block: 'nearest' })

/** Edits a log entry. Escape closes the editor and keeps the text as a draft; Cancel discards it. */
export function LogEditor({ planId, entry, role, autoFocus, onClose }: Props) {
  const stored = {
    content: toEdited(entry.content, entry.mentions),
    people: [...entry.mentions],
    tags: entry.tags.join(', '),
    log_type: entry.log_type,
    version: entry.version,
  }
  const toStoredText = useStoredText(planId)
  const [draft, setDraft, clear, settle] = useDraft(`log ${entry.id}`, stored)
  const { update } = useChangeLog(planId, entry.node_id)
  const isShown = useIsShown()
  const latest = useLatest(draft)
  const sayKept = useSayKept({ planId, nodeId: entry.node_id, tab: 'logs' })
  const isChanged = (['content', 'tags', 'log_type'] as const).some((field) => draft[field] !== stored[field])
  useEffect(() => setUnsaved(`log ${entry.id}`, isChanged), [entry.id, isChanged])
  const close = () => {
    setUnsaved(`log ${entry.id}`, false)
    onClose()
  }
  const cancel = () => {
    clear()
    close()
  }
  const tags = splitTags(draft.tags)
  const problem = tagProblem(tags)
  const isReady = isChanged && draft.content.trim() !== '' && !problem && !update.isPending

  const save = () => {
    const content = toStoredText(draft.content, draft.people)
    const change = { id: entry.id, content, log_type: draft.log_type, tags, expected_version: draft.version }
    // Another tab may be open by the time of the reply: callbacks of `mutate` are for mounted components.
    update.mutateAsync(change).then(
      ({ version }) => {
        if (settle(draft)) close()
        else setDraft({ ...latest.current, version })
      },
      // Otherwise shown by the form.
      (error) => {
        const current = currentEntryOf(error)
        if (current) setDraft({ ...latest.current, version: current.version })
        if (!isShown.current) sayKept(FAILURE, messageOf(error, FAILURE))
      },
    )
  }
  return (
    <EditForm
      ref={bringIntoView}
      label="Edit entry"
      save={update}
      failure={FAILURE}
      isReady={isReady}
      onSave={save}
      onCancel={cancel}
      onClose={onClose}
      className="scroll-mb-3"
    >
      <MentionField
        planId={planId}
        label="Entry text"
        autoFocus={autoFocus}
        side="below"
        value={{ text: draft.content, people: draft.people ?? [] }}
        onChange={({ text, people }) => setDraft({ ...draft, content: text, people })}
      />
      <div className="flex flex-wrap items-center gap-2">
        <EntryFields
          value={draft}
          hasType={can(role, 'plan.edit')}
          onChange={(change) => setDraft({ ...draft, ...change })}
        />
      </div>
      {problem && <FieldError>{problem}</FieldError>}
    </EditForm>
  )
}
