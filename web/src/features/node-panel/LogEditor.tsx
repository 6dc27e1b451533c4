import { LIMITS } from '@cairn/contract/api/common'
import type { LogEntry } from '@cairn/contract/api/logs'
import { can, type PlanRole } from '@cairn/contract/rules/permissions'
import { useChangeLog } from '../../data/logs.ts'
import { tooLong } from '../../lib/textLimit.ts'
import { FieldError } from '../../ui/Field.tsx'
import { MentionField } from './comments/MentionField.tsx'
import { toEdited } from './comments/mentionText.ts'
import { useStoredText } from './comments/useStoredText.ts'
import { EditForm } from './EditForm.tsx'
import { EntryFields } from './EntryFields.tsx'
import { splitTags, tagProblem } from './tags.ts'
import { useEntryEdit } from './useEntryEdit.ts'

interface Props {
  planId: string
  entry: LogEntry
  role: PlanRole
  autoFocus: boolean
  onClose: () => void
}

/** The draft of an edited log entry. */
export const editPlace = (entryId: string): string => `log ${entryId}`

const FAILURE = 'Failed to save entry'

/** Scrolls the whole form into view, because the browser scrolls only to the focused field. */
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
  const { update } = useChangeLog(planId, entry.node_id)
  const { draft, setDraft, isChanged, isSaving, save, cancel, close } = useEntryEdit({
    planId,
    entry,
    tab: 'logs',
    place: editPlace(entry.id),
    stored,
    fields: ['content', 'tags', 'log_type'],
    send: ({ content, people, tags, log_type, version }) =>
      update.mutateAsync({
        id: entry.id,
        content: toStoredText(content, people),
        log_type,
        tags: splitTags(tags),
        expected_version: version,
      }),
    failure: FAILURE,
    onClose,
  })
  const problem = tagProblem(splitTags(draft.tags))
  const isReady = isChanged && draft.content.trim() !== '' && !problem && !tooLong(draft.content, LIMITS.content)

  return (
    <EditForm
      ref={bringIntoView}
      label="Edit entry"
      isSaving={isSaving}
      error={update.error}
      failure={FAILURE}
      isReady={isReady}
      onSave={save}
      onCancel={cancel}
      onClose={close}
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
