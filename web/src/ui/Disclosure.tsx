import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { cx } from './cx.ts'

interface Props {
  label: string
  /** The current values, shown while it is closed. */
  summary: string
  /** Whether a control inside has an error, which opens it. */
  hasError?: boolean
  children: ReactNode
}

/** Optional controls that a person opens when they need them. */
export function Disclosure({ label, summary, hasError = false, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  // It stays open once the error is gone, because the control that had it has the focus.
  if (hasError && !isOpen) setOpen(true)
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="-mx-2 flex w-fit max-w-full items-center gap-1.5 rounded-6 px-2 py-1.5 text-13 text-muted transition-colors hover:text-ink pointer-coarse:py-3"
      >
        <ChevronRight size={16} aria-hidden className={cx('shrink-0 transition-transform', isOpen && 'rotate-90')} />
        <span className="font-medium text-ink">{label}</span>
        {!isOpen && <span className="truncate">· {summary}</span>}
      </button>
      <div id={id} hidden={!isOpen} className={cx('flex-col gap-5 pt-3', isOpen && 'flex')}>
        {children}
      </div>
    </div>
  )
}
