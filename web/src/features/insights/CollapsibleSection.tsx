import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'

/** A collapsible section of the panel. */
export function CollapsibleSection({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(true)
  const id = useId()
  return (
    <section className="border-line border-t first-of-type:border-t-0">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex h-10 w-full items-center justify-between px-4 font-medium text-13 text-muted transition-colors hover:text-ink"
        >
          {title}
          <ChevronDown size={15} aria-hidden className={isOpen ? '' : '-rotate-90'} />
        </button>
      </h3>
      <div id={id} hidden={!isOpen} className="px-4 pb-4">
        {children}
      </div>
    </section>
  )
}
