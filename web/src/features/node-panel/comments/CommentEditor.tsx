import type { LogEntry } from '@cairn/contract/api/logs'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect } from 'react'
import { useChangeComment } from '../../../data/comments.ts'
import { membersQuery } from '../../../data/members.ts'
import { messageOf } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { SEND_KEYS } from '../../../lib/shortcuts.ts'
import { setUnsaved } from '../../../lib/unsaved.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { followSize } from '../followSize.ts'
import { MentionField } from './MentionField.tsx'
import { toEdited, toStored } from './mentionText.ts'

interface Props {
  planId: string
  entry: LogEntry
  onClose: () => void
}

/** Edits a comment. Escape closes the editor and keeps the text as a draft; Cancel discards it. */
export function CommentEditor({ planId, entry, onClose }: Props) {
  const cache = useQueryClient()
  const place = `comment ${entry.id}`
  const stored = { text: toEdited(entry.content, entry.mentions), people: [...entry.mentions] }
  const [draft, setDraft, clear] = useDraft(place, stored)
  const { update } = useChangeComment(planId, entry.node_id)
  const isChanged = draft.text !== stored.text
  useEffect(() => setUnsaved(place, isChanged), [place, isChanged])
  const leave = () => {
    clear()
    setUnsaved(place, false)
    onClose()
  }
  const isReady = isChanged && draft.text.trim() !== '' && !update.isPending

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!isReady) return
    const members = cache.getQueryData(membersQuery(planId).queryKey) ?? []
    const content = toStored(draft.text.trim(), [...draft.people, ...members])
    update.mutate({ id: entry.id, content, expected_version: entry.version }, { onSuccess: leave })
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return (
    <form
      ref={followSize}
      aria-label="Edit comment"
      onSubmit={submit}
      onKeyDown={handleKey}
      className="flex scroll-mb-24 flex-col gap-2"
    >
      <MentionField
        planId={planId}
        label="Comment text"
        autoFocus
        rows={2}
        side="below"
        value={draft}
        onChange={setDraft}
      />
      {update.isError && <Notice look="error">{messageOf(update.error, 'Failed to save comment')}</Notice>}
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
