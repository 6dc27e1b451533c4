import type { ComponentProps, ReactNode } from 'react'
import { isIgnored } from './Button.tsx'
import { cx } from './cx.ts'
import { Spinner } from './Spinner.tsx'

interface Props extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** The action, read aloud and shown on hover. */
  label: string
  icon: ReactNode
  size?: 'sm' | 'md'
  /** For toggles: announced and styled as pressed. */
  pressed?: boolean
  /** Like `busy` of `Button`. */
  busy?: boolean
}

export function IconButton({ label, icon, size = 'md', pressed, busy, className, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (isIgnored(event, busy)) event.preventDefault()
        else onClick?.(event)
      }}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-6 text-muted transition-colors',
        'not-disabled:not-aria-busy:hover:bg-hover not-disabled:not-aria-busy:hover:text-ink aria-expanded:bg-hover aria-expanded:text-ink',
        'aria-pressed:bg-pressed aria-pressed:text-ink disabled:cursor-not-allowed disabled:opacity-50 aria-busy:cursor-default',
        size === 'sm' ? 'size-7 pointer-coarse:size-9' : 'size-9 pointer-coarse:size-10',
        className,
      )}
      {...rest}
    >
      {busy ? <Spinner /> : icon}
    </button>
  )
}
