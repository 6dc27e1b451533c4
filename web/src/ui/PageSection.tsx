import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'

interface Props {
  title: string
  /** The URL fragment of the section. */
  anchor?: string
  /** One line about the purpose of the section. */
  text: ReactNode
  /** Actions for the whole section, right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** A section of a settings page: title, one line of explanation, content. */
export function PageSection({ title, anchor, text, actions, children }: Props) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { hash } = useLocation()
  const isMeant = anchor !== undefined && hash === `#${anchor}`
  useEffect(() => {
    if (isMeant) heading.current?.focus()
  }, [isMeant])
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2
            ref={heading}
            id={id}
            {...(anchor ? { tabIndex: -1 } : {})}
            className="scroll-mt-6 font-semibold text-16 outline-none"
          >
            {title}
          </h2>
          <p className="mt-0.5 text-13 text-muted">{text}</p>
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
