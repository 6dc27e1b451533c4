import type { LogEntry } from '@cairn/contract/api/logs'
import { useEffect } from 'react'
import { useChangeComment } from '../../../data/comments.ts'
import { currentEntryOf } from '../../../data/logs.ts'
import { messageOf } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { setUnsaved } from '../../../lib/unsaved.ts'
import { useIsShown } from '../../../lib/useIsShown.ts'
import { useLatest } from '../../../lib/useLatest.ts'
import { EditForm } from '../EditForm.tsx'
import { followSize } from '../followSize.ts'
import { useSayKept } from '../useSayKept.ts'
import { MentionField } from './MentionField.tsx'
import { toEdited } from './mentionText.ts'
import { useStoredText } from './useStoredText.ts'

interface Props {
  planId: string
  entry: LogEntry
  autoFocus: boolean
  onClose: () => void
}

const FAILURE = 'Failed to save comment'

/** Edits a comment. Escape closes the editor and keeps the text as a draft; Cancel discards it. */
export function CommentEditor({ planId, entry, autoFocus, onClose }: Props) {
  const toStoredText = useStoredText(planId)
  const place = `comment ${entry.id}`
  const stored = { text: toEdited(entry.content, entry.mentions), people: [...entry.mentions], version: entry.version }
  const [draft, setDraft, clear, settle] = useDraft(place, stored)
  const { update } = useChangeComment(planId, entry.node_id)
  const isShown = useIsShown()
  const latest = useLatest(draft)
  const sayKept = useSayKept({ planId, nodeId: entry.node_id, tab: 'comments' })
  const isChanged = draft.text !== stored.text
  useEffect(() => setUnsaved(place, isChanged), [place, isChanged])
  const close = () => {
    setUnsaved(place, false)
    onClose()
  }
  const cancel = () => {
    clear()
    close()
  }
  const isReady = isChanged && draft.text.trim() !== '' && !update.isPending

  const save = () => {
    const content = toStoredText(draft.text, draft.people)
    // Another tab may be open by the time of the reply: callbacks of `mutate` are for mounted components.
    update.mutateAsync({ id: entry.id, content, expected_version: draft.version }).then(
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
      ref={followSize}
      label="Edit comment"
      save={update}
      failure={FAILURE}
      isReady={isReady}
      onSave={save}
      onCancel={cancel}
      onClose={onClose}
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
