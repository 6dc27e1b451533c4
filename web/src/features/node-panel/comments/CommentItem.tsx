import type { LogEntry } from '@cairn/contract/api/logs'
import { can, type PlanRole } from '@cairn/contract/rules/permissions'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useChangeComment } from '../../../data/comments.ts'
import { Via } from '../../../display/Via.tsx'
import { readDraft } from '../../../lib/drafts.ts'
import { fullDateTime } from '../../../lib/relativeTime.ts'
import { useSession } from '../../../lib/session.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { cx } from '../../../ui/cx.ts'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { COPIED_LINK, copyText } from '../../../ui/useCopy.ts'
import { deleteEntry } from '../deleteEntry.ts'
import { EntryMenu } from '../EntryMenu.tsx'
import { LOG_LOOK } from '../logDisplay.tsx'
import { MarkdownText } from '../MarkdownText.tsx'
import { CommentEditor } from './CommentEditor.tsx'
import { commentLink } from './commentLink.ts'
import { ReactionPicker, Reactions } from './Reactions.tsx'

interface Props {
  planId: string
  entry: LogEntry
  role: PlanRole
  /** Outlined, because a link leads to it. */
  isTarget: boolean
}

/** A comment, a reply, or another log entry with replies. */
export function CommentItem({ planId, entry, role, isTarget }: Props) {
  const [editing, setEditing] = useState<'asked' | 'draft' | null>(() =>
    readDraft(`comment ${entry.id}`) === undefined ? null : 'draft',
  )
  const isMine = useSession()?.user.id === entry.user_id
  const changes = useChangeComment(planId, entry.node_id)
  if (entry.deleted_at !== null)
    return (
      <p className="flex items-center gap-3 text-13 text-muted">
        <span aria-hidden className="inline-flex size-7 items-center justify-center rounded-full bg-idle-soft">
          <Trash2 size={14} />
        </span>
        Deleted {entry.log_type === 'comment' ? 'comment' : 'log entry'}
      </p>
    )
  const canReact = can(role, 'comment.add')
  const canWrite = can(role, entry.log_type === 'comment' ? 'comment.add' : 'plan.edit')
  const { label, tone, Icon } = LOG_LOOK[entry.log_type]
  return (
    <div className={cx('flex gap-3', isTarget && 'rounded-6 outline-2 outline-accent-line outline-offset-4')}>
      <Avatar name={entry.user.name} src={entry.user.avatar_url} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1 text-12 text-muted">
          <span className="font-medium text-13 text-ink">{entry.user.name}</span>
          <span>
            <RelativeTime at={entry.created_at} />
            <Via via={entry.via} />
          </span>
          {entry.edited_at && <span title={`Edited ${fullDateTime(entry.edited_at)}`}>edited</span>}
          <span className="ml-auto flex items-center gap-1">
            {entry.log_type !== 'comment' && (
              <Badge tone={tone} icon={<Icon aria-hidden />}>
                {label}
              </Badge>
            )}
            {canReact && <ReactionPicker planId={planId} entry={entry} />}
            <EntryMenu
              label="Comment actions"
              onCopyLink={() => copyLink(commentLink(planId, entry.node_id, entry.id))}
              {...(isMine && canWrite ? { onEdit: () => setEditing('asked') } : {})}
              {...(can(role, isMine ? 'comment.add' : 'log.moderate')
                ? { onDelete: () => deleteEntry(entry, changes) }
                : {})}
            />
          </span>
        </div>
        {editing && isMine && canWrite ? (
          <CommentEditor
            planId={planId}
            entry={entry}
            autoFocus={editing === 'asked'}
            onClose={() => setEditing(null)}
          />
        ) : (
          <>
            <MarkdownText text={entry.content} mentions={entry.mentions} />
            <Reactions planId={planId} entry={entry} canReact={canReact} />
          </>
        )}
      </div>
    </div>
  )
}

const copyLink = (link: string): void => void copyText(link, COPIED_LINK)
