import type { LogEntry } from '@cairn/contract/api/logs'
import { can, type PlanRole } from '@cairn/contract/rules/permissions'
import { useQuery } from '@tanstack/react-query'
import { NotebookPen } from 'lucide-react'
import { logsQuery } from '../../data/logs.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { When } from '../../ui/When.tsx'
import { LogComposer } from './LogComposer.tsx'
import { LOG_LOOK } from './logLook.tsx'
import { NothingYet, TabBody } from './TabBody.tsx'

interface Props {
  planId: string
  nodeId: string
  role: PlanRole
}

/** What people and agents wrote about the node, newest first. */
export function LogsTab({ planId, nodeId, role }: Props) {
  const logs = useQuery(logsQuery(planId, nodeId))
  return (
    <>
      <TabBody query={logs} failure="Failed to load the logs">
        {logs.data?.length === 0 && (
          <NothingYet icon={<NotebookPen size={18} />}>
            {can(role, 'comment.add') ? 'No logs yet. Add your first log entry!' : 'No logs yet.'}
          </NothingYet>
        )}
        {logs.data && logs.data.length > 0 && (
          <ol aria-label="Logs" className="flex flex-col gap-4">
            {logs.data.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </TabBody>
      <LogComposer planId={planId} nodeId={nodeId} role={role} />
    </>
  )
}

function Entry({ entry }: { entry: LogEntry }) {
  const { label, tone, Icon } = LOG_LOOK[entry.log_type]
  return (
    <li className="flex gap-3">
      <Avatar name={entry.user.name} src={entry.user.avatar_url} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-muted">
          <span className="font-medium text-13 text-ink">{entry.user.name}</span>
          <When at={entry.created_at} />
          <Badge tone={tone} icon={<Icon aria-hidden />} className="ml-auto">
            {label}
          </Badge>
        </p>
        <p dir="auto" className="whitespace-pre-wrap break-words">
          {entry.content}
        </p>
        {entry.tags.length > 0 && (
          <ul aria-label="Tags" className="mt-0.5 flex flex-wrap gap-1">
            {entry.tags.map((tag) => (
              <li key={tag} className="max-w-full truncate rounded-full border border-line px-2 text-12 text-muted">
                #{tag}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}
