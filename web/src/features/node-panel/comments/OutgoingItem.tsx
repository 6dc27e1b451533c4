import type { Mention } from '@cairn/contract/api/logs'
import { mentionedIds } from '@cairn/contract/rules/mentions'
import { useQuery } from '@tanstack/react-query'
import { useThreads } from '../../../data/comments.ts'
import { membersQuery } from '../../../data/members.ts'
import { discardComment, isWaiting, type OutgoingComment, resendComment } from '../../../data/outgoingComments.ts'
import { useSession } from '../../../lib/session.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { MarkdownText } from '../MarkdownText.tsx'
import { useSayKept } from '../useSayKept.ts'

interface Props {
  planId: string
  nodeId: string
  comment: OutgoingComment
}

/** Scrolls a new comment into view when it appears. */
const bringIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

/** A comment that the server has not confirmed. */
export function OutgoingItem({ planId, nodeId, comment }: Props) {
  const { put } = useThreads(planId, nodeId)
  const sayKept = useSayKept({ planId, nodeId, tab: 'comments' })
  const name = useSession()?.user.user_metadata?.name ?? ''
  const mentions = useMentions(planId, comment.content)
  const resend = () =>
    resendComment({ planId, nodeId }, comment, {
      sent: put,
      onUnseen: (reason) => sayKept('Failed to send comment', reason),
    })
  return (
    <div ref={bringIntoView} className="flex scroll-mb-32 gap-3">
      <Avatar name={name} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex min-h-7 items-center gap-2 text-12 text-muted">
          <span className="font-medium text-13 text-ink">{name}</span>
          {comment.error === null ? 'Sending...' : 'Not sent'}
        </div>
        <div className={comment.error === null ? 'opacity-60' : undefined}>
          <MarkdownText text={comment.content} mentions={mentions} />
        </div>
        {comment.error !== null && (
          <Notice look="error">
            <p>{comment.error}</p>
            {isWaiting(comment) && <p>Cairn sends it as soon as the server can be reached.</p>}
            <div className="mt-2 flex gap-2">
              <Button size="sm" onClick={resend}>
                Try again
              </Button>
              <Button size="sm" variant="ghost" onClick={() => discardComment(nodeId, comment.id)}>
                Discard
              </Button>
            </div>
          </Notice>
        )}
      </div>
    </div>
  )
}

/** The members whom a stored text mentions. */
function useMentions(planId: string, content: string): Mention[] {
  const { data: members = [] } = useQuery(membersQuery(planId))
  const ids = mentionedIds(content)
  return members.filter(({ id }) => ids.includes(id))
}
