import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const TONE = {
  idle: 'bg-idle-soft text-idle-ink',
  done: 'bg-done-soft text-done-ink',
  progress: 'bg-progress-soft text-progress-ink',
  blocked: 'bg-blocked-soft text-blocked-ink',
  sequence: 'bg-sequence-soft text-sequence-ink',
  accent: 'bg-accent-soft text-accent-ink',
} as const

export type Tone = keyof typeof TONE

interface Props {
  tone?: Tone
  icon?: ReactNode
  className?: string
  children: ReactNode
}

/** A short word with a tone. The word carries the meaning, the color only supports it. */
export function Badge({ tone = 'idle', icon, className, children }: Props) {
  return (
    <span
      className={cx(
        'inline-flex h-5.5 shrink-0 items-center gap-1 whitespace-nowrap rounded-full px-2 font-medium text-12 [&_svg]:size-3',
        TONE[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  )
}
