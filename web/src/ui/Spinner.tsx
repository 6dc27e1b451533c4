import { LoaderCircle } from 'lucide-react'
import { cx } from './cx.ts'

interface Props {
  /** Read aloud. Omit it if a text beside the spinner already says so. */
  label?: string
  size?: number
  className?: string
}

export function Spinner({ label, size = 16, className }: Props) {
  const icon = <LoaderCircle size={size} aria-hidden className={cx('animate-spin', className)} />
  if (!label) return icon
  return (
    <span role="status" className="inline-flex">
      {icon}
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** Fills its container while something loads. Appears after a moment, so fast loads do not flicker. */
export function LoadingView({ text }: { text: string }) {
  return (
    <div
      role="status"
      className="flex min-h-[50dvh] flex-1 animate-late flex-col items-center justify-center gap-3 text-muted"
    >
      <Spinner size={20} />
      <p>{text}</p>
    </div>
  )
}
