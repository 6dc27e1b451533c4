import type { ActivityItem } from '@cairn/contract/api/activity'
import type { ActivityType } from '@cairn/contract/api/events'
import { can, type PlanRole } from '@cairn/contract/rules/permissions'
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  Activity,
  ArrowRightLeft,
  CircleDot,
  CirclePlus,
  FileUp,
  FolderKanban,
  type LucideIcon,
  MessageSquare,
  Move,
  NotebookPen,
  PencilLine,
  Trash2,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { activityQuery } from '../../data/activity.ts'
import { StatusIcon } from '../../display/nodeDisplay.tsx'
import { Via } from '../../display/Via.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import type { CommentTarget } from './comments/CommentsTab.tsx'
import { LogComposer } from './LogComposer.tsx'
import { NothingYet, TabBody } from './TabBody.tsx'

interface Props {
  planId: string
  nodeId: string
  role: PlanRole
  onOpenComment: (comment: CommentTarget) => void
}

const ICON: Record<ActivityType, LucideIcon> = {
  log: NotebookPen,
  comment: MessageSquare,
  status_change: CircleDot,
  file_upload: FileUp,
  assignment: UserRound,
  node_created: CirclePlus,
  node_updated: PencilLine,
  node_moved: Move,
  node_deleted: Trash2,
  edge: ArrowRightLeft,
  sharing: UsersRound,
  plan: FolderKanban,
}

/** The activity of the node, newest first. */
export function ActivityTab({ planId, nodeId, role, onOpenComment }: Props) {
  const activity = useInfiniteQuery(activityQuery(planId, nodeId))
  const items = activity.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <>
      <TabBody query={activity} failure="Failed to load activity">
        {activity.isSuccess && items.length === 0 && (
          <NothingYet icon={<Activity size={18} />}>
            No activity yet. Start by adding a log entry or uploading a file.
          </NothingYet>
        )}
        {items.length > 0 && (
          <ol aria-label="Activity" className="flex flex-col">
            {items.map((item) => (
              <Item key={item.id} item={item} canReply={can(role, 'comment.add')} onOpenComment={onOpenComment} />
            ))}
          </ol>
        )}
        <LoadMore query={activity} failure="Failed to load activity" label="Show earlier activity" className="mt-2" />
      </TabBody>
      <LogComposer planId={planId} nodeId={nodeId} role={role} />
    </>
  )
}

interface ItemProps extends Pick<Props, 'onOpenComment'> {
  item: ActivityItem
  canReply: boolean
}

function Item({ item, canReply, onOpenComment }: ItemProps) {
  const Icon = ICON[item.type]
  const { log_id } = item
  const isWritten =
    item.data.before === null && item.data.after?.log_type !== undefined && item.data.after.emoji === undefined
  return (
    <li className="relative flex gap-3 pb-4 before:absolute before:top-7 before:bottom-0 before:left-3.5 before:w-px before:bg-line last:before:hidden">
      <span
        aria-hidden
        className="relative inline-flex size-7 shrink-0 items-center justify-center rounded-full bg-idle-soft text-muted"
      >
        {item.newStatus ? <StatusIcon status={item.newStatus} size={15} /> : <Icon size={14} />}
      </span>
      <div className="min-w-0 flex-1 pt-1">
        <p className="line-clamp-6 whitespace-pre-wrap break-words text-13">{sentenceHere(item)}</p>
        <p className="mt-0.5 text-12 text-muted">
          <RelativeTime at={item.created_at} />
          <Via via={item.via} />
          {item.type === 'comment' && isWritten && log_id && (
            <>
              {' · '}
              <button
                type="button"
                className="font-medium hover:text-ink hover:underline"
                onClick={() => onOpenComment({ id: log_id, reply: canReply })}
              >
                {canReply ? 'Reply' : 'View comment'}
              </button>
            </>
          )}
        </p>
      </div>
    </li>
  )
}

/** The server's sentence names the node, which is the open one here. Only a rename needs the names. */
function sentenceHere({ content, node_title, data }: ActivityItem): string {
  const after = data.after as { title?: string } | null | undefined
  if (node_title === null || (after?.title !== undefined && data.before !== null)) return content
  return content.replace(`"${node_title}"`, () => 'this node')
}
