import { Slot } from 'radix-ui'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Spinner } from './Spinner.tsx'

const BASE =
  'inline-flex shrink-0 select-none items-center justify-center gap-2 rounded-6 font-medium whitespace-nowrap transition-colors ' +
  'disabled:cursor-not-allowed disabled:opacity-55 aria-busy:cursor-default [&_svg]:shrink-0'

const VARIANT = {
  primary: 'bg-accent text-white not-disabled:not-aria-busy:hover:bg-accent-hover',
  secondary: 'border border-line-strong bg-surface text-ink not-disabled:not-aria-busy:hover:bg-hover',
  ghost:
    'text-muted not-disabled:not-aria-busy:hover:bg-hover not-disabled:not-aria-busy:hover:text-ink aria-expanded:bg-hover aria-expanded:text-ink',
  danger: 'bg-danger text-white not-disabled:not-aria-busy:hover:bg-danger-hover',
} as const

const SIZE = {
  sm: 'h-8 px-2.5 text-13 pointer-coarse:h-10',
  md: 'h-9 px-3.5 text-14 pointer-coarse:h-11',
  lg: 'h-10 px-4 text-14 pointer-coarse:h-11',
} as const

interface Props extends ComponentProps<'button'> {
  variant?: keyof typeof VARIANT
  size?: keyof typeof SIZE
  /**
   * Shows a spinner and ignores clicks. Unlike `disabled`, keeps the focus. Pass the busy label as children. A button that
   * can be busy ignores the second click of a double click, which may come before it is.
   */
  busy?: boolean
  icon?: ReactNode
  /** Renders the only child, such as a link, as the button. */
  asChild?: boolean
}

/** Whether a button is busy, or the click is the second one of a double click on a button that can be busy. */
export const isIgnored = ({ detail }: Pick<MouseEvent, 'detail'>, busy: boolean | undefined): boolean =>
  busy || (busy === false && detail > 1)

export function Button({
  variant = 'secondary',
  size = 'md',
  busy,
  icon,
  asChild,
  className,
  children,
  onClick,
  ...rest
}: Props) {
  const names = cx(BASE, VARIANT[variant], SIZE[size], className)
  if (asChild) {
    return (
      <Slot.Root className={names} onClick={onClick} {...rest}>
        {children}
      </Slot.Root>
    )
  }
  return (
    <button
      type="button"
      className={names}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      // Preventing the click also prevents a second submission by Enter.
      onClick={(event) => {
        if (isIgnored(event, busy)) event.preventDefault()
        else onClick?.(event)
      }}
      {...rest}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}
