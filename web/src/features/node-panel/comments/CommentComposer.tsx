import { LIMITS } from '@cairn/contract/api/common'
import { type FormEvent, type KeyboardEvent, useEffect } from 'react'
import { useThreads } from '../../../data/comments.ts'
import { sendComment } from '../../../data/outgoingComments.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { useMediaQuery } from '../../../lib/mediaQuery.ts'
import { isSend, SEND_KEYS } from '../../../lib/shortcuts.ts'
import { tooLong } from '../../../lib/textLimit.ts'
import { setUnsaved } from '../../../lib/unsaved.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { followSize } from '../followSize.ts'
import { useSayKept } from '../useSayKept.ts'
import { Writing } from '../Writing.tsx'
import { type MentionDraft, MentionField } from './MentionField.tsx'
import { useStoredText } from './useStoredText.ts'

interface Props {
  planId: string
  nodeId: string
  /** The entry to reply to; null for a new thread. */
  parentId: string | null
  autoFocus?: boolean
  /** Closes the composer and keeps its draft. */
  onClose?: () => void
}

/** On a small screen the button appears when the user starts typing. */
const FOLDED_ON_A_PHONE = 'max-sm:group-[:not(:focus-within):has(textarea:placeholder-shown)]/composer:hidden'
const EMPTY: MentionDraft = { text: '', people: [] }

export const draftPlace = (nodeId: string, parentId: string | null): string =>
  parentId === null ? `${nodeId} comment` : `${nodeId} reply ${parentId}`

/** Writes a comment or a reply. It is listed immediately; the field is free for the next one. */
export function CommentComposer({ planId, nodeId, parentId, autoFocus = false, onClose }: Props) {
  const toStoredText = useStoredText(planId)
  const threads = useThreads(planId, nodeId)
  const sayKept = useSayKept({ planId, nodeId, tab: 'comments' })
  const place = draftPlace(nodeId, parentId)
  const { value: draft, set: setDraft, clear } = useDraft(place, EMPTY)
  const isPhone = useMediaQuery('(max-width: 40rem)')
  const isWritten = draft.text.trim() !== ''
  const isReady = isWritten && !tooLong(draft.text, LIMITS.content)
  useEffect(() => setUnsaved(place, isWritten), [place, isWritten])
  const leave = () => {
    clear()
    setUnsaved(place, false)
    onClose?.()
  }

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!isReady) return
    const content = toStoredText(draft.text, draft.people)
    leave()
    sendComment(
      { planId, nodeId },
      { parent_id: parentId, content },
      { sent: threads.put, onUnseen: (reason) => sayKept('Failed to send comment', reason) },
    )
  }
  const handleKey = (event: KeyboardEvent) => {
    if (isSend(event)) submit()
    if (event.key !== 'Escape' || event.defaultPrevented || !onClose) return
    event.preventDefault()
    onClose()
  }
  const isReply = parentId !== null
  return (
    <form
      ref={isReply ? followSize : undefined}
      aria-label={isReply ? 'Reply' : 'New comment'}
      onSubmit={submit}
      onKeyDown={handleKey}
      // Above the composer of new comments, which may cover the end of the page.
      className="group/composer flex scroll-mb-24 flex-col gap-2"
    >
      <MentionField
        planId={planId}
        label={isReply ? 'Reply' : 'Comment'}
        placeholder={isReply ? 'Write a reply...' : 'Write a comment... Use @ to mention someone'}
        rows={isReply || isPhone ? 1 : 2}
        autoFocus={autoFocus}
        side={isReply ? 'below' : 'above'}
        value={draft}
        onChange={setDraft}
      />
      <Writing nodeId={nodeId} field="comment" />
      <div className={cx('flex justify-end gap-2', !isReply && FOLDED_ON_A_PHONE)}>
        {onClose && (
          <Button size="sm" variant="ghost" onClick={leave}>
            Cancel
          </Button>
        )}
        <Button type="submit" size="sm" variant="primary" disabled={!isReady} title={SEND_KEYS}>
          {isReply ? 'Reply' : 'Comment'}
        </Button>
      </div>
    </form>
  )
}
