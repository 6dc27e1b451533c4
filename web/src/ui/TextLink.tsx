import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'

/** A link within text. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      {...rest}
      className={cx(
        'rounded-[3px] font-medium text-accent-ink underline decoration-accent-line underline-offset-3 hover:decoration-current',
        className,
      )}
    />
  )
}
