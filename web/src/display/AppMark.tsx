import { useState } from 'react'
import { cx } from '../ui/cx.ts'

interface Props {
  name: string
  /** On this server, so the app does not learn who looks at it. */
  icon: string | null | undefined
  className?: string
}

/** The icon of an app, or its initial without one. */
export function AppMark({ name, icon, className = 'size-9 rounded-6 text-16' }: Props) {
  const [missing, setMissing] = useState<string>()
  if (icon && missing !== icon)
    return (
      <img
        src={icon}
        alt=""
        className={cx('inline-block shrink-0 bg-white object-cover', className)}
        onError={() => setMissing(icon)}
      />
    )
  return (
    <span
      aria-hidden
      className={cx(
        'inline-flex shrink-0 items-center justify-center bg-accent-soft font-semibold text-accent-ink',
        className,
      )}
    >
      {[...name][0]?.toUpperCase() ?? '?'}
    </span>
  )
}
