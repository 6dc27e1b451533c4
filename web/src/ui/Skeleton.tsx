import { cx } from './cx.ts'

/** A grey shape in the place of what is loading. Give it the size of the thing. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block animate-pulse rounded-6 bg-pressed', className)} />
}
