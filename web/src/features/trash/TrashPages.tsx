import { Trash2 } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

interface Props {
  label: string
  empty: { title: string; text: string }
  query: {
    error: unknown
    refetch: () => unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
  /** Undefined while they load. */
  rows: readonly ReactNode[] | undefined
  /** Takes the focus when a row is about to be removed. */
  list: Ref<HTMLDivElement>
}

/** A list of the trash, one page at a time. */
export function TrashPages({ label, empty, query, rows, list }: Props) {
  if (query.error && !rows)
    return (
      <Notice look="error">
        <p>{messageOf(query.error, 'Failed to load trash')}</p>
        <Button size="sm" className="mt-2" onClick={() => query.refetch()}>
          Try again
        </Button>
      </Notice>
    )
  if (!rows) return <TrashSkeleton />
  return (
    <div ref={list} tabIndex={-1} className="flex flex-col outline-none">
      {rows.length === 0 && <EmptyState icon={<Trash2 size={20} />} {...empty} />}
      <ul aria-label={label} className="lines-between empty:hidden">
        {rows}
      </ul>
      <LoadMore query={query} failure="Failed to load trash" className="mt-3 items-center" />
    </div>
  )
}

function TrashSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-4 py-2">
      {[1, 2, 3].map((key) => (
        <div key={key} className="flex items-center gap-3">
          <Skeleton className="size-5 rounded-6" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      ))}
    </div>
  )
}
