import type { ReactNode } from 'react'

interface Props {
  icon?: ReactNode
  title: string
  /** Makes the title the page's heading, if there is nothing else on the page. */
  isPage?: boolean
  text?: ReactNode
  /** The next step: buttons or links. */
  children?: ReactNode
}

/** An empty state with the next step. */
export function EmptyState({ icon, title, isPage = false, text, children }: Props) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-12 text-center">
      {icon && (
        <span
          aria-hidden
          className="mb-1 inline-flex size-11 items-center justify-center rounded-full bg-idle-soft text-muted"
        >
          {icon}
        </span>
      )}
      <Title className="font-medium text-14">{title}</Title>
      {text && <p className="-mt-2 max-w-90 text-balance text-13 text-muted">{text}</p>}
      {children && <div className="mt-2 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}
