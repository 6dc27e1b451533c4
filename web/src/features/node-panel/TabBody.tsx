import type { ReactNode } from 'react'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

interface Props {
  /** The query that the tab shows. A next page that fails to load is left to `LoadMore`. */
  query: {
    isPending: boolean
    isError: boolean
    isFetchNextPageError?: boolean
    error: unknown
    refetch: () => unknown
  }
  failure: string
  children: ReactNode
}

/** The scrolling part of a tab: the loaded data, a skeleton or an error. */
export function TabBody({ query, failure, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard.
    <div tabIndex={0} className="focus-visible:-outline-offset-2 min-h-0 flex-1 overflow-y-auto px-4 py-3">
      {query.isPending && (
        <div role="status" aria-label="Loading" className="flex flex-col gap-4 pt-1">
          {[1, 2, 3].map((key) => (
            <div key={key} className="flex gap-3">
              <Skeleton className="size-7 rounded-full" />
              <div className="flex flex-1 flex-col gap-2">
                <Skeleton className="h-3 w-1/2" />
                <Skeleton className="h-3 w-5/6" />
              </div>
            </div>
          ))}
        </div>
      )}
      {query.isError && !query.isFetchNextPageError && (
        <Notice look="error">
          <p>{messageOf(query.error, failure)}</p>
          <Button size="sm" className="mt-2" onClick={() => query.refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {children}
    </div>
  )
}

/** The message of an empty tab. */
export function NothingYet({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-10 text-center text-13 text-muted">
      <span aria-hidden className="inline-flex size-10 items-center justify-center rounded-full bg-idle-soft">
        {icon}
      </span>
      <p className="max-w-72">{children}</p>
    </div>
  )
}
