import type { ReactNode } from 'react'

/** One key. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-[4px] border border-line-strong bg-sunken px-1 font-sans text-12 text-muted">
      {children}
    </kbd>
  )
}
