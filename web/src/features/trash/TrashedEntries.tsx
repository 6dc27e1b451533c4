import type { Plan } from '@cairn/contract/api/plans'
import type { TrashedEntry } from '@cairn/contract/api/trash'
import { can } from '@cairn/contract/rules/permissions'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageSquare, Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { trashedEntriesQuery, useRestoreEntry } from '../../data/planTrash.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { messageOf } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { shorten } from '../../lib/shorten.ts'
import { toast } from '../../ui/Toast.tsx'
import type { Purge } from './PurgeDialog.tsx'
import { TrashPages } from './TrashPages.tsx'
import { TrashRow } from './TrashRow.tsx'

interface Props {
  plan: Plan
  onPurge: ((purge: Purge) => void) | undefined
}

const ICON = { size: 16, 'aria-hidden': true, className: 'shrink-0 text-muted' } as const

/** Deleted files, links and log entries, latest first. */
export function TrashedEntries({ plan, onPurge }: Props) {
  const query = useInfiniteQuery(trashedEntriesQuery(plan.id))
  const entries = query.data?.pages.flatMap((page) => page.entries)
  const restore = useRestoreEntry(plan.id)
  const myId = useSession()?.user.id
  const list = useRef<HTMLDivElement>(null)
  const takeBack = (entry: TrashedEntry) => {
    // The row and its button are about to be removed.
    list.current?.focus()
    restore.mutateAsync(entry).then(
      () => toast(`“${nameOf(entry)}” restored`),
      (error: unknown) => toast.error(messageOf(error, 'Failed to restore')),
    )
  }
  const mayRestore = (entry: TrashedEntry): boolean => {
    if (entry.type === 'artifact') return can(plan.role, 'plan.edit')
    const right = entry.log_type === 'comment' ? 'comment.add' : 'plan.edit'
    return can(plan.role, 'log.moderate') || (entry.deleted_by?.id === myId && can(plan.role, right))
  }
  return (
    <TrashPages
      label="Deleted files and log entries"
      empty={{
        title: 'No deleted files or log entries',
        text: 'Files, links, comments and log entries that are deleted appear here.',
      }}
      query={query}
      list={list}
      rows={entries?.map((entry) => (
        <TrashRow
          key={entry.id}
          icon={entry.type === 'artifact' ? <Paperclip {...ICON} /> : <MessageSquare {...ICON} />}
          title={nameOf(entry)}
          isBusy={restore.isPending && restore.variables.id === entry.id}
          onRestore={mayRestore(entry) ? () => takeBack(entry) : undefined}
          onPurge={
            onPurge &&
            (() =>
              onPurge({
                title: `Delete “${nameOf(entry)}” permanently?`,
                text: 'It will be deleted. This can’t be undone.',
                wanted: entry.type === 'artifact' ? { artifact_ids: [entry.id] } : { log_ids: [entry.id] },
              }))
          }
          text={`${entry.type === 'log' ? `by ${entry.user.name} · ` : ''}in ${shorten(titleOf({ title: entry.node_title }), 60)}`}
          deletedAt={entry.deleted_at}
          deletedBy={entry.deleted_by}
        />
      ))}
    />
  )
}

const nameOf = (entry: TrashedEntry): string =>
  shorten(entry.type === 'artifact' ? entry.name : entry.content.replaceAll(/\s+/g, ' ').trim(), 60)
