import { cx } from './cx.ts'

const TONE = {
  accent: 'bg-accent',
  done: 'bg-done-fill',
  progress: 'bg-progress-fill',
  blocked: 'bg-blocked-fill',
  sequence: 'bg-sequence-fill',
  idle: 'bg-idle-fill',
} as const

interface Props {
  /** 0 to 100. */
  value: number
  label: string
  tone?: keyof typeof TONE
  className?: string
}

/** A thin progress bar. Show the number beside it if there is room. */
export function ProgressBar({ value, label, tone = 'accent', className }: Props) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      className={cx('h-1.5 forced-color-adjust-none overflow-hidden rounded-full bg-pressed', className)}
    >
      <div className={cx('h-full rounded-full transition-[width]', TONE[tone])} style={{ width: `${value}%` }} />
    </div>
  )
}
