import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../lib/api.ts'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { Notice } from './Notice.tsx'

interface Props {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: unknown
    fetchNextPage: () => unknown
  }
  /** Shown if the next page fails to load without a reason. */
  failure: string
  label?: string
  size?: 'sm' | 'md'
  className?: string
}

/**
 * The button for the next page of a list, if there is one. If the page fails to load, it says so and can be retried.
 * After the last page the keyboard goes on from the end of the list.
 */
export function LoadMore({ query, failure, label = 'Load more', size = 'sm', className }: Props) {
  const [isUsed, setUsed] = useState(false)
  const end = useRef<HTMLSpanElement>(null)
  const { hasNextPage } = query
  useEffect(() => {
    if (isUsed && !hasNextPage && document.activeElement === document.body) end.current?.focus({ preventScroll: true })
  }, [isUsed, hasNextPage])
  if (!hasNextPage)
    return isUsed ? (
      <span ref={end} tabIndex={-1} className="sr-only">
        All loaded
      </span>
    ) : null
  const load = () => {
    setUsed(true)
    query.fetchNextPage()
  }
  return (
    <div className={cx('flex flex-col gap-2', className)}>
      {query.isFetchNextPageError && <Notice look="error">{messageOf(query.error, failure)}</Notice>}
      <Button size={size} busy={query.isFetchingNextPage} onClick={load}>
        {label}
      </Button>
    </div>
  )
}
