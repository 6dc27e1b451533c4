import { type ReactNode, useId } from 'react'

interface Props {
  label: string
  /** At the right of the label. */
  action?: ReactNode
  children: ReactNode
}

/** A part of the Details pane under its name. */
export function Section({ label, action, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1.5">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h3 id={id} className="font-medium text-12 text-muted">
          {label}
        </h3>
        {action}
      </div>
      {children}
    </section>
  )
}
