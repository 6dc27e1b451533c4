import type { LogEntry } from '@cairn/contract/api/logs'
import { can, type PlanRole } from '@cairn/contract/rules/permissions'
import { MessageSquareReply } from 'lucide-react'
import { useState } from 'react'
import { useChangeLog } from '../../data/logs.ts'
import { Via } from '../../display/Via.tsx'
import { readDraft } from '../../lib/drafts.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { fullDateTime } from '../../lib/relativeTime.ts'
import { useSession } from '../../lib/session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import type { CommentTarget } from './comments/CommentsTab.tsx'
import { deleteEntry } from './deleteEntry.ts'
import { EntryMenu } from './EntryMenu.tsx'
import { editPlace, LogEditor } from './LogEditor.tsx'
import { LOG_LOOK } from './logDisplay.tsx'
import { MarkdownText } from './MarkdownText.tsx'

interface Props {
  planId: string
  entry: LogEntry
  role: PlanRole
  onOpenComment: (comment: CommentTarget) => void
}

/** A log entry. Its author can edit and delete it; the owner and admins can delete any entry. */
export function LogItem({ planId, entry, role, onOpenComment }: Props) {
  const [editing, setEditing] = useState<'asked' | 'draft' | null>(() =>
    readDraft(editPlace(entry.id)) === undefined ? null : 'draft',
  )
  const { label, tone, Icon } = LOG_LOOK[entry.log_type]
  const isMine = useSession()?.user.id === entry.user_id
  const canWrite = can(role, entry.log_type === 'comment' ? 'comment.add' : 'plan.edit')
  const changes = useChangeLog(planId, entry.node_id)
  return (
    <li className="flex gap-3">
      <Avatar name={entry.user.name} src={entry.user.avatar_url} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-muted">
          <span className="font-medium text-13 text-ink">{entry.user.name}</span>
          <span>
            <RelativeTime at={entry.created_at} />
            <Via via={entry.via} />
          </span>
          {entry.edited_at && <span title={`Edited ${fullDateTime(entry.edited_at)}`}>edited</span>}
          <span className="ml-auto flex shrink-0 items-center gap-2">
            <Badge tone={tone} icon={<Icon aria-hidden />}>
              {label}
            </Badge>
            <EntryMenu
              label="Entry actions"
              {...(isMine && canWrite ? { onEdit: () => setEditing('asked') } : {})}
              {...(can(role, isMine ? 'comment.add' : 'log.moderate')
                ? { onDelete: () => deleteEntry(entry, changes) }
                : {})}
            />
          </span>
        </div>
        {editing && isMine && canWrite ? (
          <LogEditor
            planId={planId}
            entry={entry}
            role={role}
            autoFocus={editing === 'asked'}
            onClose={() => setEditing(null)}
          />
        ) : (
          <>
            <MarkdownText text={entry.content} mentions={entry.mentions} />
            <Tags tags={entry.tags} />
            <ThreadLink {...{ entry, role, onOpenComment }} />
          </>
        )}
      </div>
    </li>
  )
}

/** Leads to the replies, or to the composer of the first one. */
function ThreadLink({ entry, role, onOpenComment }: Omit<Props, 'planId'>) {
  const { id, parent_id, reply_count } = entry
  const canReply = can(role, 'comment.add')
  const isInThread = parent_id !== null || reply_count > 0
  if (!isInThread && !canReply) return null
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={<MessageSquareReply size={14} aria-hidden />}
      className="-ml-2.5 self-start"
      onClick={() => onOpenComment({ id: parent_id ?? id, reply: !isInThread })}
    >
      {parent_id !== null ? 'View thread' : reply_count > 0 ? countedReplies(reply_count) : 'Reply'}
    </Button>
  )
}

const countedReplies = (count: number): string => (count === 1 ? '1 reply' : `${formatNumber(count)} replies`)

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <ul aria-label="Tags" className="mt-0.5 flex flex-wrap gap-1">
      {tags.map((tag) => (
        <li key={tag} className="max-w-full truncate rounded-full border border-line px-2 text-12 text-muted">
          #{tag}
        </li>
      ))}
    </ul>
  )
}
