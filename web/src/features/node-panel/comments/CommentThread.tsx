import type { Thread } from '@cairn/contract/api/comments'
import type { LogEntry } from '@cairn/contract/api/logs'
import { can, type PlanRole } from '@cairn/contract/rules/permissions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { repliesQuery } from '../../../data/commentQueries.ts'
import type { OutgoingComment } from '../../../data/outgoingComments.ts'
import { messageOf } from '../../../lib/api.ts'
import { readDraft } from '../../../lib/drafts.ts'
import { formatNumber } from '../../../lib/numbers.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { CommentComposer, draftPlace } from './CommentComposer.tsx'
import { CommentItem } from './CommentItem.tsx'
import { OutgoingItem } from './OutgoingItem.tsx'

interface Props {
  planId: string
  nodeId: string
  thread: Thread
  role: PlanRole
  outgoing: readonly OutgoingComment[]
  isNew: (entry: LogEntry) => boolean
  /** The entry in this thread that a link leads to. */
  target: string | null
  /** Opens the composer for a reply. */
  startsReply: boolean
}

/** Above the first comment since the last look. */
export const NewDivider = () => (
  <div className="flex items-center gap-2 font-medium text-12 text-accent-ink before:h-px before:flex-1 before:bg-accent-line after:h-px after:flex-1 after:bg-accent-line">
    New
  </div>
)

/** A comment and its replies, oldest first. */
export function CommentThread({ planId, nodeId, thread, role, outgoing, isNew, target, startsReply }: Props) {
  const place = draftPlace(nodeId, thread.id)
  const [isReplying, setReplying] = useState(() => startsReply || readDraft(place) !== undefined)
  // A draft does not take the focus.
  const [isAsked, setAsked] = useState(startsReply)
  const [wantsAll, setWantsAll] = useState(false)
  const isTargetShown = target === null || target === thread.id || thread.replies.some(({ id }) => id === target)
  const showsAll = wantsAll || !isTargetShown
  const all = useQuery({ ...repliesQuery(planId, nodeId, thread.id), enabled: showsAll })
  const [first] = thread.replies
  const replies = [...(all.data?.filter(({ id }) => !first || id < first.id) ?? []), ...thread.replies]
  const earlier = thread.reply_count - replies.length
  const firstNew = isNew(thread) ? undefined : replies.find(isNew)
  const hasReplies = replies.length > 0 || outgoing.length > 0
  return (
    <>
      <CommentItem planId={planId} entry={thread} role={role} isTarget={target === thread.id} />
      <div className="mt-2 ml-3.5 flex flex-col gap-3 border-line border-l pl-5.5">
        {earlier > 0 && (
          <Button
            size="sm"
            variant="ghost"
            busy={all.isFetching}
            onClick={() => (showsAll ? void all.refetch() : setWantsAll(true))}
            className="self-start"
          >
            {earlier === 1 ? 'Show 1 earlier reply' : `Show ${formatNumber(earlier)} earlier replies`}
          </Button>
        )}
        {all.isError && <Notice look="error">{messageOf(all.error, 'Failed to load replies')}</Notice>}
        {hasReplies && (
          <ol aria-label="Replies" className="flex flex-col gap-3">
            {replies.map((reply) => (
              <li key={reply.id} data-entry={reply.id} className="flex scroll-mb-32 flex-col gap-3">
                {reply === firstNew && <NewDivider />}
                <CommentItem planId={planId} entry={reply} role={role} isTarget={target === reply.id} />
              </li>
            ))}
            {outgoing.map((comment) => (
              <li key={comment.id}>
                <OutgoingItem planId={planId} nodeId={nodeId} comment={comment} />
              </li>
            ))}
          </ol>
        )}
        {can(role, 'comment.add') &&
          (isReplying ? (
            <CommentComposer
              planId={planId}
              nodeId={nodeId}
              parentId={thread.id}
              autoFocus={isAsked}
              onClose={() => setReplying(false)}
            />
          ) : (
            <Button
              size="sm"
              variant="ghost"
              onClick={() => {
                setAsked(true)
                setReplying(true)
              }}
              className="self-start"
            >
              Reply
            </Button>
          ))}
      </div>
    </>
  )
}
