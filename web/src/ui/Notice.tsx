import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx.ts'

const VARIANT = {
  error: { names: 'bg-blocked-soft text-blocked-ink', Icon: CircleAlert, role: 'alert' },
  success: { names: 'bg-done-soft text-done-ink', Icon: CircleCheck, role: 'status' },
  info: { names: 'bg-accent-soft text-accent-ink', Icon: Info, role: 'status' },
} as const

/** A message about the whole form or page, announced when it appears. An error of a form is scrolled into view. */
export function Notice({ look: variant = 'info', children }: { look?: keyof typeof VARIANT; children: ReactNode }) {
  const { names, Icon, role } = VARIANT[variant]
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a phone, the button that failed is often a screen away.
    if (variant === 'error' && notice.current?.closest('form')) notice.current.scrollIntoView({ block: 'nearest' })
  }, [variant])
  return (
    <div
      ref={notice}
      role={role}
      className={cx('scroll-my-20 flex items-start gap-2 rounded-6 px-3 py-2 text-13', names)}
    >
      <Icon size={16} aria-hidden className="mt-0.5 shrink-0" />
      <div className="min-w-0 break-words">{children}</div>
    </div>
  )
}
