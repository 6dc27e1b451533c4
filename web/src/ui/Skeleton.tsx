import { cx } from './cx.ts'

/** A gray placeholder for loading content. Give it the size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block animate-pulse rounded-6 bg-pressed', className)} />
}
