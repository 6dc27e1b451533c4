import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

interface Props extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** What it does: read aloud, and shown on hover. */
  label: string
  icon: ReactNode
  size?: 'sm' | 'md'
  /** For a toggle: announced as pressed and drawn so. */
  pressed?: boolean
}

export function IconButton({ label, icon, size = 'md', pressed, className, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-6 text-muted transition-colors',
        'not-disabled:hover:bg-hover not-disabled:hover:text-ink aria-expanded:bg-hover aria-expanded:text-ink',
        'aria-pressed:bg-pressed aria-pressed:text-ink disabled:cursor-not-allowed disabled:opacity-50',
        size === 'sm' ? 'size-7 pointer-coarse:size-9' : 'size-9 pointer-coarse:size-10',
        className,
      )}
      {...rest}
    >
      {icon}
    </button>
  )
}
