import { can, type PlanRole } from '@cairn/contract/rules/permissions'
import { useInfiniteQuery } from '@tanstack/react-query'
import { NotebookPen } from 'lucide-react'
import { entriesIn, logsQuery } from '../../data/logs.ts'
import { LoadMore } from '../../ui/LoadMore.tsx'
import type { CommentTarget } from './comments/CommentsTab.tsx'
import { LogComposer } from './LogComposer.tsx'
import { editPlace } from './LogEditor.tsx'
import { LogItem } from './LogItem.tsx'
import { NothingYet, TabBody } from './TabBody.tsx'
import { useLostDrafts } from './useLostDrafts.ts'

interface Props {
  planId: string
  nodeId: string
  role: PlanRole
  onOpenComment: (comment: CommentTarget) => void
}

/** Log entries and comments of the node, newest first. */
export function LogsTab({ planId, nodeId, role, onOpenComment }: Props) {
  const logs = useInfiniteQuery(logsQuery(planId, nodeId))
  const entries = logs.data && entriesIn(logs.data)
  useLostDrafts(entries?.filter(({ deleted_at }) => deleted_at === null).map(({ id }) => editPlace(id)))
  return (
    <>
      <TabBody query={logs} failure="Failed to load logs">
        {entries?.length === 0 && (
          <NothingYet icon={<NotebookPen size={18} />}>
            {can(role, 'comment.add') ? 'No logs yet. Add your first log entry!' : 'No logs yet.'}
          </NothingYet>
        )}
        {entries && entries.length > 0 && (
          <ol aria-label="Logs" className="flex flex-col gap-4">
            {entries.map((entry) => (
              <LogItem key={entry.id} {...{ planId, entry, role, onOpenComment }} />
            ))}
          </ol>
        )}
        <LoadMore query={logs} failure="Failed to load logs" label="Show earlier logs" className="mt-4" />
      </TabBody>
      <LogComposer planId={planId} nodeId={nodeId} role={role} />
    </>
  )
}
