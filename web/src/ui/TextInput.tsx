import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { useFieldProps } from './Field.tsx'

/** The styles that all text controls share. */
export const CONTROL =
  'w-full rounded-6 border border-line-strong bg-surface text-14 text-ink transition-colors hover:border-faint ' +
  'focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent/30 ' +
  'aria-invalid:border-blocked-fill aria-invalid:focus:outline-blocked-fill/30 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted ' +
  '[&[readonly]]:bg-sunken'

interface Props extends ComponentProps<'input'> {
  /** Shown inside, at the left. */
  icon?: ReactNode
  /** A button inside, at the right. */
  action?: ReactNode
}

export function TextInput({ icon, action, className, ...rest }: Props) {
  const field = useFieldProps()
  const input = (
    <input
      type="text"
      {...field}
      {...rest}
      className={cx(
        CONTROL,
        'h-9 px-3 pointer-coarse:h-11',
        icon ? 'pl-9' : '',
        action ? 'pr-10' : '',
        !icon && !action && className,
      )}
    />
  )
  if (!icon && !action) return input
  return (
    <div className={cx('relative', className)}>
      {icon && <span className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 text-faint">{icon}</span>}
      {input}
      {action && <span className="-translate-y-1/2 absolute top-1/2 right-1">{action}</span>}
    </div>
  )
}
