import { type ReactNode, useEffect, useRef } from 'react'
import { Logo } from '../../ui/Logo.tsx'
import { ThemeToggle } from '../../ui/ThemeToggle.tsx'

interface Props {
  title: string
  text?: ReactNode
  /** Below the card: the link to the other screen. */
  footer?: ReactNode
  children: ReactNode
}

/** The centered card of all signed-out screens. */
export function AuthCard({ title, text, footer, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Submitting may have removed the focused element, so keyboard and screen reader continue from the title.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another screen in the same card.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [title])
  return (
    <div className="flex min-h-dvh flex-col">
      <div className="flex h-16 shrink-0 items-center justify-end px-3 sm:px-6">
        <ThemeToggle />
      </div>
      <main className="flex flex-1 flex-col items-center justify-center px-4 pb-6">
        <div className="mb-6 flex items-center gap-2.5 font-semibold text-20">
          <Logo size={30} className="text-accent dark:text-accent-ink" />
          Cairn
        </div>
        <div className="w-full max-w-100 rounded-10 border border-line bg-surface p-6 sm:p-8">
          <h1 ref={heading} tabIndex={-1} className="font-semibold text-20 outline-none">
            {title}
          </h1>
          {text && <p className="mt-1 text-13 text-muted">{text}</p>}
          <div className="mt-6">{children}</div>
        </div>
        {footer && <p className="mt-5 text-13 text-muted">{footer}</p>}
      </main>
      <footer className="px-4 py-5 text-center text-12 text-muted">© {new Date().getFullYear()} Cairn</footer>
    </div>
  )
}
