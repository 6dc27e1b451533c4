import { LIMITS } from '@cairn/contract/api/common'
import type { LogEntry } from '@cairn/contract/api/logs'
import { useChangeComment } from '../../../data/comments.ts'
import { tooLong } from '../../../lib/textLimit.ts'
import { EditForm } from '../EditForm.tsx'
import { followSize } from '../followSize.ts'
import { useEntryEdit } from '../useEntryEdit.ts'
import { MentionField } from './MentionField.tsx'
import { toEdited } from './mentionText.ts'
import { useStoredText } from './useStoredText.ts'

interface Props {
  planId: string
  entry: LogEntry
  autoFocus: boolean
  onClose: () => void
}

/** The draft of an edited comment. */
export const editPlace = (commentId: string): string => `comment ${commentId}`

const FAILURE = 'Failed to save comment'

/** Edits a comment. Escape closes the editor and keeps the text as a draft; Cancel discards it. */
export function CommentEditor({ planId, entry, autoFocus, onClose }: Props) {
  const toStoredText = useStoredText(planId)
  const { update } = useChangeComment(planId, entry.node_id)
  const { draft, setDraft, isChanged, isSaving, save, cancel, close } = useEntryEdit({
    planId,
    entry,
    tab: 'comments',
    place: editPlace(entry.id),
    stored: { text: toEdited(entry.content, entry.mentions), people: [...entry.mentions], version: entry.version },
    fields: ['text'],
    send: ({ text, people, version }) =>
      update.mutateAsync({ id: entry.id, content: toStoredText(text, people), expected_version: version }),
    failure: FAILURE,
    onClose,
  })
  const isReady = isChanged && draft.text.trim() !== '' && !tooLong(draft.text, LIMITS.content)

  return (
    <EditForm
      ref={followSize}
      label="Edit comment"
      isSaving={isSaving}
      error={update.error}
      failure={FAILURE}
      isReady={isReady}
      onSave={save}
      onCancel={cancel}
      onClose={close}
      className="scroll-mb-24"
    >
      <MentionField
        planId={planId}
        label="Comment text"
        autoFocus={autoFocus}
        rows={2}
        side="below"
        value={draft}
        onChange={(change) => setDraft({ ...draft, ...change })}
      />
    </EditForm>
  )
}
